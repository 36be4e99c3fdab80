/** Reads the past lines of a product, for one customer or for all. */
import { averagePrice, type Cents, discountFrom, type Quantity, type UnitPrice } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { pageOf } from '#server/paging.ts'
import type { OrderStatus } from '../domain/order.ts'
import { HISTORY_PAGE, salesHistory, SOLD_STATUSES } from '../domain/sales-history.ts'

type LineRow = {
  orderId: number
  lineNo: number
  created: string
  status: OrderStatus
  customerId: number
  customer: string
  quantity: Quantity
  salesPrice: UnitPrice
  total: Cents
}

export const salesHistoryQuery = query(salesHistory, async ({ rows }, { productId, customerId, page }) => {
  const product = await rows.maybe<{ id: number; name: string; sku: string; unit: string; listPrice: UnitPrice }>(sql`
    select id, name, sku, unit, sales_price_e4 as "listPrice" from products where id = ${productId}`)
  if (!product) return refuse('missing', 'orders.product-missing', { productId })
  const ofWhom = customerId === undefined ? sql`` : sql`and o.customer_id = ${customerId}`
  const lines = await rows.many<LineRow>(sql`
    select l.order_id as "orderId", l.line_no as "lineNo", o.created_at as created, o.status,
      o.customer_id as "customerId", o.name as customer, l.quantity_e4 as quantity, l.sales_price_e4 as "salesPrice",
      l.total_cents as total
    from order_lines l join orders o on o.id = l.order_id
    where l.product_id = ${productId} and o.status <> 'OFFER-DELETE' ${ofWhom}
    order by l.order_id desc, l.line_no
    ${pageOf(page, HISTORY_PAGE)}`)
  const soldLines = sql`order_lines l join orders o on o.id = l.order_id
    where l.product_id = ${productId} and o.status = any(${SOLD_STATUSES}::text[]) ${ofWhom}`
  const sold = await rows.one<{ lines: number; quantity: Quantity; total: Cents; lastPrice: UnitPrice | null }>(sql`
    select count(*)::int as lines, coalesce(sum(l.quantity_e4), 0)::bigint as quantity,
      coalesce(sum(l.total_cents), 0)::bigint as total,
      (select l.sales_price_e4 from ${soldLines} order by l.order_id desc, l.line_no desc limit 1) as "lastPrice"
    from ${soldLines}`)
  return {
    product,
    rows: lines.slice(0, HISTORY_PAGE).map((line) => ({
      ...line,
      discount: discountFrom(product.listPrice, line.salesPrice),
    })),
    more: lines.length > HISTORY_PAGE,
    sold: { ...sold, averagePrice: averagePrice(sold.total, sold.quantity) },
  }
})
