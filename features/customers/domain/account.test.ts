import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cents, cents } from '#kernel/money.ts'
import { balanceOf, listOf, withBalances } from './account.ts'

const amounts = fc.array(
  fc.integer({ min: -10_000_000, max: 10_000_000 }).map((value) => value as Cents),
  { maxLength: 30 },
)

describe('balance', () => {
  test('is 50 after 100 shipped, 60 received and 10 given back (C-05)', () => {
    expect(balanceOf({ sales: cents(100_00), received: cents(60_00), refunded: cents(10_00) })).toBe(50_00)
  })

  test('after the last transaction is the sum of all, and each transaction changes it by its amount', () => {
    fc.assert(
      fc.property(amounts, (all) => {
        const rows = withBalances(all.map((amount) => ({ amount })))
        expect(rows.at(-1)?.balance ?? 0).toBe(all.reduce<number>((sum, amount) => sum + amount, 0))
        rows.forEach((row, index) => expect(row.balance - (rows[index - 1]?.balance ?? 0)).toBe(row.amount))
      }),
    )
  })
})

describe('the lists of the customer page', () => {
  test('contain the statuses of the specification', () => {
    expect(listOf('OFFER')).toBe('offers')
    expect(['INVOICED', 'ON SHIPPING', 'PENDING-STOCK'].map(listOf)).toEqual(['pending', 'pending', 'pending'])
    expect(listOf('PARKED')).toBe('preparation')
    expect(listOf('SHIPPED')).toBeNull()
  })
})
