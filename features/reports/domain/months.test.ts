import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type Day } from '#kernel/day.ts'
import { wholeMonthsOf } from './months.ts'

const day = fc.integer({ min: 0, max: 900 }).map((days) => addDays('2026-01-01' as Day, days))

test('the parts of a period contain each of its days once, and whole months only between months', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 400 }), (from, length) => {
      const to = addDays(from, length)
      const { months, days } = wholeMonthsOf(from, to)
      const parts = [...days, ...(months ? [months] : [])].toSorted((a, b) => (a.from < b.from ? -1 : 1))
      expect(parts.map((part) => part.from)).toEqual([from, ...parts.slice(0, -1).map((part) => addDays(part.to, 1))])
      expect(parts.at(-1)?.to).toBe(to)
      expect(parts.filter((part) => part.from > part.to)).toEqual([])
      const ends = months ? [months.from, addDays(months.to, 1)] : []
      expect(ends.filter((end) => !end.endsWith('-01'))).toEqual([])
      expect(days.length).toBeLessThan(3)
    }),
  )
})

test('a whole month has no other days, and a part of a month is no month', () => {
  expect(wholeMonthsOf('2028-02-01' as Day, '2028-02-29' as Day)).toEqual({
    months: { from: '2028-02-01', to: '2028-02-29' },
    days: [],
  })
  expect(wholeMonthsOf('2028-02-01' as Day, '2028-02-28' as Day)).toEqual({
    months: null,
    days: [{ from: '2028-02-01', to: '2028-02-28' }],
  })
})
