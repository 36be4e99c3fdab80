/** What is to be said of cash on the documents of orders (C-92). */
import type { Cents } from '#kernel/money.ts'
import { type CashWarning, cashWarning } from '#kernel/tax/cash-limit.ts'
import { isBusiness, type KindFacts } from '#kernel/tax/customer-kind.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { DOCUMENTS } from './lock-orders.ts'

/**
 * Returns the warning of each of the orders that has one. The parts of a delivered order are on one invoice, and its sums count; before
 * the invoice those of the order do.
 */
export async function readCashWarnings(
  rows: Rows,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, CashWarning>> {
  if (orderIds.length === 0) return new Map()
  const orders = await rows.many<KindFacts & { id: number; net: Cents; total: Cents }>(sql`
    select o.id, c.vat, c.country, c.tax_kind as "taxKind",
      coalesce((i.request ->> 'net')::bigint, o.products_cents) as net, coalesce((i.request ->> 'total')::bigint, o.total_cents) as total
    from orders o join customers c on c.id = o.customer_id
      left join lateral (
        select d.request from accounting_documents d where ${DOCUMENTS} and d.kind = 'invoice' and d.status = 'ACKNOWLEDGED'
        order by d.id desc limit 1) i on true
    where ${isOneOf(sql`o.id`, orderIds)}`)
  return new Map(
    orders.flatMap((order) => {
      const warning = cashWarning({ ...order, business: isBusiness(order) })
      return warning === null ? [] : [[order.id, warning] as const]
    }),
  )
}
