import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CodedGoods,
  composeNote,
  type MovedGoods,
  type NoteFacts,
  type NoteProblem,
  fieldOf,
} from './compose-note.ts'

const goodsOf = (goods: Omit<MovedGoods, 'productId'>): CodedGoods => ({
  productId: 3,
  cnCode: '34060000',
  codeProblem: null,
  ...goods,
})

const party = { taxKind: '', taxOffice: '', profession: '', email: '', phone: '' } as const
const facts: NoteFacts = {
  direction: 'out',
  reversePurpose: 1,
  codesFromDay: '2027-01-01',
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
  stop: { address: 'Αιόλου 3, 105 51 Αθήνα', postcode: '105 51', city: 'Αθήνα' },
  vehicle: ' ΥΖΑ-1234 ',
  driver: 'Πέτρος',
  goods: [goodsOf({ code: 'K-1', name: 'Κερί', unit: 'Gram', quantity: 500_0000, lent: false })],
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
  ['destination', { stop: { address: 'Ζαμπελίου 33', postcode: '', city: 'Χανιά' } }],
  ['vehicle', { vehicle: ' ' }],
  ['no-goods', { goods: [goodsOf({ code: '', name: 'x', unit: 'Item', quantity: 0, lent: false })] }],
])('the problem %s forbids a note', (problem, change) => {
  expect(composeNote({ ...facts, ...change })).toEqual({ problems: [problem] })
})

test('the destination has street, number, postcode and town of the stop, each once', () => {
  for (const address of ['Ζαμπελίου 33', 'Ζαμπελίου 33, 731 32 Χανιά'])
    expect(noteOf({ ...facts, stop: { address, postcode: '731 32', city: 'Χανιά' } }).destination).toEqual({
      street: 'Ζαμπελίου',
      streetNumber: '33',
      postcode: '73132',
      city: 'Χανιά',
    })
})

test('a missing part of the address is corrected in its own field', () => {
  expect([
    fieldOf('customer-address', 'postcode'),
    fieldOf('customer-address', null),
    fieldOf('vehicle', null),
  ]).toEqual([{ of: 'customers', field: 'postcode' }, { of: 'customers', field: 'address' }, undefined])
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
      const note = noteOf({ ...facts, goods: moved.map(goodsOf) })
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
  ].map(goodsOf)
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

const coded = (cnCode: string | null, codeProblem: CodedGoods['codeProblem'], name = 'Κερί'): CodedGoods => ({
  ...goodsOf({ code: 'K', name, unit: 'Item', quantity: 1_0000, lent: false }),
  cnCode,
  codeProblem,
})

test('a line has the code of its goods in ten digits, and before the day of the law none that is missing or not valid', () => {
  const goods = [
    coded('34060000', null),
    coded('7013990010', null),
    coded(null, 'missing'),
    coded('34069999', 'unlisted'),
    coded('34060000', 'ended'),
  ]
  expect(noteOf({ ...facts, goods }).lines.map(({ taricNo }) => taricNo ?? null)).toEqual([
    '3406000000',
    '7013990010',
    null,
    null,
    null,
  ])
})

test.each(['missing', 'unlisted', 'ended', 'early'] as const)(
  'from the day of the law on, a note of goods whose code is %s is not composed',
  (problem) => {
    const goods = [coded('34060000', null), coded(problem === 'missing' ? null : '34069999', problem, 'Ποτήρι')]
    expect(noteOf({ ...facts, day: '2026-12-31', goods }).lines).toHaveLength(2)
    for (const direction of ['out', 'back'] as const)
      expect(composeNote({ ...facts, day: '2027-01-01', direction, goods })).toEqual({ problems: ['goods-code'] })
    expect(noteOf({ ...facts, day: '2027-01-01', codesFromDay: '2027-07-01', goods }).lines).toHaveLength(2)
    expect(noteOf({ ...facts, day: '2027-01-01', goods: goods.slice(0, 1) }).lines[0]?.taricNo).toBe('3406000000')
  },
)
