/** What money is expected in the coming days: what is there now, what comes in and goes out, and the balance of each day. */
import { z } from 'zod'
import { countOutput, defineQuery, listInput, listOutput, sumsOutput, zId } from '#kernel/contract.ts'
import { addDays, type Day, zDay } from '#kernel/day.ts'
import { addCents, type Cents, subtractCents, sumCents, zCents } from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { defineReport, EXPECTED, type ExpectedKind, FLOWS } from './frame.ts'
import { reportsRights } from './rights.ts'

/** The number of days that the page shows, today included. */
export const FORECAST_DAYS = 30
/** The most days from today on that can be asked for. */
const MOST_FORECAST_DAYS = 366

export const forecast = defineReport({
  name: 'forecast',
  day: 'due',
  knows: false,
  ahead: FORECAST_DAYS,
  by: 'day',
  figures: ['money-now', 'expected-in', 'expected-out', 'money-last', 'money-lowest', 'overdue-in', 'overdue-out'],
  tables: [
    {
      name: 'now',
      columns: [
        { key: 'where', kind: 'word' },
        { key: 'received', kind: 'money' },
        { key: 'paid', kind: 'money' },
        { key: 'money', kind: 'money', sum: true },
      ],
    },
    {
      name: 'overdue',
      columns: [
        { key: 'expected', kind: 'word' },
        { key: 'incoming', kind: 'money', sum: true },
        { key: 'outgoing', kind: 'money', sum: true },
      ],
    },
    {
      name: 'days',
      columns: [
        { key: 'bucket', kind: 'bucket' },
        { key: 'incoming', kind: 'money', sum: true },
        { key: 'outgoing', kind: 'money', sum: true },
        { key: 'balance', kind: 'money' },
      ],
    },
  ],
  chart: {
    table: 'days',
    by: 'bucket',
    series: [
      { key: 'incoming', colour: 'petrol.6' },
      { key: 'outgoing', colour: 'gray.5' },
      { key: 'balance', colour: 'orange.7', line: true },
    ],
  },
})

/** Refuses a period that has passed, or that ends too far ahead. */
export function whyNotForecast(to: Day, today: Day): Refusal | null {
  if (to < today) return refusal('refused', 'reports.forecast-past', { fields: { to: 'reports.forecast-past' } })
  const last = addDays(today, MOST_FORECAST_DAYS - 1)
  return to > last ? refusal('refused', 'reports.forecast-too-far', { last }) : null
}

const INCOMING: readonly ExpectedKind[] = ['debts', 'cheques', 'coming']
export const flowOf = (kind: ExpectedKind): (typeof FLOWS)[number] => (INCOMING.includes(kind) ? 'in' : 'out')

/** What is expected of a kind on a day, or of the days before today together if `due` is null. */
export type ExpectedSum = { readonly kind: ExpectedKind; readonly due: Day | null; readonly cents: Cents }

/** Sums what comes in or goes out. */
export const expectedCents = (
  sums: readonly ExpectedSum[],
  flow: (typeof FLOWS)[number],
  fits: (sum: ExpectedSum) => boolean,
): Cents => sumCents(sums.filter((sum) => flowOf(sum.kind) === flow && fits(sum)).map(({ cents }) => cents))

export type ForecastDay = {
  readonly day: Day
  readonly incoming: Cents
  readonly outgoing: Cents
  /** The money at the end of the day. */
  readonly balance: Cents
}

/** Returns each day from today to `to`. Overdue amounts are in no day, because nobody knows when they are paid. */
export function forecastDays(money: Cents, sums: readonly ExpectedSum[], today: Day, to: Day): ForecastDay[] {
  const days: ForecastDay[] = []
  let balance = money
  for (let day = today; day <= to; day = addDays(day, 1)) {
    const incoming = expectedCents(sums, 'in', ({ due }) => due === day)
    const outgoing = expectedCents(sums, 'out', ({ due }) => due === day)
    balance = subtractCents(addCents(balance, incoming), outgoing)
    days.push({ day, incoming, outgoing, balance })
  }
  return days
}

/** Returns the first of the days with the lowest balance; undefined without days. */
export const lowestDay = (days: readonly ForecastDay[]): ForecastDay | undefined =>
  days.reduce<ForecastDay | undefined>(
    (low, one) => (low === undefined || one.balance < low.balance ? one : low),
    undefined,
  )

export const EXPECTED_PAGE = 100
const EXPECTED_SORTS = ['due', 'cents', 'id'] as const

const expectedInput = listInput(
  { expected: z.enum(FLOWS), kind: z.enum(EXPECTED), from: zDay, to: zDay },
  EXPECTED_SORTS,
)

const zExpected = z.object({
  /** Distinguishes the rows: a document, a payment and a party can have the same id. */
  key: z.int(),
  kind: z.enum(EXPECTED),
  /** What is opened: a document, or the customer or provider of an opening balance. */
  what: z.enum(['order', 'invoice', 'payment', 'customer', 'provider']),
  id: zId,
  due: zDay,
  name: z.string(),
  number: z.string(),
  cents: zCents,
})
export type Expected = z.output<typeof zExpected>

const right = reportsRights.read

/** Returns the expected amounts that sum to a figure of the forecast. */
export const listExpected = defineQuery('reports.expected', {
  right,
  input: expectedInput,
  output: listOutput(zExpected),
})
export const countExpected = defineQuery('reports.expected-count', { right, input: expectedInput, output: countOutput })
export const sumExpected = defineQuery('reports.expected-sums', { right, input: expectedInput, output: sumsOutput })
