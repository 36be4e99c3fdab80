/** The open orders that will be late by the present plan. */
import { PROMISED_STATUSES } from '#features/orders/domain/order.ts'
import type { Need } from '#features/stock/domain/availability.ts'
import { addDays, type Day, daysBetween } from '#kernel/day.ts'
import { addQuantity, type Quantity, ZERO_QUANTITY } from '#kernel/money.ts'
import { keptQuery } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { lateOrders, type LateOrder, MOST_EXAMINED } from '../../domain/ready/ready-contract.ts'
import { readyDay } from '../../domain/ready/ready-day.ts'
import { readWorld } from './read-world.ts'
import { shownReady } from './ready-day.ts'

type OpenOrder = Pick<LateOrder, 'orderId' | 'customer' | 'delivery' | 'told'>
type OrderNeed = Need & { readonly orderId: number }
type PromisedGoods = OrderNeed & { readonly delivery: Day }

/** Returns the first orders that wait for stock, by their delivery, and one more than are examined. */
const readOrders = (rows: Rows): Promise<OpenOrder[]> =>
  rows.many<OpenOrder>(sql`
    select o.id as "orderId", o.name as customer, o.expected_delivery_at::date::text as delivery, o.ready_on::text as told
    from orders o where o.status = 'PENDING-STOCK' and o.expected_delivery_at is not null
    order by o.status, o.expected_delivery_at, o.id limit ${MOST_EXAMINED + 1}`)

const readNeeds = (rows: Rows, orderIds: readonly number[]): Promise<OrderNeed[]> =>
  rows.many<OrderNeed>(sql`
    select order_id as "orderId", product_id as "productId", quantity_e4 as quantity
    from order_needs where order_id = any(${[...orderIds]}::bigint[])`)

/**
 * Returns what was promised of products to orders with a delivery until the last of some orders. What was promised before the first of
 * their days is one sum, because all of it comes before each of them.
 */
const readPromises = (
  rows: Rows,
  productIds: readonly number[],
  { first, last }: { readonly first: Day; readonly last: Day },
): Promise<PromisedGoods[]> =>
  rows.many<PromisedGoods>(sql`
    select promise.order_id as "orderId", promise.product_id as "productId", sum(promise.quantity_e4)::bigint as quantity,
      min(promise.delivery)::text as delivery
    from (
      select case when o.expected_delivery_at < ${first}::date then 0 else o.id end as order_id, p.product_id, p.quantity_e4,
        o.expected_delivery_at::date as delivery
      from promised_lines p join orders o on o.id = p.order_id
      where p.product_id = any(${[...productIds]}::bigint[]) and o.status = any(${[...PROMISED_STATUSES]}::text[])
        and o.expected_delivery_at < ${addDays(last, 1)}::date) promise
    group by promise.product_id, promise.order_id`)

/** Reports whether an order is served before another: the one with the earlier delivery, and then the older one. */
const isBefore = (
  one: Pick<OpenOrder, 'orderId' | 'delivery'>,
  other: Pick<OpenOrder, 'orderId' | 'delivery'>,
): boolean => one.delivery < other.delivery || (one.delivery === other.delivery && one.orderId < other.orderId)

export const lateOrdersQuery = keptQuery(lateOrders, async ({ rows, today }) => {
  const found = await readOrders(rows)
  const orders = found.slice(0, MOST_EXAMINED)
  const [first, last] = [orders[0]?.delivery, orders.at(-1)?.delivery]
  if (first === undefined || last === undefined) return { rows: [], more: false }
  const needs = Map.groupBy(
    await readNeeds(
      rows,
      orders.map(({ orderId }) => orderId),
    ),
    ({ orderId }) => orderId,
  )
  const productIds = [...new Set([...needs.values()].flat().map(({ productId }) => productId))]
  const { stored, worldFor } = await readWorld(rows, productIds, today, null)
  const promises = Map.groupBy(
    await readPromises(rows, [...stored.keys()], { first, last }),
    ({ productId }) => productId,
  )
  const late = orders.flatMap((order): LateOrder[] => {
    const own = needs.get(order.orderId)
    if (own === undefined) return []
    const promisedOf = (productId: number): Quantity =>
      (promises.get(productId) ?? [])
        .filter((one) => isBefore(one, order))
        .reduce((sum, { quantity }) => addQuantity(sum, quantity), ZERO_QUANTITY)
    const ready = readyDay(own, worldFor(own, order.orderId, promisedOf))
    if (ready.day !== null && ready.day <= order.delivery) return []
    const days = ready.day === null ? null : daysBetween(order.delivery, ready.day)
    return [{ ...order, days, ready: shownReady(ready, stored) }]
  })
  return { rows: late, more: found.length > MOST_EXAMINED }
})
