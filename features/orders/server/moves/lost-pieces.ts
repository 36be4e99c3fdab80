/** Lost pieces: order lines that sell what customers were lent and did not return. Their loans are open until the order is packed. */
import { heldOf } from '#features/loans/server/held.ts'
import type { LostPieces } from '#features/loans/server/sell-lost.ts'
import { totalNeeds } from '#features/stock/domain/availability.ts'
import { PLACES, type Quantity, subtractQuantity, toNumber } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { type OrderLine, SELLING_LOST_STATUSES } from '../../domain/order.ts'

/** Selects the lost pieces that offers and orders sell and that are still lent, by customer and product. */
export const LOST_ON_ORDERS: Sql = sql`(
  select o.customer_id, l.product_id, sum(l.quantity_e4)::bigint as e4
  from order_lines l join orders o on o.id = l.order_id
  where l.lost and o.status = any(${SELLING_LOST_STATUSES}::text[])
  group by o.customer_id, l.product_id)`

/** Refuses to sell more lost pieces of an item than the customer holds and other offers and orders do not sell already. */
export async function refuseLostBeyond(
  rows: Rows,
  customer: { readonly id: number; readonly name: string },
  lines: readonly OrderLine[],
  orderId: number | undefined,
): Promise<void> {
  const lost = lines.filter((line) => line.lost)
  if (lost.length === 0) return
  for (const [productId, quantity] of totalNeeds(lost)) {
    const { other } = await rows.one<{ other: Quantity }>(sql`
      select coalesce(sum(l.quantity_e4), 0)::bigint as other from order_lines l join orders o on o.id = l.order_id
      where l.lost and l.product_id = ${productId} and o.customer_id = ${customer.id}
        and o.status = any(${SELLING_LOST_STATUSES}::text[]) and o.id <> ${orderId ?? 0}`)
    const free = subtractQuantity(await heldOf(rows, customer.id, productId), other)
    if (quantity > free)
      refuse('refused', 'orders.lost-beyond', {
        name: lost.find((line) => line.productId === productId)?.name,
        customer: customer.name,
        most: Math.max(0, toNumber(free, PLACES.quantity)),
      })
  }
}

/** Reads the lost pieces of an order. */
export const readLost = (rows: Rows, orderId: number): Promise<LostPieces[]> =>
  rows.many<LostPieces>(sql`
    select product_id as "productId", name as "productName", quantity_e4 as quantity
    from order_lines where lost and order_id = ${orderId} order by product_id`)
