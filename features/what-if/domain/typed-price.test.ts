import { expect, test } from 'vitest'
import { rate, unitPrice } from '#kernel/money.ts'
import { changedPrice, readTypedPrice } from './typed-price.ts'

test.each([
  ['1,42', { kind: 'price', price: 1_4200 }],
  ['1.42', { kind: 'price', price: 1_4200 }],
  [' 1.234,5 € ', { kind: 'price', price: 1234_5000 }],
  ['0', { kind: 'price', price: 0 }],
  ['0,0153', { kind: 'price', price: 153 }],
  ['+8 %', { kind: 'percent', percent: 800 }],
  ['+8', { kind: 'percent', percent: 800 }],
  ['8%', { kind: 'percent', percent: 800 }],
  ['-2,5 %', { kind: 'percent', percent: -250 }],
  ['−2.5%', { kind: 'percent', percent: -250 }],
  ['+1000 %', { kind: 'percent', percent: 1000_00 }],
  ['10.000.000', { kind: 'price', price: 10_000_000_0000 }],
  ['-100%', { kind: 'percent', percent: -10000 }],
] as const)('“%s” is read as %o', (text, change) => {
  expect(readTypedPrice(text, ',')).toEqual(change)
})

test.each([
  '',
  '+',
  '%',
  'wax',
  '1,42 kg',
  '+8 €',
  '8 % 5',
  '-101 %',
  '+1001 %',
  '10.000.000,0001',
  '1,23456',
  '+8,123 %',
  '99999999999',
])('“%s” is neither a price nor a change in percent', (text) => {
  expect(readTypedPrice(text, ',')).toBeNull()
})

test('a change in percent is applied to the stored price and rounded once', () => {
  const cost = unitPrice(1_3133)
  expect(changedPrice(cost, { kind: 'percent', percent: rate(8_00) })).toBe(1_4184)
  expect(changedPrice(cost, { kind: 'percent', percent: rate(-100_00) })).toBe(0)
  expect(changedPrice(cost, { kind: 'price', price: unitPrice(2_0000) })).toBe(2_0000)
})

test('with a decimal comma a price with two readings is not read (C-90)', () => {
  expect([readTypedPrice('1.500', ','), readTypedPrice('+1.500 %', ',')]).toEqual([null, null])
  expect(readTypedPrice('1.500', '.')).toEqual({ kind: 'price', price: 1_5000 })
})
