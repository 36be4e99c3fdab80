import { command } from '#server/command.ts'
import { createInvoice } from '../domain/contract.ts'
import { bookInvoice } from './book-invoice.ts'
import { attachInvoiceFile } from './from-file/attach-file.ts'

export const createInvoiceCommand = command(createInvoice, async (work, input) => {
  const booked = await bookInvoice(work, input)
  if (input.fileId !== null) await attachInvoiceFile(work, input.fileId, booked.id)
  return booked
})
