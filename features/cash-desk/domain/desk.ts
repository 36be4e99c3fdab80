/** The figures of the cash desk over a period. */
import type { PaymentType } from '#features/payments/domain/payment.ts'
import { addDays, type Day } from '#kernel/day.ts'
import type { Period } from '#kernel/days/period.ts'
import { addCents, type Cents, subtractCents, ZERO_CENTS } from '#kernel/money.ts'

/** The types in the order of the cash desk. */
export const DESK_TYPES = ['CASH', 'BANK', 'CARD', 'CHECK'] as const satisfies readonly PaymentType[]

/** What came in, what went out, and the difference. */
export type Flow = { readonly inbound: Cents; readonly outbound: Cents; readonly net: Cents }
const NO_FLOW: Flow = { inbound: ZERO_CENTS, outbound: ZERO_CENTS, net: ZERO_CENTS }

function addFlows(a: Flow, b: Flow): Flow {
  const inbound = addCents(a.inbound, b.inbound)
  const outbound = addCents(a.outbound, b.outbound)
  return { inbound, outbound, net: subtractCents(inbound, outbound) }
}

/** A figure before the period, in it, and up to its last day. */
export type Block = { readonly before: Flow; readonly within: Flow; readonly upTo: Flow }

/** The amounts of one type before the period, from 1 January until the day before the period, and in the period. */
export type TypeAmounts = {
  readonly type: PaymentType
  readonly before: Flow
  readonly sinceNewYear: Flow
  readonly within: Flow
}

export type DeskFigures = Block & {
  /** The second figure before the period: from 1 January of its first day (C-54). */
  readonly sinceNewYear: Flow
  readonly types: (Block & { readonly type: PaymentType })[]
}

const blockOf = ({ before, within }: Pick<TypeAmounts, 'before' | 'within'>): Block => ({
  before,
  within,
  upTo: addFlows(before, within),
})

/** Returns the blocks of all types together and of each type. A type without payments has zeros. */
export function deskFigures(amounts: readonly TypeAmounts[]): DeskFigures {
  const sum = (part: (amounts: TypeAmounts) => Flow): Flow =>
    amounts.reduce((total, one) => addFlows(total, part(one)), NO_FLOW)
  return {
    ...blockOf({ before: sum((one) => one.before), within: sum((one) => one.within) }),
    sinceNewYear: sum((one) => one.sinceNewYear),
    types: DESK_TYPES.map((type) => {
      const found = amounts.find((one) => one.type === type)
      return { type, ...blockOf(found ?? { before: NO_FLOW, within: NO_FLOW }) }
    }),
  }
}

/** What came in and went out on a day or in a month that has payments. */
export type StepFlow = { readonly day: Day; readonly inbound: Cents; readonly outbound: Cents }

/** A point of the running balance: the balance at the end of a day, or of a month that `day` begins. */
export type BalancePoint = StepFlow & { readonly balance: Cents }

/** Periods of more days are drawn by month. */
const MOST_DAYS_DRAWN = 366

/** Reports whether the running balance of the period has a point for each month instead of each day. */
export const isDrawnByMonth = ({ from, to }: Period): boolean => addDays(from, MOST_DAYS_DRAWN) <= to

/** Returns the running balance, which begins with the balance before the period. */
export function runningBalance(before: Cents, steps: readonly StepFlow[]): BalancePoint[] {
  let balance = before
  return steps.map((step) => {
    balance = addCents(balance, subtractCents(step.inbound, step.outbound))
    return { ...step, balance }
  })
}

/** Returns 1 January of the year of a day. */
export const newYearOf = (day: Day): Day => `${day.slice(0, 4)}-01-01` as Day
