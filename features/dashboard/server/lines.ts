/** Reads what waits for the role of a person. Each line reads the first records of one index. */
import { type OrderStatus, PROMISED_STATUSES, UNDELIVERED_STATUSES } from '#features/orders/domain/order.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { paymentsRights } from '#features/payments/domain/rights.ts'
import { productionRights } from '#features/production/domain/rights.ts'
import { readUnmetClaims } from '#features/production/server/claims.ts'
import { purchasesRights } from '#features/supplier-catalogue/domain/rights.ts'
import { overdueDebts } from '#features/reminders/server/due-list.ts'
import { usersRights } from '#accounts/domain/rights.ts'
import { waitingAccounts } from '#features/users/server/notices/waiting-accounts.ts'
import { addDays, type Day } from '#kernel/day.ts'
import type { Cents } from '#kernel/money.ts'
import { may, type Right } from '#kernel/rights.ts'
import { query } from '#server/command.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import {
  dashboardLines,
  type DashboardLine,
  linesOf,
  type LineName,
  MOST_COUNTED,
  MOST_LINES,
} from '../domain/lines.ts'

type Line = {
  readonly right: Right
  readonly to: string
  /** Selects `day` and `cents` of each record. */
  readonly records: Sql | ((rows: Rows) => Promise<Sql>)
}

/** Orders that are promised and not delivered. */
const OPEN: readonly OrderStatus[] = [...new Set([...PROMISED_STATUSES, ...UNDELIVERED_STATUSES])]

const listOf = (delivery: string): string =>
  `/orders?show=ALL&f.status=${encodeURIComponent(OPEN.join(','))}&f.expectedDelivery=${delivery}`

/** Orders of the statuses whose delivery day is chosen by `when`. Each status is read from the same index. */
const orders = (statuses: readonly OrderStatus[], when: Sql): Sql => sql`
  select o.expected_delivery_at::date as day, null::bigint as cents
  from unnest(${[...statuses]}::text[]) as s(status) cross join lateral (
    select expected_delivery_at from orders where status = s.status ${when} order by expected_delivery_at limit ${MOST_COUNTED}) o`

const ofStatus = (status: OrderStatus): Line => ({
  right: ordersRights.read,
  to: `/orders?show=${encodeURIComponent(status)}`,
  records: orders([status], sql``),
})

const linesOn = (today: Day): Readonly<Record<LineName, Line>> => ({
  late: {
    right: ordersRights.read,
    to: listOf(`..${addDays(today, -1)}`),
    records: orders(OPEN, sql`and expected_delivery_at < ${today}::date`),
  },
  today: {
    right: ordersRights.read,
    to: listOf(`${today}..${today}`),
    records: orders(
      OPEN,
      sql`and expected_delivery_at >= ${today}::date and expected_delivery_at < ${today}::date + 1`,
    ),
  },
  short: ofStatus('PENDING-STOCK'),
  'to-package': ofStatus('TO-PACKAGE'),
  returned: ofStatus('RETURNED'),
  'to-invoice': ofStatus('READY-TO-INVOICE'),
  cheques: {
    right: paymentsRights.read,
    to: '/cheques',
    records: sql`select expires as day, cents from cheques where not given and state = 'IN-HAND' and expires <= ${today}::date`,
  },
  cash: {
    right: paymentsRights.read,
    to: '/drivers-cash',
    records: sql`
      select (created_at at time zone 'Europe/Athens')::date as day, amount_cents as cents from cash_handovers where status = 'HANDED-OVER'`,
  },
  overdue: {
    right: paymentsRights.read,
    to: '/due',
    // the list of overdue debts decides who owes what since when
    records: async (rows) => sql`
      select min(due) as day, sum(open)::bigint as cents from (${await overdueDebts(rows, today)}) d group by party`,
  },
  'late-tasks': {
    right: productionRights.read,
    to: '/tasks',
    records: sql`
      select coalesce(planned_on, expected_at::date) as day, null::bigint as cents from tasks
      where is_open and coalesce(planned_on, expected_at::date) < ${today}::date`,
  },
  'blocked-tasks': {
    right: productionRights.read,
    to: '/tasks',
    // the rule of the production decides which tasks lack materials
    records: async (rows) => sql`
      select coalesce(planned_on, expected_at::date) as day, null::bigint as cents from tasks
      where id = any(${[...(await readUnmetClaims(rows)).keys()]}::bigint[])`,
  },
  accounts: {
    right: usersRights.write,
    to: '/people?f.state=WAITING',
    // the rule of accounts decides who waits
    records: async (rows) => sql`
      select (created_at at time zone 'Europe/Athens')::date as day, null::bigint as cents from users
      where id = any(${[...(await waitingAccounts.find(rows, today))]}::bigint[])`,
  },
  'late-purchases': {
    right: purchasesRights.read,
    to: '/invoices?tab=requests&sort=dueOn',
    records: sql`
      select due_on as day, null::bigint as cents from inbound_invoices
      where type = 'REQUEST-PM' and state = any('{ORDERED,PART-RECEIVED}'::text[]) and due_on < ${today}::date`,
  },
})

export const dashboardLinesQuery = query(dashboardLines, async ({ rows, actor, today }) => {
  if (actor.role === null) return { lines: [] }
  const all = linesOn(today)
  const lines: DashboardLine[] = []
  for (const name of linesOf(actor.role)) {
    const { right, to, records } = all[name]
    if (!may(actor, right)) continue
    const read = typeof records === 'function' ? await records(rows) : records
    const found = await rows.one<{ count: number; oldest: Day | null; amount: Cents | null }>(sql`
      select count(*)::int as count, min(day) as oldest, sum(cents)::bigint as amount from (${read} limit ${MOST_COUNTED}) r`)
    if (found.count > 0) lines.push({ name, to, ...found })
    if (lines.length === MOST_LINES) break
  }
  return { lines }
})
