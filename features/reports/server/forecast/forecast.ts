/** The forecast of cash: the money of now, what is expected, and the balance at the end of each coming day. */
import { cashDeskRights } from '#features/cash-desk/domain/rights.ts'
import { type MoneyNow, readMoneyNow } from '#features/cash-desk/server/money-now.ts'
import { paymentsRights } from '#features/payments/domain/rights.ts'
import { addDays, type Day } from '#kernel/day.ts'
import { type Cents, subtractCents, sumCents, ZERO_CENTS } from '#kernel/money.ts'
import { stopOn } from '#kernel/refusal.ts'
import { may } from '#kernel/rights.ts'
import type { View } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import {
  expectedCents,
  type ExpectedSum,
  flowOf,
  forecast,
  type ForecastDay,
  forecastDays,
  lowestDay,
  whyNotForecast,
} from '../../domain/forecast.ts'
import { type DocumentsOf, EXPECTED, type FigureOf, type ReportAnswer, type ReportRow } from '../../domain/frame.ts'
import { BEGINNING, READ_AT } from '../frame/counted.ts'
import { reportQuery } from '../frame/report.ts'
import { readExpectedSums } from './expected.ts'

type Answered = ReportAnswer['figures'][number]['of']
type Parts = NonNullable<ReportRow['parts']>

/** A row whose amounts open different documents. An amount without a part is the difference of others. */
const rowOf = (key: string, values: ReportRow['values'], parts: Readonly<Record<string, Answered>>): ReportRow => ({
  key,
  values,
  documents: 0,
  only: null,
  of: { source: 'payment' },
  parts: Object.fromEntries(Object.entries(parts).filter(([, of]) => of !== null)) as Parts,
})

/** Returns where the money is now. */
function moneyRows({ actor, today }: View, money: MoneyNow): ReportRow[] {
  const page = (of: Extract<FigureOf, { page: string }>['page']): Answered =>
    may(actor, of === '/cashregister' ? cashDeskRights.read : paymentsRights.read) ? { page: of } : null
  const place = (where: string, cents: Cents, of: Answered) =>
    rowOf(where, { where, received: null, paid: null, money: cents }, { money: of })
  const flows = (where: string, type: 'BANK' | 'CARD', { received, paid }: MoneyNow['cards']) => {
    const of = (bound: 'Inbound' | 'Outbound'): DocumentsOf => ({
      source: 'payment',
      bound,
      type,
      from: BEGINNING,
      to: today,
    })
    const values = { where, received, paid, money: subtractCents(received, paid) }
    return rowOf(where, values, { received: of('Inbound'), paid: of('Outbound') })
  }
  return [
    place(money.counted ? 'till-counted' : 'till', money.till, page('/cashregister')),
    place('drivers', money.drivers, page('/drivers-cash')),
    place('deposits', money.deposits, page('/cashregister')),
    flows('transfers', 'BANK', money.transfers),
    flows('cards', 'CARD', money.cards),
    place('bank-cheques', money.cheques, page('/cheques')),
  ]
}

/** Returns what was due before today, by kind. It is in no balance. */
const overdueRows = (sums: readonly ExpectedSum[], today: Day): ReportRow[] =>
  EXPECTED.flatMap((kind) => {
    const cents = sumCents(sums.filter((sum) => sum.kind === kind && sum.due === null).map((sum) => sum.cents))
    if (cents === 0) return []
    const column = flowOf(kind) === 'in' ? 'incoming' : 'outgoing'
    const values = { expected: kind, incoming: null, outgoing: null, [column]: cents }
    return [rowOf(kind, values, { [column]: { expected: flowOf(kind), kind, to: addDays(today, -1) } })]
  })

/** A day without movement has empty cells, so that the others are found at once. */
const moved = (cents: Cents): Cents | null => (cents === 0 ? null : cents)

const dayRow = ({ day, incoming, outgoing, balance }: ForecastDay, lowest: Day | undefined): ReportRow => ({
  ...rowOf(
    day,
    { bucket: day, incoming: moved(incoming), outgoing: moved(outgoing), balance },
    { incoming: { expected: 'in', from: day, to: day }, outgoing: { expected: 'out', from: day, to: day } },
  ),
  ...(day === lowest && { mark: 'lowest' as const }),
})

export const forecastQuery = reportQuery(forecast, async (view, { from, to }) => {
  const { rows, today } = view
  stopOn(whyNotForecast(to, today))
  const { read } = await rows.one<{ read: string }>(sql`select ${READ_AT} as read`)
  const now = moneyRows(view, await readMoneyNow(view))
  const money = sumCents(now.map(({ values }) => Number(values['money']) as Cents))
  const sums = await readExpectedSums(rows, today, to)
  const days = forecastDays(money, sums, today, to)
  const lowest = lowestDay(days)
  const overdue = (flow: 'in' | 'out'): Cents => expectedCents(sums, flow, ({ due }) => due === null)
  const coming = (flow: 'in' | 'out'): Cents => expectedCents(sums, flow, ({ due }) => due !== null)
  return {
    read,
    figures: [
      { name: 'money-now', cents: money, of: null },
      { name: 'expected-in', cents: coming('in'), of: { expected: 'in', from: today, to } },
      { name: 'expected-out', cents: coming('out'), of: { expected: 'out', from: today, to } },
      { name: 'money-last', cents: days.at(-1)?.balance ?? ZERO_CENTS, of: null, day: to },
      { name: 'money-lowest', cents: lowest?.balance ?? ZERO_CENTS, of: null, ...(lowest && { day: lowest.day }) },
      { name: 'overdue-in', cents: overdue('in'), of: { expected: 'in', to: addDays(today, -1) } },
      { name: 'overdue-out', cents: overdue('out'), of: { expected: 'out', to: addDays(today, -1) } },
    ],
    tables: {
      now,
      overdue: overdueRows(sums, today),
      days: days.filter(({ day }) => day >= from).map((day) => dayRow(day, lowest?.day)),
    },
  }
})
