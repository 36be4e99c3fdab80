import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#kernel/day.ts'
import { cents } from '#kernel/money.ts'
import { agingOf } from './aging.ts'
import { debtsOf, dueDayOf, overdueOf } from './due.ts'

const today = '2026-11-20' as Day
const owed = (daysAgo: number, amount: number) => ({ date: addDays(today, -daysAgo), amount: cents(amount) })
const terms = (own: number | null) => ({ own, usual: 30 })

describe('the day on which a charge is due', () => {
  test('follows the days of the party, else those of the company, and 0 days mean at once', () => {
    expect(dueDayOf('2026-01-31' as Day, 45, 30)).toBe('2026-03-17')
    expect(dueDayOf('2026-01-31' as Day, null, 30)).toBe('2026-03-02')
    expect(dueDayOf('2026-01-31' as Day, 0, 30)).toBe('2026-01-31')
  })
})

describe('debts', () => {
  test('are late from the day after the day on which they are due', () => {
    expect(debtsOf([owed(30, 5), owed(31, 7)], terms(null), today).map(({ due, late }) => [due, late])).toEqual([
      ['2026-11-19', 1],
      ['2026-11-20', 0],
    ])
    expect(overdueOf(debtsOf([owed(30, 5), owed(31, 7)], terms(null), today))).toEqual({
      cents: 7,
      since: '2026-11-19',
      days: 1,
    })
    expect(overdueOf(debtsOf([owed(30, 5)], terms(null), today))).toBeNull()
  })

  test('are overdue since the day of the oldest, whatever their order', () => {
    const overdue = { late: 3, open: cents(5), due: addDays(today, -3) }
    const older = { late: 9, open: cents(7), due: addDays(today, -9) }
    for (const debts of [
      [overdue, older],
      [older, overdue],
    ])
      expect(overdueOf(debts)).toEqual({ cents: 12, since: older.due, days: 9 })
  })

  test('that are settled are not overdue, and a part that is open is', () => {
    expect(overdueOf(debtsOf([owed(90, 100), owed(60, 50), owed(1, -120)], terms(0), today))).toMatchObject({
      cents: 30,
      days: 60,
    })
  })

  test('of any history add up to the balance by age, and those older than the terms are the overdue ones', () => {
    const anyEntries = fc.array(
      fc
        .record({ daysAgo: fc.integer({ min: 0, max: 200 }), amount: fc.integer({ min: -500, max: 500 }) })
        .map(({ daysAgo, amount }) => owed(daysAgo, amount)),
    )
    fc.assert(
      fc.property(anyEntries, fc.integer({ min: 0, max: 120 }), (entries, own) => {
        const debts = debtsOf(entries, terms(own), today)
        const { credit: _, ...ages } = agingOf(entries, today)
        const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0)
        expect(sum(debts.map(({ open }) => open))).toBe(sum(Object.values(ages)))
        const old = debts.filter(({ entry }) => entry.date < addDays(today, -own))
        expect(overdueOf(debts)?.cents ?? 0).toBe(sum(old.map(({ open }) => open)))
      }),
    )
  })
})
