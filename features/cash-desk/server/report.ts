/** The figures of the cash desk. They read the totals of days, so their cost does not follow the payments of all years. */
import type { PaymentType } from '#features/payments/domain/payment.ts'
import { lastDayOfShownCash, leavesOutCash, withoutLaterCash } from '#features/payments/server/hidden-cash.ts'
import { PAYMENTS_BY_DAY } from '#features/payments/server/post-payments.ts'
import { type Cents, subtractCents } from '#kernel/money.ts'
import { keptQuery } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { deskReport } from '../domain/contract.ts'
import { deskFigures, type Flow, isDrawnByMonth, newYearOf, runningBalance, type StepFlow } from '../domain/desk.ts'

type Row = {
  type: PaymentType
  inBefore: Cents
  outBefore: Cents
  inYear: Cents
  outYear: Cents
  inWithin: Cents
  outWithin: Cents
}

const flowOf = (inbound: Cents, outbound: Cents): Flow => ({
  inbound,
  outbound,
  net: subtractCents(inbound, outbound),
})

export const deskReportQuery = keptQuery(deskReport, async ({ rows, actor }, period) => {
  const { from, to } = period
  const last = await lastDayOfShownCash(rows, actor)
  const shown = withoutLaterCash(last, sql`type = 'CASH'`, sql`day`)
  const newYear = newYearOf(from)
  const found = await rows.many<Row>(sql`
    select type,
      coalesce(sum(inbound_cents) filter (where day < ${from}::date), 0)::bigint as "inBefore",
      coalesce(sum(outbound_cents) filter (where day < ${from}::date), 0)::bigint as "outBefore",
      coalesce(sum(inbound_cents) filter (where day >= ${newYear}::date and day < ${from}::date), 0)::bigint as "inYear",
      coalesce(sum(outbound_cents) filter (where day >= ${newYear}::date and day < ${from}::date), 0)::bigint as "outYear",
      coalesce(sum(inbound_cents) filter (where day >= ${from}::date), 0)::bigint as "inWithin",
      coalesce(sum(outbound_cents) filter (where day >= ${from}::date), 0)::bigint as "outWithin"
    from ${PAYMENTS_BY_DAY} p where day <= ${to}::date and ${shown} group by type`)
  const figures = deskFigures(
    found.map((row) => ({
      type: row.type,
      before: flowOf(row.inBefore, row.outBefore),
      sinceNewYear: flowOf(row.inYear, row.outYear),
      within: flowOf(row.inWithin, row.outWithin),
    })),
  )
  const byMonth = isDrawnByMonth(period)
  const step = byMonth ? sql`date_trunc('month', day)::date` : sql`day`
  const steps = await rows.many<StepFlow>(sql`
    select ${step} as day, sum(inbound_cents)::bigint as inbound, sum(outbound_cents)::bigint as outbound
    from ${PAYMENTS_BY_DAY} p where day between ${from}::date and ${to}::date and ${shown}
    group by 1 having bool_or(inbound_cents <> 0 or outbound_cents <> 0) order by 1`)
  return {
    ...figures,
    byMonth,
    points: runningBalance(figures.before.net, steps),
    withoutOpenCash: leavesOutCash(last, to),
  }
})
