import { expect, test } from 'vitest'
import { countryOf, placeOf, placeOfCustomer, uncodedPlaceOf } from './country.ts'
import { isVatOf, vatWithin } from './vat-of-country.ts'

test.each([
  ['Γερμανία', 'DE'],
  ['ΓΕΡΜΑΝΙΑ', 'DE'],
  ['germany', 'DE'],
  ['Deutschland', 'DE'],
  ['de', 'DE'],
  ['Ελλάδα', 'GR'],
  ['ΕΛΛΑΣ', 'GR'],
  ['EL', 'GR'],
  ['', 'GR'],
  ['Κύπρος', 'CY'],
  ['Ηνωμένο Βασίλειο', 'GB'],
  ['Ελβετία', 'CH'],
  ['Η.Π.Α.', 'US'],
  ['Србија', 'RS'],
  ['Germania', 'DE'],
  // Monaco trades as France
  ['Μονακό', 'FR'],
  ['Monaco', 'FR'],
  ['MC', 'FR'],
])('the text %j means the country %s', (text, code) => {
  expect(countryOf(text)).toBe(code)
})

test.each(['Γερμ', 'Πάτρα', 'XX', '-'])('the text %j means no country', (text) => {
  expect(countryOf(text)).toBeNull()
})

test.each([
  ['Κόσοβο', 'kosovo'],
  ['ΚΟΣΟΒΟ', 'kosovo'],
  ['XK', 'kosovo'],
  ['Косово', 'kosovo'],
  ['Republic of Kosovo', 'kosovo'],
  ['Δημοκρατία του Κοσόβου', 'kosovo'],
  ['Northern Ireland', 'northern-ireland'],
  ['βορεια ιρλανδια', 'northern-ireland'],
  ['XI', 'northern-ireland'],
  ['UK (Northern Ireland)', 'northern-ireland'],
  ['Ireland', null],
  ['United Kingdom', null],
  ['', null],
] as const)('the text %j names the place without a code %s', (text, place) => {
  expect(uncodedPlaceOf({ country: text, vat: '' }, 'services')).toBe(place)
  // what has no code is no country either
  expect(place === null || countryOf(text) === null).toBe(true)
})

test.each([
  ['a VAT number of Northern Ireland', { country: 'United Kingdom', vat: 'XI 123456789' }, 'northern-ireland', 'union'],
  ['the same without a country', { country: ' ', vat: 'xi123456789' }, 'northern-ireland', 'union'],
  ['a postcode of Belfast', { country: 'UK', vat: 'GB123456789', postcode: ' bt1 5GS' }, 'northern-ireland', 'union'],
  ['a postcode of Bath', { country: 'UK', vat: 'GB123456789', postcode: 'BA1 1SU' }, null, 'outside'],
  ['such a postcode in Germany', { country: 'DE', vat: '', postcode: 'BT1' }, null, 'union'],
  ['the country Kosovo', { country: 'Kosovo', vat: '' }, 'kosovo', 'outside'],
  ['a country that is not recognised', { country: '?', vat: '' }, null, 'home'],
  ['Monaco', { country: 'Monaco', vat: '' }, null, 'union'],
] as const)('goods for a customer with $0 are sold to $3', (_what, customer, uncoded, place) => {
  expect([uncodedPlaceOf(customer, 'goods'), placeOfCustomer(customer, 'goods')]).toEqual([uncoded, place])
})

test('services for a customer in Northern Ireland are sold to the United Kingdom, which has a code', () => {
  const belfast = { country: 'United Kingdom', vat: 'GB123456789', postcode: 'BT1 5GS' }
  expect([uncodedPlaceOf(belfast, 'services'), placeOfCustomer(belfast, 'services')]).toEqual([null, 'outside'])
  expect(placeOfCustomer({ country: 'XI', vat: '' }, 'services')).toBe('outside')
})

test('a country is Greece, inside the union or outside', () => {
  expect(['GR', 'DE', 'CY', 'GB', 'CH', 'US'].map(placeOf)).toEqual([
    'home',
    'union',
    'union',
    'outside',
    'outside',
    'outside',
  ])
})

test.each([
  ['GR', 'EL 094 014 201', true],
  ['GR', '94014201', true],
  ['GR', '123456789', false],
  ['DE', 'DE 136695976', true],
  ['DE', '136695976', true],
  ['DE', '136695977', false],
  ['DE', '094014201', false],
  ['IT', '00743110157', true],
  ['CY', 'CY10259033P', true],
  ['FR', 'FR40303265045', true],
  ['CY', '10259033Z', false],
  // no rules are known for this country
  ['US', '12-3456789', true],
  ['US', '', false],
])('in %s the VAT number %j is right: %s', (country, vat, right) => {
  expect(isVatOf(country, vat)).toBe(right)
})

test('a VAT number is sent without the code of its country', () => {
  expect(vatWithin('DE', 'de 136.695.976')).toBe('136695976')
  expect(vatWithin('GR', 'EL94014201')).toBe('094014201')
})
