import { expect, test } from 'vitest'
import { cents, rate } from '#kernel/money.ts'
import { perRate } from './rates.ts'

const line = (vatRate: number, net: number, vat: number) => ({
  vatRate: rate(vatRate),
  net: cents(net),
  vat: cents(vat),
})

test('lines of one rate come together, the sums stay those of the lines', () => {
  expect(
    perRate([line(1300, 1_00, 13), line(2400, 12, 3), line(2400, 12, 3), line(0, 5_00, 0), line(2400, 11, 3)]),
  ).toEqual([
    { rate: 2400, net: 35, vat: 9 },
    { rate: 1300, net: 1_00, vat: 13 },
    { rate: 0, net: 5_00, vat: 0 },
  ])
})

test('no lines, no rates', () => {
  expect(perRate([])).toEqual([])
})
