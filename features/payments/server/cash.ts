/** The queries about cash that drivers carry and hand over. */
import type { OutputOf } from '#kernel/contract.ts'
import { type Cents, sumCents } from '#kernel/money.ts'
import { query } from '#server/command.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { cashCarried, cashOfDrivers, type HandoverOfDriver } from '../domain/contract.ts'

/** The number of days for which a driver sees received hand-overs. */
const DAYS_SHOWN = 7
const DAYS_SHOWN_AT_OFFICE = 30
const MOST_HANDOVERS = 200

/** Payments as JSON, oldest first, as SQL. */
const payments = (where: Sql): Sql => sql`
  coalesce((
    select json_agg(json_build_object('id', id, 'customerName', entity_name, 'amount', amount_cents,
      'receiptNumber', receipt_code, 'orderId', order_id, 'date', date, 'doneAt', done_at) order by id)
    from payments where ${where}), '[]')`

/** Hand-overs `h` as JSON, open ones first, with those received in the last `days` days, as SQL. */
const handovers = (where: Sql, days: number, more: Sql = sql``): Sql => sql`
  coalesce((
    select json_agg(json_build_object('id', id, 'userName', user_name, 'status', status, 'amount', amount_cents,
      'counted', counted_cents, 'note', note, 'created', created_at, 'received', received_cents,
      'receivedNote', received_note, 'receivedBy', received_by_name, 'receivedAt', received_at${more})
      order by status, id desc)
    from (
      select * from cash_handovers
      where ${where} and (status = 'HANDED-OVER' or received_at > now() - make_interval(days => ${days}))
      order by status, id desc limit ${MOST_HANDOVERS}) h), '[]')`

type Carried = OutputOf<typeof cashCarried>

/** Returns what a person carries and has handed over, in one statement. */
export async function readCashCarried(rows: Rows, userId: number | null): Promise<Carried> {
  const { payments: carried, ...rest } = await rows.one<Pick<Carried, 'payments' | 'handovers'>>(sql`
    select ${payments(sql`carried_by = ${userId}::bigint and handover_id is null`)} as payments,
      ${handovers(sql`user_id = ${userId}::bigint`, DAYS_SHOWN)} as handovers`)
  return { amount: sumCents(carried.map((payment) => payment.amount)), payments: carried, ...rest }
}

export const cashCarriedQuery = query(cashCarried, ({ rows, actor }) => readCashCarried(rows, actor.userId))

type Carrier = { userId: number; name: string; amount: Cents; payments: number }

export const cashOfDriversQuery = query(cashOfDrivers, async ({ rows }) => {
  const carriers = await rows.many<Carrier>(sql`
    select p.carried_by as "userId", u.username as name, sum(p.amount_cents)::bigint as amount, count(*)::int as payments
    from payments p join users u on u.id = p.carried_by
    where p.carried_by is not null and p.handover_id is null
    group by p.carried_by, u.username order by u.username collate "und-x-icu"`)
  const parts = sql`, 'payments', ${payments(sql`handover_id = h.id and h.status = 'HANDED-OVER'`)}`
  const found = await rows.one<{ handovers: HandoverOfDriver[] }>(
    sql`select ${handovers(sql`true`, DAYS_SHOWN_AT_OFFICE, parts)} as handovers`,
  )
  return { carriers, handovers: found.handovers }
})
