import { hidesExpected } from '#features/payments/server/hidden-cash.ts'
import { refuse } from '#kernel/refusal.ts'
import { query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import {
  expectedTill,
  SHOWN_MOVEMENTS,
  type TillClosing,
  type TillDeposit,
  tillNow,
} from '../../domain/till-contract.ts'
import { unexplainedCash } from '../../domain/till.ts'
import { readCashLine, readTill } from './read-till.ts'

const readDrivers = (rows: Rows) =>
  rows.many<{ name: string; carried: number; handedOver: number }>(sql`
    select u.username as name, sum(carried)::bigint as carried, sum("handedOver")::bigint as "handedOver"
    from (
      select carried_by as user_id, case bound when 'Inbound' then amount_cents else -amount_cents end as carried, 0 as "handedOver"
      from payments where carried_by is not null and handover_id is null
      union all
      select user_id, 0, amount_cents from cash_handovers where status = 'HANDED-OVER') cash
    join users u on u.id = cash.user_id
    group by u.id, u.username order by u.username collate "und-x-icu"`)

const readClosings = (rows: Rows) =>
  rows.many<TillClosing>(sql`
    select id, day, expected_cents as expected, counted_cents as counted, pieces, note, user_name as "userName",
      closed_at as "closedAt", reopened_at as "reopenedAt", reopened_name as "reopenedName", reopen_reason as "reopenReason"
    from till_closings order by day desc, id desc limit ${SHOWN_MOVEMENTS}`)

const readDeposits = (rows: Rows) =>
  rows.many<TillDeposit>(sql`
    select d.id, d.day, d.amount_cents as amount, d.bank_name as "bankName", d.slip, d.note, d.user_name as "userName",
      d.cancels_id as "cancelsId", exists (select from till_deposits c where c.cancels_id = d.id) as cancelled
    from till_deposits d order by d.day desc, d.id desc limit ${SHOWN_MOVEMENTS}`)

export const tillNowQuery = query(tillNow, async ({ rows, actor, today }) => {
  const shows = !(await hidesExpected(rows, actor))
  const line = await readCashLine(rows, today)
  const { closedUntil } = await readTill(rows, today)
  const closings = await readClosings(rows)
  return {
    today,
    till: shows ? line.till : null,
    line: shows ? { ...line, unexplained: unexplainedCash(line) } : null,
    drivers: await readDrivers(rows),
    closedUntil,
    closings,
    deposits: await readDeposits(rows),
  }
})

export const expectedTillQuery = query(expectedTill, async ({ rows, actor }, { day }) => {
  if (await hidesExpected(rows, actor)) refuse('forbidden', 'cash-desk.expected-hidden')
  return { expected: (await readTill(rows, day)).till }
})
