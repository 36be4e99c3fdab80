import { command } from '#server/command.ts'
import { changeCustomer } from '../domain/contract.ts'
import { rewriteCustomer, vatDoubts } from './write-customer.ts'

/** Changes a customer. The page sends the version that it showed. */
export const changeCustomerCommand = command(changeCustomer, async (work, { id, version, changes }) => {
  const now = await rewriteCustomer(work, id, changes, version)
  return { id, version: now, ...(await vatDoubts(work.tx, id)) }
})
