import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composeNote, type NoteFacts, type NoteProblem } from './compose-note.ts'

const party = { taxKind: '', taxOffice: '', profession: '', email: '', phone: '' } as const
const facts: NoteFacts = {
  direction: 'out',
  reversePurpose: 1,
  day: '2026-11-27',
  time: '07:30',
  issuer: { ...party, name: 'Κερίνο', vat: 'EL094014201', address: 'Ορφέως 114, 118 55 Αθήνα', gemi: '' },
  branch: 2,
  customer: {
    ...party,
    id: 7,
    name: 'Ακτή',
    vat: '094019245',
    address: 'Ερμού 1',
    city: 'Ναύπλιο',
    postcode: '211 00',
    country: '',
  },
  stop: { address: 'Αιόλου 3, 105 51 Αθήνα', postcode: '', city: '' },
  vehicle: ' ΥΖΑ-1234 ',
  driver: 'Πέτρος',
  goods: [{ code: 'K-1', name: 'Κερί', unit: 'Gram', quantity: 500_0000, lent: false }],
}

const noteOf = (given: NoteFacts) => {
  const composed = composeNote(given)
  if (composed.problems !== undefined) throw new Error(composed.problems.join(' '))
  return composed.note
}

test('a note has both places in their parts, the plate, and official units', () => {
  expect(noteOf(facts)).toMatchObject({
    type: '9.3',
    vehicle: 'ΥΖΑ-1234',
    purpose: 1,
    issuer: { vat: '094014201', branch: 2 },
    start: { street: 'Ορφέως', streetNumber: '114', postcode: '11855', city: 'Αθήνα' },
    destination: { street: 'Αιόλου', streetNumber: '3', postcode: '10551', city: 'Αθήνα' },
    lines: [{ measurement: 2, measuredPlaces: 7, purpose: 1 }],
  })
})

test.each<[NoteProblem, Partial<NoteFacts>]>([
  ['issuer-vat', { issuer: { ...facts.issuer, vat: '123456789' } }],
  ['start', { issuer: { ...facts.issuer, address: 'Ορφέως 114' } }],
  ['customer-vat', { customer: { ...facts.customer, vat: '123456789' } }],
  ['customer-vat', { customer: { ...facts.customer, vat: '', taxKind: 'home' } }],
  ['country', { customer: { ...facts.customer, vat: '', country: 'Ατλαντίδα' } }],
  ['kosovo', { customer: { ...facts.customer, country: 'Κόσοβο' } }],
  ['northern-ireland', { customer: { ...facts.customer, vat: 'XI 123456789', country: 'United Kingdom' } }],
  ['customer-address', { customer: { ...facts.customer, vat: '', country: 'USA', postcode: '' } }],
  ['destination', { stop: { address: 'Αιόλου 3', postcode: '10551', city: ' ' } }],
  ['vehicle', { vehicle: ' ' }],
  ['no-goods', { goods: [{ code: '', name: 'x', unit: 'Item', quantity: 0, lent: false }] }],
])('the problem %s forbids a note', (problem, change) => {
  expect(composeNote({ ...facts, ...change })).toEqual({ problems: [problem] })
})

test('each line has its purpose, and a note of lent goods alone is for lending', () => {
  const goods = fc.array(
    fc.record({
      code: fc.constant('K'),
      name: fc.constant('Κερί'),
      unit: fc.constantFrom('Item', 'KG', 'Box'),
      quantity: fc.integer({ min: 1, max: 1_000_0000 }),
      lent: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  fc.assert(
    fc.property(goods, (moved) => {
      const note = noteOf({ ...facts, goods: moved })
      expect(note.lines.map(({ purpose }) => purpose === 13)).toEqual(moved.map(({ lent }) => lent))
      expect(note.purpose).toBe(moved.every(({ lent }) => lent) ? 13 : 1)
      expect(note.lines.map(({ quantity }) => quantity)).toEqual(moved.map(({ quantity }) => quantity))
    }),
  )
})

test('a note of what comes back goes from the stop to the company, with the purpose of a return and our reason to issue it', () => {
  const goods = [
    { code: 'K-1', name: 'Κερί', unit: 'Item', quantity: 2_0000, lent: false },
    { code: 'P-1', name: 'Ποτήρι', unit: 'Item', quantity: 6_0000, lent: true },
  ]
  const note = noteOf({ ...facts, direction: 'back', reversePurpose: 2, goods })
  expect(note).toMatchObject({
    purpose: 5,
    reversePurpose: 2,
    start: { street: 'Αιόλου', postcode: '10551' },
    destination: { street: 'Ορφέως', postcode: '11855' },
  })
  expect(note.lines.map(({ quantity, purpose }) => [quantity, purpose])).toEqual([
    [2_0000, 5],
    [6_0000, 5],
  ])
  expect(noteOf({ ...facts, goods })).not.toHaveProperty('reversePurpose')
})

test('a customer abroad has the country and the plain VAT number of a company there', () => {
  const customer = { ...facts.customer, country: 'Γερμανία', vat: 'DE 136695976' }
  expect(noteOf({ ...facts, customer }).customer).toMatchObject({ country: 'DE', vat: '136695976' })
})

test.each([
  ['a private person', { taxKind: '' }],
  ['a church', { taxKind: 'public' }],
  ['a private person abroad', { taxKind: 'private', country: 'Γερμανία' }],
  ['a company outside the union', { taxKind: 'outside', country: 'USA' }],
] as const)('%s without a VAT number gets a note', (_whom, change) => {
  expect(noteOf({ ...facts, customer: { ...facts.customer, vat: ' ', ...change } }).customer.vat).toBe('')
})
