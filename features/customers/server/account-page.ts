import type { Cents, Quantity } from '#kernel/money.ts'
import { query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { listOf, ORDER_LISTS, type OrderList, withBalances } from '../domain/account.ts'
import { customerAccountPage } from '../domain/contract.ts'
import { readAccount } from './account.ts'
import { readCustomer } from './write-customer.ts'

/** Transactions a page shows; a customer with more is read in the reports. */
const MOST_TRANSACTIONS = 2_000

type AccountOrder = {
  id: number
  status: string
  createdAt: string
  expectedDelivery: string | null
  description: string
  total: Cents
}

/** What a customer's page shows beside his data: figures, open orders by list, transactions. */
export const customerAccountPageQuery = query(customerAccountPage, async ({ rows }, { id }) => {
  await readCustomer(rows, id)
  const counts = await rows.many<{ status: string; count: number }>(sql`
    select status, count(*)::int as count from orders where customer_id = ${id} and status <> 'OFFER-DELETE' group by status`)
  const { loans } = await rows.one<{ loans: Quantity }>(sql`
    select coalesce(sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end), 0)::bigint as loans
    from loans where customer_id = ${id}`)
  return {
    statistics: {
      orders: Object.fromEntries(counts.map((row) => [row.status, row.count])),
      ...(await readAccount(rows, id)),
      loans,
    },
    ...(await readOpenOrders(rows, id)),
    ...(await readTransactions(rows, id)),
  }
})

async function readOpenOrders(rows: Rows, customerId: number): Promise<Record<OrderList, AccountOrder[]>> {
  const open = await rows.many<AccountOrder>(sql`
    select id, status, created_at as "createdAt", expected_delivery_at as "expectedDelivery", description, total_cents as total
    from orders where customer_id = ${customerId} and status = any(${Object.values(ORDER_LISTS).flat()}::text[])
    order by id desc`)
  const lists: Record<OrderList, AccountOrder[]> = { offers: [], pending: [], preparation: [] }
  for (const order of open) {
    const list = listOf(order.status)
    if (list) lists[list].push(order)
  }
  return lists
}

type Transaction = {
  kind: 'order' | 'payment'
  id: number
  date: string
  type: string | null
  reference: string
  amount: Cents
}

/** Shipped orders by the day they were invoiced (or written) and payments by their day, with a running balance. */
async function readTransactions(
  rows: Rows,
  customerId: number,
): Promise<{ transactions: (Transaction & { balance: Cents })[]; truncated: boolean }> {
  const all = await rows.many<Transaction>(sql`
    select kind, id, date, type, reference, amount from (
      select 'order' as kind, id, coalesce(invoiced_on, (created_at at time zone 'Europe/Athens')::date) as date,
        null as type, coalesce(refcode, '') as reference, total_cents as amount
      from orders where customer_id = ${customerId} and status = 'SHIPPED'
      union all
      select 'payment', id, date, type, receipt_code, case bound when 'Inbound' then -amount_cents else amount_cents end
      from payments where customer_id = ${customerId}
    ) t order by date, kind, id`)
  const balanced = withBalances(all)
  return { transactions: balanced.slice(-MOST_TRANSACTIONS), truncated: balanced.length > MOST_TRANSACTIONS }
}
