import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CUSTOMER_KINDS, isBusiness } from '#kernel/tax/customer-kind.ts'
import { countryOf, HOME, placeOf } from '#kernel/tax/country.ts'
import { documentType } from './document-type.ts'
import { chargesVatAbroad, isDistanceSale, servicesKeepVat, whyVatStays } from './vat-abroad.ts'

const GERMAN = { taxKind: '', vat: '136695976', country: 'Γερμανία' } as const
const AMERICAN = { taxKind: 'private', vat: '', country: 'USA' } as const
const facts = { customer: GERMAN, sold: 'goods', taxed: true, refusedByVies: false } as const

test.each([
  ['goods with VAT to a company of the union', true, {}],
  ['goods with VAT to a company outside the union', true, { customer: { ...GERMAN, country: 'USA' } }],
  ['services with VAT to a company of the union', true, { sold: 'services' }],
  [
    'services with VAT to a company of the union that VIES does not know',
    true,
    { sold: 'services', refusedByVies: true },
  ],
  ['goods with VAT to a company of the union that VIES does not know', false, { refusedByVies: true }],
  ['goods without VAT to a company of the union', false, { taxed: false }],
  ['goods with VAT to a company at home', false, { customer: { ...GERMAN, country: '' } }],
  ['goods with VAT to a customer abroad without a VAT number', false, { customer: { ...GERMAN, vat: ' ' } }],
  ['goods with VAT to a private person abroad', false, { customer: { ...GERMAN, taxKind: 'private' } }],
  ['goods with VAT to a public body abroad', true, { customer: { ...GERMAN, taxKind: 'public' } }],
  ['goods with VAT to a country that is not recognised', false, { customer: { ...GERMAN, country: 'Ατλαντίδα' } }],
] as const)('that %s charge VAT abroad is %s', (_sale, expected, change) => {
  expect(chargesVatAbroad({ ...facts, ...change })).toBe(expected)
})

test('only documents of the types for customers abroad charge VAT abroad', () => {
  fc.assert(
    fc.property(
      fc.record({
        customer: fc.record({
          taxKind: fc.constantFrom('' as const, ...CUSTOMER_KINDS),
          vat: fc.constantFrom('', '136695976'),
          country: fc.constantFrom('', 'GR', 'DE', 'USA', 'Κύπρος', '?'),
        }),
        sold: fc.constantFrom('goods' as const, 'services' as const),
        taxed: fc.boolean(),
        refusedByVies: fc.boolean(),
      }),
      (sale) => {
        const { customer, sold, taxed, refusedByVies } = sale
        const place = placeOf(countryOf(customer.country) ?? HOME)
        const type = documentType({ kind: 'invoice', business: isBusiness(customer), place, sold, markKnown: false })
        const abroad = taxed && ['1.2', '1.3', '2.2', '2.3'].includes(type)
        expect(chargesVatAbroad(sale)).toBe(abroad && !(type === '1.2' && refusedByVies))
      },
    ),
  )
})

test.each([
  ['a company of the union with a valid number', null, GERMAN, 'valid'],
  ['a company of the union that VIES was not asked about', 'invoicing.vat-of-unverified', GERMAN, 'unverified'],
  ['a company of the union whose number is not valid', 'invoicing.vat-of-unverified', GERMAN, 'invalid'],
  ['a company of the union whose number is wrong for its country', 'invoicing.vat-of-unverified', GERMAN, null],
  ['a company outside the union', null, { ...GERMAN, country: 'USA' }, null],
  ['a private person abroad', 'invoicing.vat-of-home', { ...GERMAN, taxKind: 'private' }, 'valid'],
  ['a private person outside the union', null, AMERICAN, null],
  ['a company at home', 'invoicing.vat-of-home', { ...GERMAN, country: '' }, null],
  ['a company in a country that is not recognised', 'invoicing.vat-of-home', { ...GERMAN, country: '?' }, null],
] as const)('the VAT of an order of %s may be taken off unless the refusal is %s', (_who, code, customer, standing) => {
  expect(whyVatStays(customer, standing, 'goods')?.code ?? null).toBe(code)
})

test.each([
  ['a company of the union', null, GERMAN],
  ['a company outside the union', null, { ...GERMAN, country: 'USA' }],
  // they are no export
  ['a private person outside the union', 'invoicing.vat-of-home', AMERICAN],
  ['a public body outside the union without a VAT number', 'invoicing.vat-of-home', { ...AMERICAN, taxKind: 'public' }],
] as const)('the VAT of services alone for %s may be taken off unless the refusal is %s', (_who, code, customer) => {
  expect(whyVatStays(customer, 'valid', 'services')?.code ?? null).toBe(code)
})

test('services keep their VAT for everybody but companies', () => {
  expect([GERMAN, AMERICAN, { ...AMERICAN, taxKind: 'outside' } as const].map(servicesKeepVat)).toEqual([
    false,
    true,
    false,
  ])
})

test.each([
  ['a private person in Germany', true, { vat: '' }],
  ['a company in Germany', false, {}],
  ['a private person in Greece', false, { vat: '', country: '' }],
  ['a private person outside the union', false, { vat: '', country: 'USA' }],
] as const)('goods for %s are a distance sale inside the union: %s', (_whom, expected, change) => {
  expect(isDistanceSale({ ...GERMAN, ...change })).toBe(expected)
})
