import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cents } from '#kernel/money.ts'
import { withBalances } from './balances.ts'

const amounts = fc.array(
  fc.integer({ min: -10_000_000, max: 10_000_000 }).map((value) => value as Cents),
  { maxLength: 30 },
)

test('the balance after the last transaction is the sum of all, and each transaction changes it by its amount', () => {
  fc.assert(
    fc.property(amounts, (all) => {
      const rows = withBalances(all.map((amount) => ({ amount })))
      expect(rows.at(-1)?.balance ?? 0).toBe(all.reduce<number>((sum, amount) => sum + amount, 0))
      rows.forEach((row, index) => expect(row.balance - (rows[index - 1]?.balance ?? 0)).toBe(row.amount))
    }),
  )
})
