/** Reads what waits for the role of a person. Each line reads the first records of one index, and names the most urgent of them. */
import { INVOICED_FROM } from '#features/invoicing/domain/sending.ts'
import { OPEN_STATUSES, type OrderStatus } from '#features/orders/domain/order.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { paymentsRights } from '#features/payments/domain/rights.ts'
import { productionRights } from '#features/production/domain/rights.ts'
import { readUnmetClaims } from '#features/production/server/claims.ts'
import { purchasesRights } from '#features/supplier-catalogue/domain/rights.ts'
import { overdueDebts } from '#features/reminders/server/due-list.ts'
import { usersRights } from '#accounts/domain/rights.ts'
import { waitingAccounts } from '#features/users/server/notices/waiting-accounts.ts'
import { MOST_COUNTED } from '#kernel/contract.ts'
import { addDays, type Day } from '#kernel/day.ts'
import type { Cents } from '#kernel/money.ts'
import { may, type Right } from '#kernel/rights.ts'
import { query } from '#server/command.ts'
import { empty, type Rows, type Sql, sql } from '#server/db/database.ts'
import {
  dashboardLines,
  type DashboardLine,
  linesOf,
  type LineName,
  MOST_LINES,
  MOST_NAMED,
  type NamedKind,
} from '../domain/lines.ts'
import { type FoundRecord, nameRecords } from './name-records.ts'

type Line = {
  readonly right: Right
  readonly to: string
  readonly kind: NamedKind
  /** Selects `id`, `day` and `cents` of each record. */
  readonly records: Sql | ((rows: Rows) => Promise<Sql>)
  /** Selects the same of the records that may be named, if it reads less than `records`. `named` are the orders of earlier lines. */
  readonly first?: (named: readonly number[]) => Sql
  /** Which records are named first. By their day if left out. */
  readonly by?: Sql
}

const listOf = (statuses: readonly OrderStatus[], delivery = ''): string =>
  `/orders?show=ALL&f.status=${encodeURIComponent(statuses.join(','))}${delivery && `&f.expectedDelivery=${delivery}`}`

/** At most `most` orders of each of these statuses whose delivery day is chosen by `when`. Each status is read from the same index. */
const orders = (statuses: readonly OrderStatus[], when: Sql, most: number): Sql => sql`
  select o.id, o.expected_delivery_at::date as day, null::bigint as cents, o.expected_delivery_at as at
  from unnest(${[...statuses]}::text[]) as s(status) cross join lateral (
    select id, expected_delivery_at from orders where status = s.status ${when} order by expected_delivery_at, id limit ${most}) o`

const ofOrders = (to: string, statuses: readonly OrderStatus[], when: Sql = empty): Line => ({
  right: ordersRights.read,
  to,
  kind: 'orders',
  records: orders(statuses, when, MOST_COUNTED + 1),
  by: sql`at`,
  first: (named) => orders(statuses, sql`${when} and id <> all(${[...named]}::bigint[])`, MOST_NAMED),
})

const ofStatus = (status: OrderStatus): Line => ofOrders(`/orders?show=${encodeURIComponent(status)}`, [status])

