/** Moves the delivery of an order to another day, for the calendar. */
import { changes } from '#kernel/changes.ts'
import { stopOn } from '#kernel/refusal.ts'
import { lockingCommand } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { refuseStale } from '#server/history.ts'
import { moveDelivery, whyNotMoveDelivery } from '../../domain/delivery-day.ts'
import { lockOrder } from '../lock-orders.ts'
import { deliveryPast } from './write-order.ts'

/** A move to the same day changes nothing and makes no new version. */
export const moveDeliveryCommand = lockingCommand(moveDelivery, async (work, { id, day, version }) => {
  const { tx } = work
  const order = await lockOrder(tx, id)
  const { expectedDelivery } = await tx.one<{ expectedDelivery: string | null }>(
    sql`select expected_delivery_at as "expectedDelivery" from orders where id = ${id}`,
  )
  const before = expectedDelivery?.slice(0, 10) ?? null
  if (order.version !== version) await refuseStale(tx, 'orders', id, order.version, { day: before })
  stopOn(whyNotMoveDelivery(order))
  if (day === before) return { id, before, version }
  const moved = `${day} ${expectedDelivery?.slice(11) ?? '00:00:00'}`
  stopOn(deliveryPast(moved, work.today))
  await tx.run(sql`
    update orders set expected_delivery_at = ${moved}::timestamp, updated_at = ${work.now}::timestamptz, version = version + 1
    where id = ${id}`)
  work.record({ entity: 'orders', id, changes: changes({ expectedDelivery }, { expectedDelivery: moved }) })
  return { id, before, version: version + 1 }
})
