import { describe, expect, test } from 'vitest'
import { matchColumns, missingFields, systemOf } from './columns.ts'
import { readItems } from './items.ts'
import { cellText } from '#kernel/import/cells.ts'
import { readDecimal, readRow, withLeadingZeros } from './read-cells.ts'
import { FIELDS } from './targets.ts'

test.each([
  ['3406 00 00', '34060000'],
  ['3406.00.00', '34060000'],
  ['="01012100"', '01012100'],
  ['0106190000 80', '0106190000'],
  // a spreadsheet took them for numbers and dropped the zero at the beginning, or another digit is missing
  ['1012100', null],
  ['106190000', null],
  ['10619000080', null],
  // a digit is missing, or one too many
  ['3406 00 0', null],
  ['34060000.0', null],
  ['="3406000"', null],
  ['3406', null],
  ['３４０６００００', null],
])('the cell %s is the code of goods %s', (cell, code) => {
  const { values, problem } = readRow('goods-codes', { headings: ['code'], columns: ['code'], signs: [] }, [cell])
  expect(values).toEqual(code === null ? {} : { code })
  expect(problem?.code ?? null).toBe(code === null ? 'import.cell-goods-code' : null)
})

describe('numbers', () => {
  test.each([
    ['1.234,50', ',', 123_450],
    ['1.234', ',', 123_400],
    ['12.5', ',', 1_250],
    ['1,234.50', '.', 123_450],
    ['1,234', '.', 123_400],
    ['12,5', '.', 1_250],
    ['-3,456 €', ',', -346],
    ['24%', '.', 2_400],
    ['1 234,5', ',', 123_450],
    ['1.2.3', ',', null],
    ['δύο', ',', null],
    ['1e5', '.', null],
    ['', '.', null],
  ] as const)('%j with the decimal sign %s is %j hundredths', (cell, sign, expected) => {
    expect(readDecimal(cell, 2, sign)).toBe(expected)
  })

  test('of a spreadsheet have one meaning, whatever the texts of their column say', () => {
    const file = { headings: ['a'], columns: ['quantity'], signs: [','] as const }
    expect(readRow('recipes', file, [1.25]).values).toEqual({ quantity: 1_2500 })
    expect(readRow('recipes', file, ['1.250']).values).toEqual({ quantity: 1250_0000 })
    expect(readRow('recipes', file, ['1.250']).numbers).toEqual([
      { field: 'quantity', text: '1.250', value: 1250_0000 },
    ])
    expect([1.25, 5.2e21, 0.1 + 0.2, undefined, ' x '].map(cellText)).toEqual([
      '1.25',
      '5200000000000000000000',
      '0.3',
      '',
      ' x ',
    ])
  })
})

test('a VAT number gets back leading zeros only if its check digit is right with them', () => {
  expect(withLeadingZeros('94014201')).toBe('094014201')
  expect(withLeadingZeros('94014202')).toBe('94014202')
  expect(withLeadingZeros('="094014201"')).toBe('094014201')
  expect(withLeadingZeros('EL094014201')).toBe('EL094014201')
})

