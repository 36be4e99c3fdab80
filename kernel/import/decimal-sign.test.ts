import { expect, test } from 'vitest'
import { signOfColumn, signsOf } from './decimal-sign.ts'

test.each([
  [['12,50', '7'], true, false, null],
  [['0,250', '1,375'], true, false, '1,375'],
  [['1.234,5'], true, false, null],
  [['1.234.567'], true, false, null],
  [['12.5', '0.125'], false, true, null],
  [['1,234.50'], false, true, null],
  [['1,234,567'], false, true, null],
  [['1.500', '200'], false, false, '1.500'],
  [['12,5', '12.5', ' 1.500 '], true, true, '1.500'],
  [['', 'κερί, λευκό', '210.1234.56', '12,34,5'], false, false, null],
  [[`${'1'.repeat(28)},5`], true, false, null],
  [[`${'1'.repeat(29)},5`], false, false, null],
])('the cells %j say comma %s, point %s, and the first with two readings is %j', (cells, comma, point, unclear) => {
  expect(signsOf(cells)).toEqual({ comma, point, unclear })
})

test('a column has the sign of its own numbers, otherwise that of the other columns, otherwise none', () => {
  const [unclear, comma, point, both] = [['1.500'], ['0,5'], ['0.5'], ['0,5', '0.5']].map(signsOf) as [
    ReturnType<typeof signsOf>,
    ReturnType<typeof signsOf>,
    ReturnType<typeof signsOf>,
    ReturnType<typeof signsOf>,
  ]
  expect([signOfColumn(comma, [point]), signOfColumn(point, [comma])]).toEqual([',', '.'])
  expect([signOfColumn(unclear, [comma, unclear]), signOfColumn(unclear, [point])]).toEqual([',', '.'])
  expect([
    signOfColumn(unclear, []),
    signOfColumn(unclear, [comma, point]),
    signOfColumn(unclear, [both]),
    signOfColumn(both, [comma]),
  ]).toEqual([null, null, null, null])
})
