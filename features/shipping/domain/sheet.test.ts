import { describe, expect, test } from 'vitest'
import { cents, quantity } from '#kernel/money.ts'
import { collectAt, loadingList } from './sheet.ts'

const stop = (customerId: number, total: number, balance: number, status = 'ON SHIPPING') => ({
  customerId,
  status,
  total: cents(total),
  balance: cents(balance),
})

describe('the money to collect', () => {
  test('is the balance and the order, with the balance once at the first stop of a customer', () => {
    expect(collectAt([stop(1, 500, 1_000), stop(2, 300, 0), stop(1, 200, 1_000), stop(1, 100, 1_000)])).toEqual([
      { owed: 1_000, owedAt: null, order: 500, collect: 1_500 },
      { owed: 0, owedAt: null, order: 300, collect: 300 },
      { owed: null, owedAt: 0, order: 200, collect: 200 },
      { owed: null, owedAt: 0, order: 100, collect: 100 },
    ])
  })

  test('uses up a credit order by order, and is never negative', () => {
    expect(
      collectAt([stop(1, 500, -800), stop(1, 400, -800), stop(1, 100, -800)]).map(({ collect }) => collect),
    ).toEqual([0, 100, 100])
  })

  test('leaves out a delivered order, which is in the balance, and a returned order, which is not owed', () => {
    expect(
      collectAt([stop(1, 500, 500, 'SHIPPED'), stop(2, 500, 0, 'RETURNED')]).map(({ collect }) => collect),
    ).toEqual([500, 0])
  })
})

describe('the load of a shipment', () => {
  const piece = (key: number, count: number) => ({
    key: String(key),
    name: `κερί ${key}`,
    unit: 'Item',
    quantity: quantity(count),
  })

  test('is summed by product, with the last stop first', () => {
    expect(loadingList([[piece(1, 2), piece(2, 5)], [piece(1, 3)], [piece(3, 1), piece(1, 1), piece(1, 1)]])).toEqual([
      { ...piece(3, 1), stops: [{ at: 2, quantity: 1 }] },
      {
        ...piece(1, 7),
        stops: [
          { at: 2, quantity: 2 },
          { at: 1, quantity: 3 },
          { at: 0, quantity: 2 },
        ],
      },
      { ...piece(2, 5), stops: [{ at: 0, quantity: 5 }] },
    ])
    expect(loadingList([])).toEqual([])
  })
})