describe('columns', () => {
  test.each([
    [
      'customers',
      ['Επωνυμία', 'Α.Φ.Μ.', 'ΔΟΥ', 'T.K.', 'Τηλ.1', 'Τηλ.2'],
      ['name', 'vat', 'taxOffice', 'postcode', 'phone', 'phone2'],
    ],
    [
      'customers',
      ['TRDR', 'NAME', 'AFM', 'IRSDATA', 'PHONE01', 'ZIP'],
      [null, 'name', 'vat', 'taxOffice', 'phone', 'postcode'],
    ],
    [
      'customers',
      ['Display Name', 'Tax ID', 'Street', 'Zip', 'City', 'Mobile'],
      ['name', 'vat', 'address', 'postcode', 'city', 'phone2'],
    ],
    [
      'customers',
      ['id', 'name', 'startdate', 'vatType', 'extra_address'],
      ['id', 'name', 'startDate', 'vatType', 'extraAddresses'],
    ],
    [
      'products',
      ['Internal Reference', 'Name', 'Sales Price', 'Cost', 'Unit of Measure'],
      ['sku', 'name', 'salesPrice', 'costPrice', 'unit'],
    ],
    [
      'products',
      ['Κωδικός', 'Περιγραφή', 'ΜΜ1', 'Τιμή Χονδρικής', 'Τιμή Λιανικής', 'ΦΠΑ %'],
      ['sku', 'name', 'unit', 'b2bSalesPrice', 'salesPrice', 'vat'],
    ],
    ['stock', ['CODE', 'Quantity On Hand'], ['sku', 'stock']],
    [
      'recipes',
      ['Προϊόν', 'Βήμα', 'Τμήμα', 'Υλικό', 'Ποσότητα'],
      ['product', 'seq', 'section', 'material', 'quantity'],
    ],
  ] as const)('of %s with the headings %j are matched', (target, headings, expected) => {
    expect(matchColumns(target, headings)).toEqual(expected)
  })

  test('that a person chose earlier win, and no field is in two columns', () => {
    expect(matchColumns('customers', ['Επωνυμία', 'Όνομα', 'Ομάδα'], { ονομα: 'name', ομαδα: 'own-field' })).toEqual([
      null,
      'name',
      'own-field',
    ])
    expect(matchColumns('customers', ['Επωνυμία', 'Όνομα'])).toEqual(['name', null])
  })

  test('of an export name its system', () => {
    expect(systemOf(['TRDR', 'NAME', 'AFM'])).toBe('softone')
    expect(systemOf(['Name', 'Tax ID', 'Street', 'Zip'])).toBe('odoo')
    expect(systemOf(['Name', 'City'])).toBeNull()
  })

  test('without a name are enough for changes of records that have another key', () => {
    expect(missingFields('customers', ['city'])).toEqual(['name'])
    expect(missingFields('customers', ['vat', 'city'])).toEqual([])
    expect(missingFields('recipes', ['product', 'material'])).toEqual(['quantity'])
  })
})

