/** Asks for goods that run out. */
import { lockingCommand } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { askForMissing } from '../domain/contract.ts'
import { quantitiesToAsk } from '../domain/proposals.ts'
import { readOpenRequests } from './proposals.ts'
import { readProposalSums } from './read-goods.ts'
import { writeRequests } from './write-requests.ts'

/**
 * Writes one request for each of the products of which something is missing. The products are locked, so that of two people who press
 * at once the second one sees the requests of the first one. The requests do not raise what is missing, because they are part of it.
 */
export const askForMissingCommand = lockingCommand(askForMissing, async (work, { productIds }) => {
  await work.tx.run(sql`select from products where id = any(${productIds}::bigint[]) order by id for update`)
  const open = await readOpenRequests(work.tx, productIds)
  const sums = (await readProposalSums(work.tx)).filter(({ productId }) => productIds.includes(productId))
  const asked = quantitiesToAsk(sums, open)
  await writeRequests(
    work,
    asked.map((line) => ({ origin: 'LOW' as const, lines: [line] })),
  )
  return { asked: asked.length }
})
