/** What is to be said of cash on the documents of orders (C-92). */
import type { Cents } from '#kernel/money.ts'
import { type CashWarning, cashWarning } from '#kernel/tax/cash-limit.ts'
import { isBusiness, type KindFacts } from '#kernel/tax/customer-kind.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { DOCUMENTS } from './lock-orders.ts'

/** What decides about the warning of an order. */
export type CashFacts = KindFacts & { readonly net: Cents; readonly total: Cents }

/**
 * Selects `CashFacts` of an order `o` of a customer `c` as JSON. The parts of a delivered order are on one invoice, and its sums count; before
 * the invoice those of the order do.
 */
export const CASH_FACTS: Sql = sql`(
  select json_build_object('vat', c.vat, 'country', c.country, 'taxKind', c.tax_kind,
    'net', coalesce(max(d.net_cents), o.products_cents), 'total', coalesce(max(d.total_cents), o.total_cents))
  from order_documents d where ${DOCUMENTS} and d.kind = 'invoice' and d.status = 'ACKNOWLEDGED')`

export const cashWarningOf = (facts: CashFacts): CashWarning | null =>
  cashWarning({ ...facts, business: isBusiness(facts) })

/** Returns the warning of each of the orders that has one. */
export async function readCashWarnings(
  rows: Rows,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, CashWarning>> {
  if (orderIds.length === 0) return new Map()
  const orders = await rows.many<{ id: number; facts: CashFacts }>(sql`
    select o.id, ${CASH_FACTS} as facts from orders o join customers c on c.id = o.customer_id where ${isOneOf(sql`o.id`, orderIds)}`)
  return new Map(
    orders.flatMap(({ id, facts }) => {
      const warning = cashWarningOf(facts)
      return warning === null ? [] : [[id, warning] as const]
    }),
  )
}
