import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#kernel/day.ts'
import { daysOf, isSpan, nextOf, spanOf, VIEWS } from './span.ts'

describe('a view of the calendar', () => {
  test.each([
    ['week', '2026-11-29', '2026-11-23', '2026-11-29'],
    ['week', '2026-12-31', '2026-12-28', '2027-01-03'],
    ['month', '2026-11-15', '2026-10-26', '2026-12-06'],
    ['month', '2027-02-01', '2027-02-01', '2027-02-28'],
    ['day', '2026-11-29', '2026-11-29', '2026-11-29'],
  ] as const)('%s with %s shows %s to %s', (view, day, from, to) => {
    expect(spanOf(view, day as Day)).toEqual({ from, to })
  })

  test.each(VIEWS)('%s contains its day, is never too long, and forward and back leads to the same days', (view) => {
    for (let day = '2026-01-01' as Day; day < '2028-01-01'; day = addDays(day, 1)) {
      const span = spanOf(view, day)
      expect([day, daysOf(span).includes(day), isSpan(span)]).toEqual([day, true, true])
      expect([day, spanOf(view, nextOf(view, nextOf(view, day, 1), -1))]).toEqual([day, span])
      expect(nextOf(view, day, 1) > day).toBe(true)
    }
  })

  test('a month leads to the first day of the month beside it', () => {
    expect(nextOf('month', '2026-01-31' as Day, 1)).toBe('2026-02-01')
    expect(nextOf('month', '2026-03-31' as Day, -1)).toBe('2026-02-01')
  })
})

test('days out of order, and more days than a view shows, are no span', () => {
  const from = '2026-11-02' as Day
  expect(isSpan({ from, to: addDays(from, -1) })).toBe(false)
  expect(isSpan({ from, to: addDays(from, 41) })).toBe(true)
  expect(isSpan({ from, to: addDays(from, 42) })).toBe(false)
  expect(isSpan({ from: '', to: '2026-13-01' })).toBe(false)
})

test.each([
  ['2026-11-01', '2026-11-01', true],
  ['2026-11-02', '2026-11-01', false],
  ['2026-11-31', '2026-12-01', false],
  ['2026-11-01', '2026-11-31', false],
])('%s to %s are two days in order: %s', (from, to, right) => {
  expect(isSpan({ from, to })).toBe(right)
})
