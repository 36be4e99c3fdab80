import { changes } from '#kernel/changes.ts'
import { refuse } from '#kernel/refusal.ts'
import { demand, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { shippingSteps } from '../../domain/rights.ts'
import type { LockedOrder } from '../lock-orders.ts'

/** Stores the shipping note of an invoiced or shipping order, such as a voucher (C-29). */
export async function noteShipping(work: Work, order: LockedOrder, shipping: object): Promise<void> {
  const changed = changes({ shipping: order.shipping }, { shipping })
  if (Object.keys(changed).length === 0) return
  demand(work.actor, shippingSteps.plan)
  if (order.status !== 'INVOICED' && order.status !== 'ON SHIPPING')
    refuse('refused', 'orders.wrong-status', { status: order.status, transition: 'shipping' })
  await work.tx.run(sql`
    update orders set shipping = ${JSON.stringify(shipping)}::jsonb, updated_at = ${work.now}::timestamptz, version = version + 1
    where id = ${order.id}`)
  work.record({ entity: 'orders', id: order.id, changes: changed })
}
