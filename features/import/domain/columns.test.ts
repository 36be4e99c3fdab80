import { describe, expect, test } from 'vitest'
import { fieldTwice, headingKey, knownColumns, matchColumns } from './columns.ts'
import { FIELDS, isOfParties, keepsOwnFields, OWN_FIELD, TARGETS } from './targets.ts'

describe('what the company chose earlier for a heading', () => {
  const remembered = { α: 'vat', β: OWN_FIELD, γ: OWN_FIELD, επωνυμια: null, δ: 'no such field' }

  test('wins over the words of the fields', () => {
    expect(matchColumns('customers', ['Α', 'Επωνυμία', 'ΑΦΜ'], remembered)).toEqual(['vat', null, null])
  })

  test('may keep several columns as fields of the company, but only of customers and providers', () => {
    expect(matchColumns('customers', ['Β', 'Γ', 'Name'], remembered)).toEqual([OWN_FIELD, OWN_FIELD, 'name'])
    expect(matchColumns('products', ['Β', 'Name'], remembered)).toEqual([null, 'name'])
  })

  test('is left out if there is no such field any more', () => {
    expect(matchColumns('customers', ['Δ', 'Name'], remembered)).toEqual([null, 'name'])
  })
})

test.each(TARGETS)('no heading of %s means two fields', (target) => {
  const meant = FIELDS[target].flatMap(({ name, words }) =>
    [...new Set(words.map(headingKey))].map((heading) => ({ heading, name })),
  )
  const fieldsOf = Map.groupBy(meant, ({ heading }) => heading)
  expect([...fieldsOf.values()].filter((fields) => fields.length > 1)).toEqual([])
  expect(fieldsOf.size).toBeGreaterThan(2)
})

test('of two headings of one field the more certain one is its column', () => {
  expect(matchColumns('products', ['Αριθμός', 'ID'])).toEqual([null, 'id'])
})

test('a file of balances says whose they are, how high and since when, and nothing else of a customer', () => {
  const headings = ['id', 'name', 'vat', 'city', 'balance', 'date']
  expect(matchColumns('customer-balances', headings)).toEqual(['id', 'name', 'vat', null, 'amount', 'day'])
})

test('only the columns that are known count for the sign that separates them', () => {
  expect(knownColumns('customers', ['Επωνυμία', 'ΑΦΜ', 'άγνωστο'])).toBe(2)
})

test.each([
  [['name', 'vat', 'name'], 'name'],
  [['name', 'vat'], null],
  [[null, null, OWN_FIELD, OWN_FIELD], null],
  [[OWN_FIELD, 'vat', null, OWN_FIELD, null, 'vat'], 'vat'],
])('of the columns %j a field is twice: %s', (columns, twice) => {
  expect(fieldTwice(columns)).toBe(twice)
})

test('customers and providers have fields of the company, and balances are theirs too', () => {
  expect(TARGETS.filter(keepsOwnFields)).toEqual(['customers', 'providers'])
  expect(TARGETS.filter(isOfParties)).toEqual(['customers', 'providers', 'customer-balances', 'provider-balances'])
})

test('a sheet of balances has the number, the name and the VAT number of a party, and no other field of it', () => {
  expect(matchColumns('customer-balances', ['id', 'Επωνυμία', 'ΑΦΜ', 'Τηλ.1', 'Υπόλοιπο'])).toEqual([
    'id',
    'name',
    'vat',
    null,
    'amount',
  ])
})
