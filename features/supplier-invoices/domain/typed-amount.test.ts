import { describe, expect, test } from 'vitest'
import { LIMITS, toDecimal } from '#kernel/money.ts'
import { readAmount, readPrice, readRate } from './typed-amount.ts'

describe('a typed quantity', () => {
  test.each([
    ['500', 500_0000, null],
    ['0,5', 5000, null],
    ['1.234,5', 1234_5000, null],
    ['500*1,42', 500_0000, 1_4200],
    ['500 x 1.42', 500_0000, 1_4200],
    ['500χ1,42', 500_0000, 1_4200],
    ['2 × 0', 2_0000, 0],
  ])('%s is read', (text, quantity, price) => {
    expect(readAmount(text, ',')).toEqual({ quantity, price })
  })

  test.each(['', ' ', '0', '-3', 'πολλά', '5*', '*5', '5*6*7', '5*-1', '1,23456'])('%j cannot be read', (text) => {
    expect(readAmount(text, ',')).toBeNull()
  })
})

test.each([
  ['-0,0001', null],
  ['0', 0],
  ['1,4205', 1_4205],
  ['1,42051', null],
  ['x', null],
  ['', null],
])('a price is 0 or more with at most four decimals: %j is read as %j', (text, price) => {
  expect(readPrice(text, ',')).toBe(price)
})

test.each([
  ['-0,01', null],
  ['0', 0],
  ['24', 24_00],
  ['100', 100_00],
  ['100,01', null],
  ['x', null],
])('a rate is from 0 to 100 %%: %j is read as %j', (text, rate) => {
  expect(readRate(text, ',')).toBe(rate)
})

test('the largest quantity and the largest price can still be typed, and no larger ones', () => {
  const written = (scaled: number) => toDecimal(scaled, 4)
  expect(readAmount(`${written(LIMITS.quantity)}*${written(LIMITS.unitPrice)}`, '.')).toEqual({
    quantity: LIMITS.quantity,
    price: LIMITS.unitPrice,
  })
  expect(readAmount(written(LIMITS.quantity + 1), '.')).toBeNull()
  expect(readPrice(written(LIMITS.unitPrice + 1), '.')).toBeNull()
})

test('with a decimal comma a number with two readings cannot be read, and with a decimal point it has one (C-90)', () => {
  for (const text of ['1.500', '1.500*2', '2*1.500']) expect([text, readAmount(text, ',')]).toEqual([text, null])
  expect([readPrice('1.500', ','), readRate('24.000', ',')]).toEqual([null, null])
  expect(readAmount('2*1.500', '.')).toEqual({ quantity: 2_0000, price: 1_5000 })
})
