import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '../day.ts'
import { nameOfPeriod, PERIODS, type PeriodName, periodOf } from './period.ts'

describe('a period by its name', () => {
  test.each<[PeriodName, string, string, string]>([
    ['today', '2026-11-22', '2026-11-22', '2026-11-22'],
    // a Sunday is the last day of its week, a Monday the first
    ['this-week', '2026-11-22', '2026-11-16', '2026-11-22'],
    ['this-week', '2026-11-23', '2026-11-23', '2026-11-29'],
    ['this-week', '2026-12-31', '2026-12-28', '2027-01-03'],
    ['last-7', '2026-03-03', '2026-02-25', '2026-03-03'],
    ['this-month', '2026-02-14', '2026-02-01', '2026-02-28'],
    ['this-month', '2028-02-29', '2028-02-01', '2028-02-29'],
    ['this-month', '2026-12-31', '2026-12-01', '2026-12-31'],
    // the 31st has no counterpart in the month before
    ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['last-month', '2026-01-15', '2025-12-01', '2025-12-31'],
    ['this-quarter', '2026-01-01', '2026-01-01', '2026-03-31'],
    ['this-quarter', '2026-05-31', '2026-04-01', '2026-06-30'],
    ['this-quarter', '2026-12-31', '2026-10-01', '2026-12-31'],
    ['this-year', '2026-07-31', '2026-01-01', '2026-12-31'],
  ])('%s on %s is %s to %s', (name, today, from, to) => {
    expect(periodOf(name, today as Day)).toEqual({ from, to })
  })

  test('begins no later than it ends, and only last month does not contain today, on every day of four years', () => {
    for (let day = '2025-01-01' as Day; day < '2029-01-01'; day = addDays(day, 1)) {
      const wrong = PERIODS.filter((name) => {
        const { from, to } = periodOf(name, day)
        return from > to || (from <= day && day <= to) === (name === 'last-month')
      })
      expect([day, wrong]).toEqual([day, []])
    }
  })
})

describe('the name of a period', () => {
  const today = '2026-11-18' as Day

  test.each(PERIODS)('%s is found again', (name) => {
    expect(nameOfPeriod(periodOf(name, today), today)).toBe(name)
  })

  test.each([[{}], [{ from: '2026-11-01' }], [{ to: '2026-11-30' }], [{ from: '2026-11-02', to: '2026-11-30' }]])(
    'own days %j have none',
    (period) => {
      expect(nameOfPeriod(period, today)).toBeUndefined()
    },
  )
})
