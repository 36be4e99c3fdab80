import { lockOrders } from '#features/orders/server/lock-orders.ts'
import { refuse } from '#kernel/refusal.ts'
import { command } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import * as contract from '../../domain/contract.ts'
import { HAS_NUMBER, LIVE, voidNumber } from './take-number.ts'

/**
 * Declares void a number whose document was refused and will not be sent again. Refuses while a document with the number may still be
 * issued. The order may be missing after a restore.
 */
export const voidNumberCommand = command(contract.voidNumber, async (work, { reason, ...number }) => {
  const { tx } = work
  if (reason === '') refuse('invalid', 'invoicing.reason-required', { fields: { reason: 'invoicing.reason-required' } })
  const given = await tx.maybe<{ orderId: number; live: boolean }>(sql`
    select n.order_id as "orderId",
      exists (select from accounting_documents d where ${HAS_NUMBER} and ${LIVE}) as live
    from document_numbers n where n.series = ${number.series} and n.year = ${number.year} and n.branch = ${number.branch}
      and n.number = ${number.number} and not n.issued and n.voided_at is null`)
  if (!given) return refuse('missing', 'invoicing.number-settled')
  const [order] = await lockOrders(tx, [given.orderId])
  if (given.live || order?.documentUnderWay) return refuse('refused', 'invoicing.number-in-use')
  await voidNumber(tx, number, work.actor.name, reason)
  work.record({
    entity: 'orders',
    id: given.orderId,
    changes: { documentNumber: [`${number.series} ${number.number}`, null] },
    note: reason,
  })
  return { orderId: given.orderId }
})
