import { describe, expect, test } from 'vitest'
import { fieldTwice, knownColumns, matchColumns } from './columns.ts'
import { isOfParties, keepsOwnFields, OWN_FIELD, TARGETS } from './targets.ts'

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
