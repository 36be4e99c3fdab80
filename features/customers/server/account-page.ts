/** Reads the account part of the customer page. */
import { agingOf } from '#features/parties/domain/aging.ts'
import { readCustomerMatches } from '#features/parties/server/matches.ts'
import { debtsOf, overdueOf } from '#features/parties/domain/due.ts'
import { readUsualDays } from '#features/parties/server/due-day.ts'
import { withBalances } from '#features/parties/domain/balances.ts'
import { averageCents, type Cents, type Quantity, sumCents, sumQuantities } from '#kernel/money.ts'
import { query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { LISTED_STATUSES, listOf, type OrderList, UNORDERED_STATUSES } from '../domain/account.ts'
import { customerAccountPage } from '../domain/account-contract.ts'
import { newYearOf } from '../domain/statement.ts'
import { readAccount } from './account.ts'
import { readEntries } from './entries.ts'
import { readCustomer } from './customer-kind.ts'

/** The page shows this many transactions. Customers with more appear in the reports. */
const MOST_TRANSACTIONS = 2_000

type AccountOrder = {
  id: number
  status: string
  createdAt: string
  expectedDelivery: string | null
  description: string
  total: Cents
}

/** Returns the figures, the balance by age, open orders by list, transactions and lent items of a customer. */
export const customerAccountPageQuery = query(customerAccountPage, async ({ rows, today }, { id }) => {
  const { paymentDays } = await readCustomer(rows, id)
  const entries = await readEntries(rows, id)
  const matches = await readCustomerMatches(rows, id)
  const terms = { own: paymentDays, usual: await readUsualDays(rows, 'customers') }
  const debts = debtsOf(entries, terms, today, matches)
  const debtOf = new Map(debts.map(({ entry, open, due, late }) => [entry, { open, due, late }]))
  const loans = await readLoans(rows, id)
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

async function countOrders(rows: Rows, customerId: number): Promise<Record<string, number>> {
  const counts = await rows.many<{ status: string; count: number }>(sql`
    select status, count(*)::int as count from orders
    where customer_id = ${customerId} and status <> 'OFFER-DELETE' group by status`)
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

/**
 * Returns balance and held quantity of each product. Rows of external programs without a product id are grouped by
 * name.
 */
const readLoans = (
  rows: Rows,
  customerId: number,
): Promise<{ productId: number | null; name: string; quantity: Quantity; held: Quantity }[]> =>
  rows.many(sql`
    select lent.product_id as "productId", coalesce(p.name, lent.product_name) as name, lent.balance_e4 as quantity,
      lent.held_e4 as held
    from loan_sums lent left join products p on p.id = lent.product_id
    where lent.customer_id = ${customerId} and lent.balance_e4 <> 0
    order by coalesce(p.name, lent.product_name) collate "und-x-icu", lent.product_id`)

async function readOpenOrders(rows: Rows, customerId: number): Promise<Record<OrderList, AccountOrder[]>> {
  const open = await rows.many<AccountOrder>(sql`
    select id, status, created_at as "createdAt", expected_delivery_at as "expectedDelivery", description, total_cents as total
    from orders where customer_id = ${customerId} and status = any(${LISTED_STATUSES}::text[])
    order by id desc`)
  const lists: Record<OrderList, AccountOrder[]> = { offers: [], pending: [], preparation: [] }
  for (const order of open) {
    const list = listOf(order.status)
    if (list) lists[list].push(order)
  }
  return lists
}
