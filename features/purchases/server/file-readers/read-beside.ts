/** Reads the invoices of providers in a thread beside the server, because a large file takes seconds. */
import type { DecimalSign } from '#kernel/money.ts'
import { openReader } from '#server/file-reading.ts'
import type { FileReading } from '../../domain/from-file/document.ts'

/** What the thread reads. */
export type InvoiceToRead = { readonly content: Uint8Array; readonly decimalSign: DecimalSign | null }

/** Returns the document in a file like `readInvoiceFile`. */
export const readBeside = openReader<InvoiceToRead, FileReading>(new URL('./read-thread.ts', import.meta.url))
