import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Day } from '#kernel/day.ts'
import { cents } from '#kernel/money.ts'
import {
  countedAmount,
  PIECES,
  type Pieces,
  unexplainedCash,
  whyNotClose,
  whyNotDeposit,
  whyNotDifference,
  whyNotExpected,
} from './till.ts'

const day = (text: string) => text as Day

test('the counted amount is the sum of each piece times its value, and nothing counted is zero', () => {
  const pieces = fc.record(Object.fromEntries(PIECES.map((value) => [value, fc.nat({ max: 1000 })])), {
    requiredKeys: [],
  })
  fc.assert(
    fc.property(pieces, (given) => {
      const plain = Object.entries(given).reduce((sum, [value, count]) => sum + Number(value) * (count ?? 0), 0)
      expect(countedAmount(given as Pieces)).toBe(plain)
    }),
  )
  expect(countedAmount({})).toBe(0)
  expect(countedAmount({ '5000': 3, '1': 7 })).toBe(150_07)
})

describe('a day', () => {
  test('is closed once, and never before it has come', () => {
    const codeOf = (text: string, closedUntil: string | null) =>
      whyNotClose(day(text), day('2026-11-27'), closedUntil === null ? null : day(closedUntil))?.code
    expect([codeOf('2026-11-27', null), codeOf('2026-11-27', '2026-11-26')]).toEqual([undefined, undefined])
    expect(codeOf('2026-11-28', null)).toBe('cash-desk.day-to-come')
    expect(codeOf('2026-11-26', '2026-11-26')).toBe('cash-desk.closed-already')
    expect(codeOf('2026-11-25', '2026-11-26')).toBe('cash-desk.closed-already')
  })

  test('is closed with a difference only for a reason, and only from the amount that the person saw', () => {
    expect(whyNotDifference(cents(5), cents(5), null, false)).toBeNull()
    expect(whyNotDifference(cents(4), cents(5), null, false)?.code).toBe('cash-desk.difference-needs-reason')
    expect(whyNotDifference(cents(4), cents(5), 'λάθος στα ρέστα', false)).toBeNull()
    expect(whyNotExpected(cents(5), cents(5), false)).toBeNull()
    expect(whyNotExpected(cents(5), cents(6), false)?.code).toBe('cash-desk.till-moved')
    expect(whyNotExpected(null, cents(0), false)?.code).toBe('cash-desk.till-moved')
  })

  test('is closed without an amount by people from whom it is hidden, and the refusal of their count does not name it', () => {
    expect(whyNotExpected(null, cents(5), true)).toBeNull()
    expect(whyNotExpected(cents(5), cents(5), true)?.code).toBe('cash-desk.expected-hidden')
    expect(whyNotDifference(cents(4), cents(5), null, true)?.details).toEqual({
      fields: { note: 'cash-desk.difference-needs-reason' },
    })
  })
})

test('a deposit is above zero, at most what the till holds, and in an open day', () => {
  const codeOf = (amount: number, text = '2026-11-27') =>
    whyNotDeposit(
      { amount: cents(amount), day: day(text) },
      { today: day('2026-11-27'), closedUntil: day('2026-11-25'), till: cents(100) },
    )?.code
  expect([codeOf(100), codeOf(1, '2026-11-26')]).toEqual([undefined, undefined])
  expect([codeOf(0), codeOf(-1), codeOf(101)]).toEqual([
    'cash-desk.no-amount',
    'cash-desk.no-amount',
    'cash-desk.more-than-till',
  ])
  expect([codeOf(1, '2026-11-25'), codeOf(1, '2026-11-28')]).toEqual([
    'cash-desk.closed-already',
    'cash-desk.day-to-come',
  ])
})

test('the line explains all cash if what was taken is with drivers, in the till, at the bank or missing', () => {
  const line = { taken: cents(100), drivers: cents(20), till: cents(30), bank: cents(45), missing: cents(5) }
  expect(unexplainedCash(line)).toBe(0)
  expect(unexplainedCash({ ...line, till: cents(29) })).toBe(1)
})
