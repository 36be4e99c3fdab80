import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#kernel/day.ts'
import { type Cents, cents } from '#kernel/money.ts'
import type { AccountEntry } from './account.ts'
import { agingOf } from '#features/parties/domain/aging.ts'
import { statementOf, whyNotPeriod } from './statement.ts'

const entry = (kind: AccountEntry['kind'], date: string, amount: number): AccountEntry => ({
  kind,
  id: 1,
  date: date as Day,
  type: null,
  reference: '',
  amount: cents(amount),
})
const day = (text: string) => text as Day
const plainSum = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

const START = day('2024-11-01')
const anyDay = fc.integer({ min: 0, max: 900 }).map((days) => addDays(START, days))
const anyEntries = fc
  .array(
    fc
      .tuple(
        fc.constantFrom<AccountEntry['kind']>('order', 'received', 'refunded'),
        anyDay,
        // A payment may be negative, as a correction.
        fc.integer({ min: -500_000, max: 10_000_000 }).filter((amount) => amount !== 0),
      )
      .map(([kind, date, amount]) =>
        entry(kind, date, kind === 'order' ? Math.abs(amount) : kind === 'received' ? -amount : amount),
      ),
    { maxLength: 40 },
  )
  .map((all) => all.toSorted((a, b) => (a.date < b.date ? -1 : 1)))

describe('statement of account', () => {
  test('a payment of last year counts as before the period, and not since 1 January (C-54)', () => {
    const statement = statementOf(
      [
        entry('order', '2025-12-30', 100_00),
        entry('received', '2025-12-31', -40_00),
        entry('order', '2026-01-01', 10_00),
        entry('order', '2026-03-01', 25_50),
        entry('refunded', '2026-03-31', 5_00),
        entry('received', '2026-03-31', -50_00),
        entry('order', '2026-04-01', 99_00),
      ],
      { from: day('2026-03-01'), until: day('2026-03-31') },
    )
    expect(statement).toMatchObject({
      before: 70_00,
      beforeThisYear: 10_00,
      charged: 30_50,
      credited: 50_00,
      after: 50_50,
    })
    expect(statement.rows.map(({ charged, credited, balance }) => [charged, credited, balance])).toEqual([
      [25_50, 0, 95_50],
      [5_00, 0, 100_50],
      [0, 50_00, 50_50],
    ])
  })

  test('agrees with plain sums to the cent, for any entries and period', () => {
    fc.assert(
      fc.property(anyEntries, anyDay, anyDay, (entries, one, other) => {
        const [from, until] = one < other ? [one, other] : [other, one]
        const statement = statementOf(entries, { from, until })
        const sumOf = (wanted: (entry: AccountEntry) => boolean) =>
          plainSum(entries.filter(wanted).map(({ amount }) => amount))
        const inside = ({ date }: AccountEntry) => date >= from && date <= until
        expect(statement.before).toBe(sumOf(({ date }) => date < from))
        expect(statement.beforeThisYear).toBe(sumOf(({ date }) => date < from && date.slice(0, 4) === from.slice(0, 4)))
        expect(statement.after).toBe(sumOf(({ date }) => date <= until))
        expect(statement.charged).toBe(sumOf((row) => inside(row) && row.kind !== 'received'))
        expect(statement.credited).toBe(0 - sumOf((row) => inside(row) && row.kind === 'received'))
        expect(statement.before + statement.charged - statement.credited).toBe(statement.after)
        expect(statement.rows).toHaveLength(entries.filter(inside).length)
        let owed: number = statement.before
        for (const row of statement.rows) {
          owed += row.charged - row.credited
          expect(row.balance).toBe(owed)
        }
      }),
    )
  })

  test('a period of one day is valid, and one that ends before it starts is refused', () => {
    expect(whyNotPeriod({ from: day('2026-01-01'), until: day('2026-01-01') })).toBeNull()
    expect(whyNotPeriod({ from: day('2026-01-02'), until: day('2026-01-01') })?.code).toBe('customers.period-backwards')
  })
})

describe('aging', () => {
  const today = day('2026-11-20')
  const owed = (daysAgo: number, amount: number) => ({ date: addDays(today, -daysAgo), amount: cents(amount) })

  test('30, 60 and 90 days belong to the younger part', () => {
    expect(
      agingOf(
        [owed(0, 1), owed(30, 2), owed(31, 10), owed(60, 20), owed(61, 100), owed(90, 200), owed(91, 1000)],
        today,
      ),
    ).toEqual({ days30: 3, days60: 30, days90: 300, older: 1000, credit: 0 })
  })

  test('a payment settles the oldest charges first, whatever its date', () => {
    const debts = [owed(100, 50_00), owed(70, 30_00), owed(5, 20_00)]
    expect(agingOf([...debts, owed(99, -60_00)], today)).toEqual({
      days30: 20_00,
      days60: 0,
      days90: 20_00,
      older: 0,
      credit: 0,
    })
    expect(agingOf([owed(120, -110_00), ...debts], today)).toEqual({
      days30: 0,
      days60: 0,
      days90: 0,
      older: 0,
      credit: 10_00,
    })
  })

  test('its parts add up to the balance, none is negative, and debt and credit exclude each other', () => {
    fc.assert(
      fc.property(anyEntries, anyDay, (entries, on) => {
        const { credit, ...parts } = agingOf(entries, on)
        const debt = plainSum(Object.values(parts))
        expect(debt - credit).toBe(plainSum(entries.map(({ amount }) => amount)))
        expect(Math.min(debt, credit)).toBe(0)
        expect(Math.min(...Object.values<number>(parts), credit)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('agrees with settling one charge after the other', () => {
    fc.assert(
      fc.property(anyEntries, anyDay, (entries, on) => {
        let paid = plainSum(entries.map(({ amount }) => Math.max(0, 0 - amount)))
        const parts = { days30: 0, days60: 0, days90: 0, older: 0 }
        for (const { date, amount } of entries) {
          if (amount < 0) continue
          const left = Math.max(0, amount - paid)
          paid = Math.max(0, paid - amount)
          const age = (Date.parse(on) - Date.parse(date)) / 86_400_000
          parts[age <= 30 ? 'days30' : age <= 60 ? 'days60' : age <= 90 ? 'days90' : 'older'] += left
        }
        expect(agingOf(entries, on)).toEqual({ ...parts, credit: paid as Cents })
      }),
    )
  })
})

test.each([
  ['opening', 30_00, { charged: 30_00, credited: 0 }],
  ['opening', -30_00, { charged: 0, credited: 30_00 }],
  ['credit', -30_00, { charged: 0, credited: 30_00 }],
  // a correction of a payment
  ['received', 30_00, { charged: 0, credited: -30_00 }],
  ['order', 30_00, { charged: 30_00, credited: 0 }],
  ['refunded', 30_00, { charged: 30_00, credited: 0 }],
] as const)('an entry of the kind %s over %i cents is on its side of the account', (kind, amount, sides) => {
  const statement = statementOf([entry(kind, '2026-03-02', amount)], {
    from: day('2026-03-01'),
    until: day('2026-03-31'),
  })
  expect(statement.rows).toMatchObject([sides])
})
