import { describe, expect, test } from 'vitest'
import { cents } from '#kernel/money.ts'
import { balanceOf, listOf } from './account.ts'

describe('balance', () => {
  test('is 50 after 100 shipped, 60 received and 10 given back (C-05)', () => {
    const parts = { sales: cents(100_00), received: cents(60_00), refunded: cents(10_00) }
    expect(balanceOf({ ...parts, opening: cents(0) })).toBe(50_00)
    expect(balanceOf({ ...parts, opening: cents(7_50) })).toBe(57_50)
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
