import { command } from '#server/command.ts'
import { createInvoice } from '../domain/contract.ts'
import { bookInvoice } from './book-invoice.ts'

export const createInvoiceCommand = command(createInvoice, (work, input) =>
  bookInvoice(work, input, { wholePieces: true }),
)
