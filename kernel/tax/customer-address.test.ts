import { expect, test } from 'vitest'
import { lacksAddress, missingAddress } from './customer-address.ts'

test.each([
  ['all of it', null, {}],
  ['no postcode', 'postcode', { postcode: ' ' }],
  ['nothing', 'address', { address: '', city: '', postcode: '' }],
  ['nothing, in Greece', null, { country: '', address: '' }],
  ['nothing, in a country that is not recognised', null, { country: '?', address: '' }],
] as const)('of the address of a customer abroad with %s the first missing part is %s', (_what, part, change) => {
  expect(missingAddress({ country: 'DE', address: 'Ring 1', city: 'Berlin', postcode: '10115', ...change })).toBe(part)
})

test.each([
  ['a company at home without one', true, { address: ' ' }],
  ['a company at home with one', false, { address: 'Ερμού 1' }],
  // that of a company abroad is demanded before
  ['a company abroad', false, { address: '', country: 'DE', vat: '136695976' }],
  ['a private person', false, { address: '', vat: '' }],
] as const)('the address of %s is missing on the paper: %s', (_whom, expected, change) => {
  expect(lacksAddress({ taxKind: '', vat: '094019245', country: '', ...change })).toBe(expected)
})
