import { describe, expect, test } from 'vitest'
import { cents } from '#kernel/money.ts'
import { balanceOf } from './account.ts'
import { verifyUnionVat } from './union-contract.ts'

describe('balance', () => {
  test('is 50 after 100 shipped, 60 received and 10 given back (C-05)', () => {
    const parts = { sales: cents(100_00), received: cents(60_00), refunded: cents(10_00) }
    expect(balanceOf({ ...parts, opening: cents(0) })).toBe(50_00)
    expect(balanceOf({ ...parts, opening: cents(7_50) })).toBe(57_50)
  })
})

test('VIES is asked again about a customer only if the person says so', () => {
  expect(verifyUnionVat.input.parse({ id: 1 })).toEqual({ id: 1, again: false })
})
