import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type Day } from '#kernel/day.ts'
import { type Cents, cents } from '#kernel/money.ts'
import { type ExpectedSum, flowOf, forecastDays, lowestDay, whyNotForecast } from './forecast.ts'
import { EXPECTED } from './frame.ts'

const TODAY = '2026-11-27' as Day
const sum = (kind: ExpectedSum['kind'], due: string | null, amount: number): ExpectedSum => ({
  kind,
  due: due as Day | null,
  cents: cents(amount),
})

test('the balance of a day is the money of now with all that came in and went out until then, without what is overdue', () => {
  const sums = [
    sum('debts', null, 500_00),
    sum('debts', TODAY, 100_00),
    sum('cheques', '2026-11-28', 50_00),
    sum('bills', '2026-11-28', 400_00),
    sum('given', '2026-11-30', 10_00),
    sum('coming', '2026-11-30', 300_00),
  ]
  const days = forecastDays(cents(200_00), sums, TODAY, '2026-11-30' as Day)
  expect(days.map(({ day, incoming, outgoing, balance }) => [day, incoming, outgoing, balance])).toEqual([
    ['2026-11-27', 100_00, 0, 300_00],
    ['2026-11-28', 50_00, 400_00, -50_00],
    ['2026-11-29', 0, 0, -50_00],
    ['2026-11-30', 300_00, 10_00, 240_00],
  ])
  expect(lowestDay(days)?.day).toBe('2026-11-28')
})

test('of any amounts the last balance is the money of now with the difference of both directions, and no day is below the lowest', () => {
  const anySum = fc.record({
    kind: fc.constantFrom(...EXPECTED),
    due: fc.integer({ min: 0, max: 29 }).map((days) => addDays(TODAY, days)),
    cents: fc.integer({ min: 1, max: 1_000_00 }).map((amount) => cents(amount)),
  })
  fc.assert(
    fc.property(fc.integer({ min: -1_000_00, max: 1_000_00 }), fc.array(anySum, { maxLength: 30 }), (money, sums) => {
      const days = forecastDays(cents(money), sums, TODAY, addDays(TODAY, 29))
      const moved = sums.reduce((all, one) => all + one.cents * (flowOf(one.kind) === 'in' ? 1 : -1), 0)
      expect(days).toHaveLength(30)
      expect(days.at(-1)?.balance).toBe(money + moved)
      expect(lowestDay(days)?.balance).toBe(Math.min(...days.map(({ balance }): Cents => balance)))
    }),
  )
})

test('a forecast ends today at the earliest, and within a year', () => {
  expect(whyNotForecast(TODAY, TODAY)).toBeNull()
  expect(whyNotForecast(addDays(TODAY, -1), TODAY)?.code).toBe('reports.forecast-past')
  expect(whyNotForecast(addDays(TODAY, 365), TODAY)).toBeNull()
  expect(whyNotForecast(addDays(TODAY, 366), TODAY)?.code).toBe('reports.forecast-too-far')
})
