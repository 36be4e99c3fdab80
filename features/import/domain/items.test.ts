import { describe, expect, test } from 'vitest'
import { firstLinesOf, readItems, whyNotColumns, whyNotItem } from './items.ts'
import type { Target } from './targets.ts'

/** Reads rows below headings that are the names of the fields. The first row is line 2. */
const read = (target: Target, key: string, columns: readonly string[], rows: readonly (readonly string[])[]) =>
  readItems(
    { target, key, columns, headings: columns, signs: columns.map(() => ',' as const) },
    rows.map((cells, at) => ({ line: at + 2, cells })),
  )

test.each([
  ['its name', 'products', ['sku', 'name'], ['K1', 'Κερί'], 'Κερί'],
  ['its code without a name', 'products', ['sku', 'name'], ['K1', ''], 'K1'],
  ['the product of a recipe', 'recipes', ['product', 'material'], ['K1', 'Φυτίλι'], 'K1'],
  ['its key without name and code', 'products', ['barcode', 'name'], ['520', ''], '520'],
  ['its code before its text', 'goods-codes', ['code', 'name'], ['34060000', 'Κεριά'], '3406 00 00 Κεριά'],
  ['nothing', 'products', ['barcode', 'name'], ['', ''], ''],
] as const)('a row is called by %s', (_, target, columns, cells, name) => {
  expect(read(target, columns[0], columns, [cells]).map((item) => item.name)).toEqual([name])
})

test('a recipe has the problem of its first row that cannot be read', () => {
  const problemsOf = (...quantities: string[]) =>
    read(
      'recipes',
      'product',
      ['product', 'material', 'quantity'],
      quantities.map((quantity) => ['K1', 'Κερί', quantity]),
    ).map(({ problem }) => problem?.details)
  expect(problemsOf('1', 'δύο', 'τρία')).toMatchObject([{ text: 'δύο' }])
  expect(problemsOf('ένα', '2')).toMatchObject([{ text: 'ένα' }])
})

test('a row cannot be imported if a cell cannot be read, without a key, or with the key of an earlier line', () => {
  const items = read(
    'customers',
    'vat',
    ['vat', 'name', 'discount'],
    [
      ['094014201', 'Νίκος', ''],
      ['', 'Άννα', ''],
      ['EL 094014201', 'Νίκος', ''],
      ['', '', '5'],
      ['094014201', 'Μαρία', 'πολύ'],
      ['', 'ΑΝΝΑ', ''],
    ],
  )
  const firstLines = firstLinesOf(items)
  expect(items.map((item) => whyNotItem(item, firstLines))).toMatchObject([
    null,
    null,
    { code: 'import.twice', details: { value: '094014201', line: 2 } },
    { code: 'import.no-key' },
    { code: 'import.cell-decimal' },
    { code: 'import.twice', details: { line: 3 } },
  ])
})

describe('columns', () => {
  test.each([
    ['contain all that a new record needs', 'customers', ['name', 'city'], 'name', undefined],
    ['contain a key, and a file of changes needs no more', 'customers', ['vat', 'city'], 'vat', undefined],
    ['do not contain the amount', 'customer-balances', ['vat'], 'vat', 'import.column-missing'],
    ['do not contain the key', 'customers', ['name', 'city'], 'vat', 'import.no-key-column'],
    [
      'have a field as key that can be that of several records',
      'customers',
      ['name', 'city'],
      'city',
      'import.no-key-column',
    ],
  ] as const)('%s', (_, target, columns, key, code) => {
    expect(whyNotColumns(target, columns, key)?.code).toBe(code)
  })
})
