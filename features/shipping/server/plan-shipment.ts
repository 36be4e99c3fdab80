import { lockOrders, type LockedOrder } from '#features/orders/server/lock-orders.ts'
import { transitionOrders } from '#features/orders/server/move-order.ts'
import { refuse } from '#kernel/refusal.ts'
import { command, type Work } from '#server/command.ts'
import { Duplicate, sql } from '#server/db/database.ts'
import { planShipment } from '../domain/contract.ts'
import type { DriverType, ShippingInfo } from '../domain/shipment.ts'

type Plan = {
  readonly orderIds: readonly number[]
  readonly driverType: DriverType
  readonly driverUserId: number | null
  readonly driver: string
  readonly vehicle: string
  readonly extra: string
  /** Addresses in driving order; without them, those of the orders. */
  readonly route?: readonly unknown[]
}

/** Puts orders on a truck: they are ON SHIPPING with the driver, and the shipment lists them in driving order. */
export async function createShipment(work: Work, plan: Plan): Promise<{ id: number }> {
  const { tx } = work
  const driver = plan.driver.trim()
  if (driver === '') refuse('invalid', 'shipping.driver-required', { fields: { driver: 'shipping.driver-required' } })
  const ids = [...new Set(plan.orderIds)]
  const locked = await lockOrders(tx, ids)
  const orders = ids.map(
    (id): LockedOrder =>
      locked.find((order) => order.id === id) ?? refuse('missing', 'orders.missing', { orderId: id }),
  )
  const driverUserId = plan.driverUserId ?? (await driverAccount(work, driver))
  const info: ShippingInfo = { driver, type: plan.driverType, car: plan.vehicle, extra: plan.extra }
  // programs move the orders first and write the shipment after
  const waiting = orders.filter((order) => order.status !== 'ON SHIPPING')
  await transitionOrders(work, waiting, 'plan', { shipping: info, shippingBy: driver })
  const { id } = await tx.one<{ id: number }>(sql`
    insert into shipments (driver, driver_user_id, driver_type, vehicle, extra, route)
    select ${driver}, ${driverUserId}::bigint, ${plan.driverType}, ${plan.vehicle}, ${plan.extra},
      coalesce(${plan.route ? JSON.stringify(plan.route) : null}::jsonb, (
        select jsonb_agg(coalesce(nullif(o.delivery_address ->> 'address', ''), c.address) order by array_position(${ids}::bigint[], o.id))
        from orders o join customers c on c.id = o.customer_id where o.id = any(${ids}::bigint[])))
    returning id`)
  try {
    await tx.run(sql`
      insert into shipment_orders (shipment_id, order_id, position)
      select ${id}, order_id, position from unnest(${ids}::bigint[]) with ordinality as t(order_id, position)`)
  } catch (error) {
    if (error instanceof Duplicate) refuse('refused', 'shipping.already-on-truck')
    throw error
  }
  work.record({
    entity: 'shipments',
    id,
    changes: { status: [null, 'PENDING'], driver: [null, driver], orders: [null, ids] },
  })
  return { id }
}

/** The account of a driver whose name was written down, without regard to case and accents (ruling C-30). */
async function driverAccount({ tx }: Work, name: string): Promise<number | null> {
  const rows = await tx.many<{ id: number }>(sql`
    select id from users where role = 'driver' and status = 'ACTIVE'
      and fold(${name}) in (fold(username), fold(trim(first_name || ' ' || last_name)))`)
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}

export const planShipmentCommand = command(planShipment, createShipment)
