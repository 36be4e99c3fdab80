import { expect, test } from 'vitest'
import { signsOfColumns, signsOfFile, unclearColumns } from './number-signs.ts'

const COLUMNS = ['sku', 'salesPrice', 'costPrice', null]
const file = (form: 'json' | 'csv' | 'excel', ...rows: (string | number)[][]) => ({
  target: 'products' as const,
  form,
  columns: COLUMNS,
  cells: signsOfColumns(
    COLUMNS.length,
    rows.map((cells, at) => ({ line: at + 2, cells })),
  ),
})

test('a number with two readings is read with the sign of its column, or of the other columns of numbers', () => {
  const own = file('csv', ['1.5', '1.250', '', ''], ['', '0,5', '0.75', '0.25'])
  expect(signsOfFile(own, [])).toEqual([null, ',', '.', null])
  expect(unclearColumns(own, [])).toEqual([{ at: 1, text: '1.250', sign: ',' }])
  const other = file('csv', ['K1', '1.250', '12,50', '3.75'])
  expect(unclearColumns(other, [])).toEqual([{ at: 1, text: '1.250', sign: ',' }])
})

test('it is asked if no column of numbers says the sign, and the answer of a person decides', () => {
  const unclear = file('excel', ['12,50', '1.250', '1.000', '7,5'])
  expect(unclearColumns(unclear, []).map(({ at, sign }) => [at, sign])).toEqual([
    [1, null],
    [2, null],
  ])
  expect(signsOfFile(unclear, [null, ',', '.', null])).toEqual([null, ',', '.', null])
  const both = file('csv', ['', '1.250', '', ''], ['', '0,5', '0.75', ''], ['', '0.5', '', ''])
  expect(unclearColumns(both, [])).toEqual([{ at: 1, text: '1.250', sign: null }])
})

test('numbers of a spreadsheet and of JSON have a point, so they are not asked', () => {
  expect(unclearColumns(file('excel', ['', 1.25, 2.375, '']), [])).toEqual([])
  const json = file('json', ['', '1.250', '', ''])
  expect([unclearColumns(json, []), signsOfFile(json, [])]).toEqual([[], ['.', '.', '.', '.']])
})
