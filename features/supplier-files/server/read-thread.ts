/** The thread that reads the invoices of providers, one after the other. Only read-beside.ts sends it files. */
import { answerInThread } from '#server/thread.ts'
import type { FileReading } from '../domain/document.ts'
import type { InvoiceToRead } from './read-beside.ts'
import { readInvoiceFile } from './read-file.ts'

answerInThread<InvoiceToRead, FileReading>(({ content, ...options }) => readInvoiceFile(Buffer.from(content), options))
