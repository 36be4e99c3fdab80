import { describe, expect, test } from 'vitest'
import { cents } from '#kernel/money.ts'
import { balanceOf, LISTED_STATUSES, listOf, STATUSES_OF_ORDERS } from './account.ts'
import { verifyUnionVat } from './union-contract.ts'

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

test('an order of each status that is not closed is in a list', () => {
  expect(STATUSES_OF_ORDERS.filter((status) => !LISTED_STATUSES.includes(status)).map(listOf)).toEqual(
    STATUSES_OF_ORDERS.filter((status) => listOf(status) === null).map(() => null),
  )
  expect(LISTED_STATUSES).toContain('PARKED')
  expect(LISTED_STATUSES).not.toContain('SHIPPED')
})

test('VIES is asked again about a customer only if the person says so', () => {
  expect(verifyUnionVat.input.parse({ id: 1 })).toEqual({ id: 1, again: false })
})
