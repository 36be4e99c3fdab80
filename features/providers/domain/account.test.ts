import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agingOf } from '#features/parties/domain/aging.ts'
import { debtsOf } from '#features/parties/domain/due.ts'
import type { Day } from '#kernel/day.ts'
import { type Cents, cents } from '#kernel/money.ts'
import { balanceOf, type ProviderEntry } from './account.ts'

const entry = (id: number, date: string, amount: number): ProviderEntry => ({
  kind: amount < 0 ? 'paid' : 'invoice',
  id,
  date: date as Day,
  type: amount < 0 ? 'BANK' : null,
  reference: '',
  refcode: '',
  amount: amount as Cents,
})

/** Days and amounts of any account, oldest first. */
const accounts = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: -500_00, max: 500_00 })), { maxLength: 20 })
  .map((all) =>
    all
      .toSorted(([a], [b]) => a - b)
      .map(([day, amount], index) => entry(index + 1, `2026-10-${String(day).padStart(2, '0')}`, amount)),
  )

test('the balance is 50 after invoices of 100, payments of 60 and 10 that came back (C-05)', () => {
  const parts = { invoiced: cents(100_00), paid: cents(60_00), returned: cents(10_00) }
  expect(balanceOf({ ...parts, opening: cents(0) })).toBe(50_00)
  expect(balanceOf({ ...parts, opening: cents(-7_50) })).toBe(42_50)
})

const TODAY = '2026-10-28' as Day
/** What the page shows as due next. */
const dueNext = (entries: readonly ProviderEntry[]) => debtsOf(entries, { own: 0, usual: 30 }, TODAY)[0]

describe('what is due next', () => {
  test('is the oldest invoice that payments do not cover, with its unpaid part', () => {
    const invoices = [entry(1, '2026-09-01', 100_00), entry(2, '2026-10-01', 50_00), entry(3, '2026-10-02', 70_00)]
    expect(dueNext(invoices)).toMatchObject({ entry: { id: 1 }, open: 100_00, due: '2026-09-01', late: 57 })
    expect(dueNext([...invoices, entry(4, '2026-10-03', -120_00)])).toMatchObject({ entry: { id: 2 }, open: 30_00 })
    expect(dueNext([...invoices, entry(4, '2026-10-03', -220_00)])).toBeUndefined()
  })

  test('exists exactly if something is owed by the balance by age, and the rest is a part of that', () => {
    fc.assert(
      fc.property(accounts, (entries) => {
        const { days30, days60, days90, older } = agingOf(entries, TODAY)
        const owed = days30 + days60 + days90 + older
        const due = dueNext(entries)
        expect(due === undefined).toBe(owed === 0)
        if (!due) return
        expect(due.open).toBeGreaterThan(0)
        expect(due.open).toBeLessThanOrEqual(Math.min(owed, due.entry.amount))
        const later = entries.filter(({ id, amount }) => id > due.entry.id && amount > 0)
        expect(later.reduce<number>((sum, { amount }) => sum + amount, due.open)).toBe(owed)
      }),
    )
  })
})
