import { describe, expect, test } from 'vitest'
import { cents } from '#kernel/money.ts'
import { balanceOf, listOf } from './account.ts'

describe('balance', () => {
  test('is 50 after 100 shipped, 60 received and 10 given back (C-05)', () => {
    expect(balanceOf({ sales: cents(100_00), received: cents(60_00), refunded: cents(10_00) })).toBe(50_00)
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
