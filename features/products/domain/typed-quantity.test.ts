import { expect, test } from 'vitest'
import { UNITS } from './product.ts'
import { readTypedQuantity, unitOf } from './typed-quantity.ts'

test.each([
  ['0,6 g', 6000, 'Gram'],
  ['0.6 g', 6000, 'Gram'],
  ['0.6 gr', 6000, 'Gram'],
  ['0,6 γρ', 6000, 'Gram'],
  ['0,6γρ.', 6000, 'Gram'],
  [' ,6 ΓΡ ', 6000, 'Gram'],
  ['600 Gram', 600_0000, 'Gram'],
  ['1,5', 1_5000, 'KG'],
  ['2 κιλά', 2_0000, 'KG'],
  ['1.234,5 kg', 1234_5000, 'KG'],
  ['0,0001', 1, 'KG'],
  ['10.000.000', 10_000_000_0000, 'KG'],
  ['1 234,5 kg', 1234_5000, 'KG'],
  ['1\u00a0500\u00a0γρ', 1500_0000, 'Gram'],
] as const)('"%s" of a material in kilograms is read with its number and unit', (text, quantity, unit) => {
  expect(readTypedQuantity(text, 'KG', ',')).toEqual({ quantity, unit, problem: null })
})

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['g', 'number'],
  ['0,6,1 g', 'number'],
  ['0,00001', 'number'],
  ['0 g', 'positive'],
  ['-1', 'positive'],
  ['−1', 'positive'],
  ['−0,6 g', 'positive'],
  ['1 2', 'number'],
  ['1 2 g', 'number'],
  ['0,6 1 g', 'number'],
  ['10.000.000,0001', 'large'],
  ['99999999999', 'large'],
  ['5 foo', 'unit'],
  ['5 m', 'unlike'],
  ['5 τεμ', 'unlike'],
] as const)('"%s" of a material in kilograms is refused: %s', (text, problem) => {
  expect(readTypedQuantity(text, 'KG', ',')).toEqual({ problem })
})

test('m is a metre for a length and cm a hundredth of it, while m3 and lt are volumes', () => {
  expect(readTypedQuantity('3 m', 'CM', ',')).toMatchObject({ unit: 'Meter', quantity: 3_0000 })
  expect(readTypedQuantity('3 εκ.', 'Meter', ',')).toMatchObject({ unit: 'CM' })
  expect(readTypedQuantity('3 m3', 'Litter', ',')).toMatchObject({ unit: 'CubicM' })
  expect(readTypedQuantity('3 lt', 'CubicM', ',')).toMatchObject({ unit: 'Litter' })
})

test('each unit is read by its own name', () => {
  for (const unit of UNITS) expect(unitOf(unit)).toBe(unit)
})

test('with a decimal comma a quantity with two readings is unclear (C-90)', () => {
  expect(readTypedQuantity('1.500 γρ', 'KG', ',')).toEqual({ problem: 'unclear' })
  expect(readTypedQuantity('1.500 γρ', 'KG', '.')).toMatchObject({ quantity: 1_5000 })
})
