import { expect, test } from 'vitest'
import { isBusiness, kindOf, type KindFacts, mayLackVat, whyNotKind } from './customer-kind.ts'

const customer = (more: Partial<KindFacts>): KindFacts => ({ taxKind: '', vat: '094019245', country: '', ...more })

test.each([
  ['a VAT number and no country', {}, 'home', true],
  ['a VAT number in Germany', { country: 'Γερμανία', vat: 'DE136695976' }, 'union', true],
  ['a VAT number in Switzerland', { country: 'CH' }, 'outside', true],
  ['a VAT number of Northern Ireland', { country: 'Northern Ireland', vat: 'XI123456789' }, 'union', true],
  ['a VAT number of Northern Ireland and no country', { vat: 'XI123456789' }, 'union', true],
  ['a VAT number in Kosovo', { country: 'Κόσοβο', vat: '810000000' }, 'outside', true],
  ['a VAT number in Monaco', { country: 'Monaco', vat: 'FR40303265045' }, 'union', true],
  ['no VAT number', { vat: ' ' }, 'private', false],
  ['no VAT number in Germany', { vat: '', country: 'DE' }, 'private', false],
  ['a VAT number, and was said to be private', { taxKind: 'private' }, 'private', false],
  ['a VAT number, and was said to be a public body', { taxKind: 'public' }, 'public', true],
  ['no VAT number, and was said to be a church', { taxKind: 'public', vat: '' }, 'public', false],
] as const)('a customer with %s has its kind', (_what, more, kind, business) => {
  expect([kindOf(customer(more)), isBusiness(customer(more))]).toEqual([kind, business])
})

test('a kind that contradicts country or VAT number is named, and a church may lack the number', () => {
  expect(whyNotKind(customer({ taxKind: 'union' }))).toBe('kind-place')
  expect(whyNotKind(customer({ taxKind: 'home', vat: '' }))).toBe('kind-vat')
  expect(whyNotKind(customer({ taxKind: 'public', vat: '' }))).toBeNull()
  for (const taxKind of ['', 'private', 'public'] as const)
    expect(whyNotKind(customer({ taxKind, vat: '', country: 'CH' }))).toBeNull()
  expect(whyNotKind(customer({ taxKind: 'home' }))).toBeNull()
  // Northern Ireland is in the union for goods, and outside for services
  for (const taxKind of ['union', 'outside'] as const)
    expect(whyNotKind(customer({ taxKind, country: 'Northern Ireland' }))).toBeNull()
  expect([mayLackVat({ taxKind: 'public' }), mayLackVat({ taxKind: '' })]).toEqual([true, false])
})

test('a company outside the union may have no VAT number, if a person said that it is one', () => {
  const company = customer({ taxKind: 'outside', vat: '', country: 'USA' })
  expect([whyNotKind(company), isBusiness(company), mayLackVat(company)]).toEqual([null, true, true])
  expect(whyNotKind(customer({ taxKind: 'union', vat: '', country: 'DE' }))).toBe('kind-vat')
})
