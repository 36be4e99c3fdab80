import { describe, expect, test } from 'vitest'
import { firstLinesOf, type Reading, readItems, whyNotColumns, whyNotItem } from './items.ts'

const reading = (columns: string[], more: Partial<Reading> = {}): Reading => ({
  target: 'customers',
  headings: columns,
  columns,
  key: 'vat',
  comma: true,
  ...more,
})
const read = (columns: string[], rows: string[][], more: Partial<Reading> = {}) =>
  readItems(
    reading(columns, more),
    rows.map((cells, at) => ({ line: at + 2, cells })),
  )

describe('a row of a file', () => {
  test.each([
    ['its name', ['name', 'vat'], ['Ακτή', '094014201'], 'Ακτή'],
    ['its key, if it has no name', ['name', 'vat'], ['', '094014201'], '094014201'],
    ['nothing, if it has neither', ['name', 'vat', 'city'], ['', '', 'Άργος'], ''],
  ])('is called by %s', (_what, columns, cells, name) => {
    expect(read(columns, [cells])[0]?.name).toBe(name)
  })

  test('is refused without a key, and if an earlier line has the same one', () => {
    const items = read(
      ['name', 'vat'],
      [
        ['Ακτή', '094014201'],
        ['', ''],
        ['Ακτή ΙΙ', 'EL094014201'],
        ['Άλλη', ''],
        ['ΑΛΛΗ', ''],
      ],
    )
    const first = firstLinesOf(items)
    expect(items.map((item) => whyNotItem(item, first))).toMatchObject([
      null,
      { code: 'import.no-key' },
      { code: 'import.twice', details: { line: 2 } },
      null,
      { code: 'import.twice', details: { line: 5 } },
    ])
    expect(whyNotItem(items[0]!, new Map())).toBeNull()
  })
})

test('a recipe is refused for the first cell of its rows that cannot be read', () => {
  const [recipe, ...others] = read(
    ['product', 'material', 'quantity'],
    [
      ['Κερί', 'Κερί σόγιας', '1'],
      ['', 'Φιτίλι', 'δύο'],
      ['Κερί', 'Άρωμα', 'τρία'],
    ],
    { target: 'recipes', key: 'product' },
  )
  expect(others).toEqual([])
  expect(recipe).toMatchObject({ lines: [2, 3, 4], problem: { details: { text: 'δύο' } } })
})

test.each([
  ['has no column for a field that every row needs', 'stock', ['sku'], 'sku', 'import.column-missing'],
  ['has no column for the key', 'stock', ['stock', 'name'], 'sku', 'import.no-key-column'],
  ['has a key that finds no record', 'stock', ['stock', 'sku'], 'stock', 'import.no-key-column'],
  ['has all of them', 'stock', ['stock', 'sku'], 'sku', undefined],
] as const)('a file that %s is refused for that alone', (_what, target, columns, key, code) => {
  expect(whyNotColumns(target, columns, key)?.code).toBe(code)
})
