import { describe, expect, test } from 'vitest'
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
    expect(readAmount(text)).toEqual({ quantity, price })
  })

  test.each(['', ' ', '0', '-3', 'πολλά', '5*', '*5', '5*6*7', '5*-1', '1,23456'])('%j cannot be read', (text) => {
    expect(readAmount(text)).toBeNull()
  })
})

test('a price may be 0 and has at most four decimals, and a rate is at most 100 %', () => {
  expect([readPrice('0'), readPrice('1,4205'), readPrice('1,42051'), readPrice('-1'), readPrice('')]).toEqual([
    0,
    1_4205,
    null,
    null,
    null,
  ])
  expect([readRate('24'), readRate('100'), readRate('100,01'), readRate('x')]).toEqual([24_00, 100_00, null, null])
})
