import { expect, test } from 'vitest'
import { twoReadings } from './typed-number.ts'

test.each([
  ['1.500', ['1500', '1,5']],
  ['2.000', ['2000', '2']],
  ['-1.250', ['-1250', '-1,25']],
  ['5*1.500', ['5*1500', '5*1,5']],
  ['1.500 kg', ['1500 kg', '1,5 kg']],
  ['0.125', null],
  ['1,500', null],
  ['1.500,00', null],
  ['1 234.500', null],
  ['1234.500', null],
])('a number typed as %j where the comma is the decimal sign has the readings %j (C-90)', (text, readings) => {
  expect(twoReadings(text, ',')).toEqual(readings)
  expect(twoReadings(text, '.')).toBeNull()
})
