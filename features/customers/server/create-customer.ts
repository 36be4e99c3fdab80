import { command } from '#server/command.ts'
import { createCustomer } from '../domain/contract.ts'
import { insertCustomer, vatDoubts } from './write-customer.ts'

/** Creates a customer. A doubtful VAT number causes a warning and no refusal. */
export const createCustomerCommand = command(createCustomer, async (work, input) => {
  const id = await insertCustomer(work, input)
  return { id, version: 1, ...(await vatDoubts(work.tx, id)) }
})
