import { expect, test } from 'vitest'
import { choiceColumns, textsOfColumns } from './choice-words.ts'
import { readRow } from './read-cells.ts'

const lines = ['τ.μ.', 'ΤΕΜ', 'Τ.Μ.', '', 'μ.μ.'].map((cell, at) => ({ line: at + 1, cells: [`Κερί ${at}`, cell] }))

test('the different texts of a column are shown with the value that each is known to be', () => {
  const texts = textsOfColumns(2, lines)
  expect(texts[1]).toEqual(['τ.μ.', 'ΤΕΜ', 'μ.μ.'])
  expect(choiceColumns('products', ['name', 'unit'], texts)).toEqual([
    {
      at: 1,
      field: 'unit',
      values: ['KG', 'Gram', 'Meter', 'CM', 'MM', 'Litter', 'CubicM', 'Item'],
      texts: [
        { text: 'τ.μ.', known: null },
        { text: 'ΤΕΜ', known: 'Item' },
        { text: 'μ.μ.', known: null },
      ],
    },
  ])
})

test('a column with more than forty different texts, or with long ones, is not asked about', () => {
  const many = Array.from({ length: 41 }, (_, at) => ({
    line: at,
    cells: [`τύπος ${at}`, 'x'.repeat(at === 3 ? 61 : 1)],
  }))
  expect(textsOfColumns(2, many)).toEqual([null, null])
})

test('a row is read as a person has answered, also a known word, and an answer that is no value of the field is none', () => {
  const read = (cell: string, value: string | null) =>
    readRow(
      'products',
      {
        headings: ['Όνομα', 'ΜΜ'],
        columns: ['name', 'unit'],
        signs: [null, null],
        words: [{ field: 'unit', text: 'τ.μ.', value }],
      },
      ['Κερί', cell],
    )
  expect(read('Τ.Μ.', 'Meter').values).toEqual({ name: 'Κερί', unit: 'Meter' })
  expect(read('Τ.Μ.', null)).toMatchObject({ values: { name: 'Κερί' }, problem: null })
  expect(read('ΤΕΜ', 'Meter').values).toEqual({ name: 'Κερί', unit: 'Item' })
  expect(read('τ.μ.', 'Liter').problem?.code).toBe('import.cell-choice')
  expect(read('μ.μ.', 'Meter').problem?.code).toBe('import.cell-choice')
})
