/** What is to be said of a payment in cash (C-92). */
import { readCashWarnings } from '#features/orders/server/cash-limit.ts'
import { type Cents, largerCents, subtractCents, ZERO_CENTS } from '#kernel/money.ts'
import { type CashWarning, cashWarning } from '#kernel/tax/cash-limit.ts'
import { isBusiness, type KindFacts } from '#kernel/tax/customer-kind.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { NewPayment } from '../domain/payment.ts'

/** Reports whether the other side of a payment is a business. Providers are. */
export async function isOfBusiness(rows: Rows, customerId: number | null): Promise<boolean> {
  if (customerId === null) return true
  const customer = await rows.maybe<KindFacts>(
    sql`select vat, country, tax_kind as "taxKind" from customers where id = kept_customer(${customerId})`,
  )
  return customer === null || isBusiness(customer)
}

type Paid = Pick<NewPayment, 'type' | 'amount' | 'customerId' | 'salespersonId' | 'orderId'>

/** Returns what the law says of a payment; null if it says nothing. Without an order, the amount stands for the document that it pays. */
export async function readCashWarning(
  rows: Rows,
  { type, amount, customerId, salespersonId = null, orderId }: Paid,
): Promise<CashWarning | null> {
  if (type !== 'CASH' || salespersonId !== null) return null
  if (orderId !== null) return (await readCashWarnings(rows, [orderId])).get(orderId) ?? null
  const size = largerCents(amount, subtractCents(ZERO_CENTS, amount))
  return cashWarning({ business: await isOfBusiness(rows, customerId), net: size, total: size })
}

/** Returns the warning of each document that cash of a party is matched to: of orders, or of invoices of a provider. */
export async function cashWarningsOfDocuments(
  rows: Rows,
  kind: 'customers' | 'providers',
  ids: readonly number[],
): Promise<ReadonlyMap<number, CashWarning>> {
  if (kind === 'customers') return readCashWarnings(rows, ids)
  const invoices = await rows.many<{ id: number; net: Cents; total: Cents }>(
    sql`select id, goods_cents as net, total_cents as total from inbound_invoices where id = any(${[...ids]}::bigint[])`,
  )
  return new Map(
    invoices.flatMap((invoice) => {
      const warning = cashWarning({ ...invoice, business: true })
      return warning === null ? [] : [[invoice.id, warning] as const]
    }),
  )
}
