import { expect, test } from 'vitest'
import { chooseAddress, chooseCustomer, takeOwnAddress } from './draft-customer.ts'
import { EMPTY_DRAFT } from './order-draft.ts'

const maria = { id: 1, name: 'Μαρία', label: '', phone: '', vat: '' }
const nikos = { id: 2, name: 'Νίκος', label: '', phone: '', vat: '' }
const ERMOU = { address: 'Ερμού 12', postcode: '10563', city: 'Αθήνα', phone: '2101234567' }
const home = { id: 1, ...ERMOU }
const ofMaria = chooseCustomer(EMPTY_DRAFT, maria)

test('the delivery address is the own one of the customer until a person chooses another', () => {
  const filled = takeOwnAddress(ofMaria, home)
  expect(filled.deliveryAddress).toEqual(ERMOU)
  const other = chooseAddress(filled, { address: 'Σόλωνος 3' })
  expect(takeOwnAddress(other, home)).toBe(other)
})

test('an address that a person emptied stays empty', () => {
  const emptied = chooseAddress(takeOwnAddress(ofMaria, home), { address: '' })
  expect(takeOwnAddress(emptied, home).deliveryAddress).toEqual({ address: '' })
})

test.each([
  ['of another customer is not taken', { ...home, id: 2 }],
  ['without a street is not taken', { ...home, address: '' }],
])('an address %s', (_, customer) => {
  expect(takeOwnAddress(ofMaria, customer)).toBe(ofMaria)
})

test('another customer removes the address, and the own address of that customer follows', () => {
  const draft = chooseCustomer(chooseAddress(ofMaria, { address: 'Σόλωνος 3' }), nikos)
  expect(draft).toMatchObject({ customer: nikos, deliveryAddress: { address: '' } })
  expect(takeOwnAddress(draft, { ...home, id: 2 }).deliveryAddress).toEqual(ERMOU)
})

test('choosing the same customer again keeps the address', () => {
  const draft = chooseAddress(ofMaria, { address: 'Σόλωνος 3' })
  expect(chooseCustomer(draft, { ...maria, phone: '2109999999' })).toEqual({
    ...draft,
    customer: { ...maria, phone: '2109999999' },
  })
})