describe('rows', () => {
  const file = (columns: readonly (string | null)[]) => ({
    headings: columns.map(String),
    columns,
    signs: columns.map(() => ',' as const),
  })

  test('leave out empty cells, and name the first cell that cannot be read', () => {
    const columns = ['name', 'discount', 'startDate', 'own-field', null]
    expect(readRow('customers', file(columns), ['Νίκος', '5,5', '3/11/2026', 'Α', 'x'])).toEqual({
      values: { name: 'Νίκος', discount: 550, startDate: '2026-11-03' },
      own: [{ name: 'own-field', value: 'Α' }],
      numbers: [{ field: 'discount', text: '5,5', value: 550 }],
      problem: null,
    })
    expect(readRow('customers', file(columns), ['Νίκος', ' ', ''])).toEqual({
      values: { name: 'Νίκος' },
      own: [],
      numbers: [],
      problem: null,
    })
    const nulls = ['Νίκος', '\\N', 'NULL', 'NULL', 'x']
    expect(readRow('customers', file(columns), nulls)).toMatchObject({
      values: { name: 'Νίκος' },
      own: [],
      problem: null,
    })
    expect(readRow('customers', file(['name']), ['Null']).values).toEqual({ name: 'Null' })
    expect(readRow('customers', file(columns), ['Νίκος', 'πολύ', '31/11/2026'])).toMatchObject({
      values: { name: 'Νίκος' },
      problem: { code: 'import.cell-decimal', details: { column: 'discount', text: 'πολύ' } },
    })
    expect(readRow('products', file(['name', 'barcode']), ['Κερί', '5,2E+12']).problem?.code).toBe('import.cell-code')
  })

  test('name products by their number in the headings of the own export, and by their SKU in all others', () => {
    const columns = ['product', 'material', 'quantity']
    const read = (headings: string[]) => readRow('recipes', { ...file(columns), headings }, ['12', '7', '1,5']).values
    expect(read(['product_id', 'material_id', 'quantity'])).toEqual({
      product: '#12',
      material: '#7',
      quantity: 1_5000,
    })
    expect(read(['Product', 'Material', 'quantity'])).toEqual({ product: '12', material: '7', quantity: 1_5000 })
  })

  test.each([
    ['customers', 'discount', '0', 0],
    ['customers', 'discount', '100', 100_00],
    ['customers', 'discount', '100,01', undefined],
    ['customers', 'discount', '-0,01', undefined],
    ['customers', 'tags', ' μέλι; κερί,, σαπούνι |', ['μέλι', 'κερί', 'σαπούνι']],
    ['customers', 'taxKind', 'Ιδιώτης', 'private'],
    ['customers', 'taxKind', 'άγνωστο', undefined],
  ] as const)('of %s have in %s for %j the value %j', (target, field, cell, value) => {
    expect(readRow(target, file([field]), [cell]).values[field]).toEqual(value)
  })

  test.each([
    ['Ναι', true],
    ['✓', true],
    ['ΟΧΙ', false],
    ['0', false],
    ['ίσως', undefined],
  ])('have in a column of yes and no for %j the value %j', (cell, value) => {
    const [flag] = FIELDS.products.filter(({ reads }) => reads.as === 'flag')
    expect(readRow('products', file([flag!.name]), [cell]).values[flag!.name]).toBe(value)
  })

  test('have no values of empty cells', () => {
    const columns = ['name', 'city', 'own-field']
    expect(readRow('customers', file(columns), ['Νίκος', ' ', ''])).toMatchObject({
      values: { name: 'Νίκος' },
      own: [],
    })
    expect(Object.keys(readRow('customers', file(columns), ['Νίκος', ' ', '']).values)).toEqual(['name'])
  })

  test('of one recipe are joined as long as they follow each other', () => {
    const reading = { target: 'recipes' as const, key: 'product', ...file(['product', 'material', 'quantity']) }
    const lines = [
      ['K1', 'Κερί', '1'],
      ['', 'Φυτίλι', '2'],
      ['k1', 'Χρώμα', '3'],
      ['K2', 'Κερί', '1'],
      ['K1', 'Κερί', '1'],
    ]
    const items = readItems(
      reading,
      lines.map((cells, at) => ({ line: at + 2, cells })),
    )
    expect(items.map(({ lines: own, key }) => [own, key?.value])).toEqual([
      [[2, 3, 4], 'k1'],
      [[5], 'k2'],
      [[6], 'k1'],
    ])
  })
})

describe('cells that lost their meaning', () => {
  const read = (cells: (string | number)[]) => {
    const columns = ['name', 'city', 'startDate']
    return readRow('customers', { headings: columns, columns, signs: columns.map(() => null) }, cells)
  }

  test.each(['#N/A', '#ref!', '#DIV/0!', '#FORMULA! =2*3'])('%s is named and never taken as a value', (cell) => {
    expect(read(['Νίκος', cell])).toMatchObject({
      values: { name: 'Νίκος' },
      problem: { code: 'import.cell-lost', details: { column: 'city', text: cell } },
    })
    expect(read(['#1 Cafe', '']).problem).toBeNull()
  })

  test.each([
    ['Σύνολο', '120,50', true],
    ['ΓΕΝΙΚΟ ΣΥΝΟΛΟ:', '', true],
    ['', 'Total', true],
    ['Σύνολο ΑΕ', 'Βόλος', false],
    ['Νίκος', 'Σύνολο', false],
  ])('a row of %j and %j is one of totals: %j', (name, city, isTotal) => {
    expect(read([name, city]).problem?.code).toBe(isTotal ? 'import.totals-row' : undefined)
  })

  test.each([
    ['20261105', '2026-11-05'],
    [20261105, '2026-11-05'],
    ['05112026', '2026-11-05'],
    ['20112011', '2011-11-20'],
    ['2026-11-05T10:00:00', '2026-11-05'],
    ['20261305', undefined],
    ['2026110', undefined],
  ])('the day %j is %j', (cell, day) => {
    expect(read(['Νίκος', '', cell]).values['startDate']).toBe(day)
  })
})
