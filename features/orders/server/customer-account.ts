/** Reads the account part of the customer page. */
import { customerAccountPage, customerOpenOrders } from '#features/customers/domain/account-contract.ts'
import { newYearOf } from '#features/customers/domain/statement.ts'
import { readAccount, readEntries } from '#features/customers/server/account.ts'
import { readCustomer } from '#features/customers/server/customer-kind.ts'
import { LENT_BY_NAME, readLent } from '#features/loans/server/balances.ts'
import { agingOf } from '#features/parties/domain/aging.ts'
import { readMatches } from '#features/ledger/server/matches.ts'
import { debtsOf, overdueOf } from '#features/parties/domain/due.ts'
import { readUsualDays } from '#features/parties/server/due-day.ts'
import { withBalances } from '#features/parties/domain/balances.ts'
import { averageCents, type Cents, sumCents, sumQuantities } from '#kernel/money.ts'
import { query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { STATUSES_IN_LISTS, listOf, type OrderList } from '../domain/customer-lists.ts'
import { ORDER_STATUSES, type OrderStatus, UNORDERED_STATUSES } from '../domain/order.ts'

/** The page shows this many transactions. Customers with more appear in the reports. */
const MOST_TRANSACTIONS = 2_000

type AccountOrder = {
  id: number
  status: OrderStatus
  createdAt: string
  expectedDelivery: string | null
  description: string
  total: Cents
}

/** Returns the figures, the balance by age, open orders by list, transactions and lent items of a customer. */
export const customerAccountPageQuery = query(customerAccountPage, async ({ rows, today }, { id }) => {
  const { paymentDays } = await readCustomer(rows, id)
  const entries = await readEntries(rows, id)
  const matches = await readMatches(rows, 'customers', id)
  const terms = { own: paymentDays, usual: await readUsualDays(rows, 'customers') }
  const debts = debtsOf(entries, terms, today, matches)
  const debtOf = new Map(debts.map(({ entry, open, due, late }) => [entry, { open, due, late }]))
  const lent = await readLent(rows, id, LENT_BY_NAME)
  const loans = lent.map(({ productName: name, ...others }) => ({ ...others, name }))
  const shipped = entries.filter(({ kind }) => kind === 'order')
  const sold = entries.filter(({ kind }) => kind === 'order' || kind === 'credit')
  const balanced = withBalances(entries.map((entry) => ({ ...entry, debt: debtOf.get(entry) })))
  const parts = await readAccount(rows, id)
  return {
    statistics: {
      orders: await countOrders(rows, id),
      ...parts,
      salesThisYear: sumCents(sold.filter(({ date }) => date >= newYearOf(today)).map(({ amount }) => amount)),
      averageOrder: averageCents(parts.sales, shipped.length),
      lastOrder: await readLastOrder(rows, id),
      loans: sumQuantities(loans.map(({ quantity }) => quantity)),
    },
    aging: agingOf(entries, today, matches),
    overdue: overdueOf(debts),
    ...(await readOpenOrders(rows, id)),
    transactions: balanced
      .slice(-MOST_TRANSACTIONS)
      .map(({ pair, ...entry }) => ({ ...entry, cancelled: pair != null })),
    truncated: balanced.length > MOST_TRANSACTIONS,
    loans,
  }
})

/** Returns the open orders of a customer by list. */
export const customerOpenOrdersQuery = query(customerOpenOrders, async ({ rows }, { id }) => {
  await readCustomer(rows, id)
  return readOpenOrders(rows, id)
})

/** Returns how many orders are in each status, in the order of the life cycle. */
async function countOrders(rows: Rows, customerId: number): Promise<Record<string, number>> {
  const counts = await rows.many<{ status: OrderStatus; count: number }>(sql`
    select status, count(*)::int as count from orders
    where customer_id = ${customerId} and status <> 'OFFER-DELETE' group by status
    order by array_position(${ORDER_STATUSES}::text[], status)`)
  return Object.fromEntries(counts.map((row) => [row.status, row.count]))
}

const readLastOrder = (
  rows: Rows,
  customerId: number,
): Promise<{ id: number; createdAt: string; status: string } | null> =>
  rows
    .maybe<{ id: number; createdAt: string; status: string }>(sql`
      select id, created_at as "createdAt", status from orders
      where customer_id = ${customerId} and status <> all(${UNORDERED_STATUSES}::text[])
      order by created_at desc, id desc limit 1`)
    .then((order) => order ?? null)

async function readOpenOrders(rows: Rows, customerId: number): Promise<Record<OrderList, AccountOrder[]>> {
  const open = await rows.many<AccountOrder>(sql`
    select id, status, created_at as "createdAt", expected_delivery_at as "expectedDelivery", description, total_cents as total
    from orders where customer_id = ${customerId} and status = any(${STATUSES_IN_LISTS}::text[])
    order by id desc`)
  const lists: Record<OrderList, AccountOrder[]> = { offers: [], pending: [], preparation: [] }
  for (const order of open) {
    const list = listOf(order.status)
    if (list) lists[list].push(order)
  }
  return lists
}
