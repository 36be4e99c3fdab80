import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Day } from '#kernel/day.ts'
import { cents } from '#kernel/money.ts'
import { zDeskPeriod } from './contract.ts'
import {
  DESK_TYPES,
  deskFigures,
  type Flow,
  isDrawnByMonth,
  newYearOf,
  runningBalance,
  type TypeAmounts,
} from './desk.ts'
import { cancelDeposit, reopenDay } from './till-contract.ts'

const day = (text: string) => text as Day
const amount = fc.integer({ min: -1_000_000, max: 1_000_000 }).map(cents)
const flow = fc
  .record({ inbound: amount, outbound: amount })
  .map(({ inbound, outbound }): Flow => ({ inbound, outbound, net: cents(inbound - outbound) }))
const amounts = fc.uniqueArray(
  fc.record({ type: fc.constantFrom(...DESK_TYPES), before: flow, sinceNewYear: flow, within: flow }),
  { selector: ({ type }) => type },
) satisfies fc.Arbitrary<TypeAmounts[]>

describe('the figures of the cash desk', () => {
  test('the figures of the four types add up to the blocks, and before plus in the period is up to its end', () => {
    fc.assert(
      fc.property(amounts, (given) => {
        const figures = deskFigures(given)
        expect(figures.types.map(({ type }) => type)).toEqual([...DESK_TYPES])
        for (const part of ['before', 'within', 'upTo'] as const) {
          expect(figures.types.reduce((sum, type) => sum + type[part].net, 0)).toBe(figures[part].net)
        }
        for (const block of [figures, ...figures.types])
          expect(block.upTo.net).toBe(block.before.net + block.within.net)
        expect(figures.sinceNewYear.net).toBe(given.reduce((sum, { sinceNewYear }) => sum + sinceNewYear.net, 0))
      }),
    )
  })

  test('without payments all twelve figures are zero', () => {
    const { types } = deskFigures([])
    expect(types.flatMap(({ before, within, upTo }) => [before.net, within.net, upTo.net])).toEqual(Array(12).fill(0))
  })
})

describe('the running balance', () => {
  test('begins with the balance before the period and ends with the balance up to its last day', () => {
    const steps = fc.array(fc.record({ day: fc.constant(day('2026-11-20')), inbound: amount, outbound: amount }))
    fc.assert(
      fc.property(amount, steps, (before, given) => {
        const points = runningBalance(before, given)
        const net = given.reduce((sum, { inbound, outbound }) => sum + inbound - outbound, 0)
        expect(points.at(-1)?.balance ?? before).toBe(before + net)
        expect(points).toHaveLength(given.length)
      }),
    )
  })

  test('has a point for each day of up to 366 days, and for each month of a longer period', () => {
    expect(isDrawnByMonth({ from: day('2026-01-01'), to: day('2027-01-01') })).toBe(false)
    expect(isDrawnByMonth({ from: day('2026-01-01'), to: day('2027-01-02') })).toBe(true)
  })

  test('the second figure begins on 1 January of the year of the first day (C-54)', () => {
    expect([newYearOf(day('2026-11-27')), newYearOf(day('2027-01-01'))]).toEqual(['2026-01-01', '2027-01-01'])
  })
})

test('a period ends on its first day or later', () => {
  const isPeriod = (from: string, to: string) => zDeskPeriod.safeParse({ from, to }).success
  expect([isPeriod('2026-11-01', '2026-11-01'), isPeriod('2026-11-01', '2026-11-02')]).toEqual([true, true])
  expect(isPeriod('2026-11-02', '2026-11-01')).toBe(false)
})

test.each([reopenDay, cancelDeposit])('$name needs a reason', ({ input }) => {
  expect(input.safeParse({ id: 1, reason: ' ' }).success).toBe(false)
  expect(input.safeParse({ id: 1, reason: 'a wrong count' }).success).toBe(true)
})
