/** Reads the invoices of providers in a thread beside the server, because a large file takes seconds. */
import { openReader } from '#server/files/file-reading.ts'
import type { FileReading } from '../domain/document.ts'
import type { ReadingOptions } from './read-file.ts'

/** What the thread reads. */
export type InvoiceToRead = { readonly content: Uint8Array } & ReadingOptions

/** Returns the document in a file like `readInvoiceFile`. */
export const readBeside = openReader<InvoiceToRead, FileReading>(new URL('./read-thread.ts', import.meta.url))