/** All lines. In one piece, because it is a list of what each line reads. */
const linesOn = (today: Day): Readonly<Record<LineName, Line>> => ({
  late: ofOrders(
    listOf(OPEN_STATUSES, `..${addDays(today, -1)}`),
    OPEN_STATUSES,
    sql`and expected_delivery_at < ${today}::date`,
  ),
  today: ofOrders(
    listOf(OPEN_STATUSES, `${today}..${today}`),
    OPEN_STATUSES,
    sql`and expected_delivery_at >= ${today}::date and expected_delivery_at < ${today}::date + 1`,
  ),
  short: ofStatus('PENDING-STOCK'),
  'to-send': ofStatus('STOCK-OK'),
  'to-package': ofStatus('TO-PACKAGE'),
  returned: ofStatus('RETURNED'),
  'to-invoice': ofOrders(listOf(INVOICED_FROM), INVOICED_FROM),
  cheques: {
    right: paymentsRights.read,
    to: '/cheques',
    kind: 'cheques',
    records: sql`select payment_id as id, expires as day, cents from cheques where not given and state = 'IN-HAND' and expires <= ${today}::date`,
  },
  cash: {
    right: paymentsRights.read,
    to: '/drivers-cash',
    kind: 'handovers',
    records: sql`
      select id, (created_at at time zone 'Europe/Athens')::date as day, amount_cents as cents from cash_handovers where status = 'HANDED-OVER'`,
  },
  overdue: {
    right: paymentsRights.read,
    to: '/due',
    kind: 'customers',
    // the list of overdue debts decides who owes what since when
    records: async (rows) => sql`
      select party as id, min(due) as day, sum(open)::bigint as cents from (${await overdueDebts(rows, today)}) d group by party`,
    by: sql`cents desc`,
  },
  'late-tasks': {
    right: productionRights.read,
    to: '/tasks',
    kind: 'tasks',
    records: sql`
      select id, coalesce(planned_on, expected_at::date) as day, null::bigint as cents from tasks
      where is_open and coalesce(planned_on, expected_at::date) < ${today}::date`,
  },
  'blocked-tasks': {
    right: productionRights.read,
    to: '/tasks',
    kind: 'tasks',
    // the rule of the production decides which tasks lack materials
    records: async (rows) => sql`
      select id, coalesce(planned_on, expected_at::date) as day, null::bigint as cents from tasks
      where id = any(${[...(await readUnmetClaims(rows)).keys()]}::bigint[])`,
  },
  accounts: {
    right: usersRights.write,
    to: '/people?f.state=WAITING',
    kind: 'accounts',
    // the rule of accounts decides who waits
    records: async (rows) => sql`
      select id, (created_at at time zone 'Europe/Athens')::date as day, null::bigint as cents from users
      where id = any(${[...(await waitingAccounts.find(rows, today))]}::bigint[])`,
  },
  'late-purchases': {
    right: purchasesRights.read,
    to: '/invoices?tab=requests&sort=dueOn',
    kind: 'requests',
    records: sql`
      select id, due_on as day, null::bigint as cents from inbound_invoices
      where type = 'REQUEST-PM' and state = any('{ORDERED,PART-RECEIVED}'::text[]) and due_on < ${today}::date`,
  },
})

/** The figures of a line, and a record that it may name. `id` is null if earlier lines name all of them. */
type Found = FoundRecord & { readonly count: number; readonly amount: Cents | null }

/** Returns the figures of a line beside each record that it may name; nothing if it is about nothing. */
async function readLine(rows: Rows, { records, first, by = sql`day` }: Line, named: readonly number[]) {
  const all = typeof records === 'function' ? await records(rows) : records
  const order = sql`order by ${by} nulls last, id`
  return rows.many<Found>(sql`
    with counted as (select id, day, cents from (${all}) r ${first === undefined ? order : empty} limit ${MOST_COUNTED + 1})
    select t.*, f.id, f.day, f.cents from (
      select count(*)::int as count, case when count(*) <= ${MOST_COUNTED} then sum(cents)::bigint end as amount from counted) t
    left join (select * from (${first?.(named) ?? sql`select * from counted`}) n ${order} limit ${MOST_NAMED}) f on true
    where t.count > 0 ${order}`)
}

export const dashboardLinesQuery = query(dashboardLines, async ({ rows, actor, today }) => {
  if (actor.role === null) return { today, lines: [] }
  const all = linesOn(today)
  const lines: DashboardLine[] = []
  const orderIds: number[] = []
  for (const name of linesOf(actor.role)) {
    const line = all[name]
    if (!may(actor, line.right)) continue
    const found = await readLine(rows, line, orderIds)
    const [figures] = found
    if (figures === undefined) continue
    const named = await nameRecords(rows, line.kind, found)
    if (line.kind === 'orders') orderIds.push(...named.map(({ id }) => id))
    lines.push({ name, count: figures.count, amount: figures.amount, to: line.to, named })
    if (lines.length === MOST_LINES) break
  }
  return { today, lines }
})
