import { expect, test } from 'vitest'
import { documentType, incomeType, type TypeFacts } from './document-type.ts'

const facts = { kind: 'invoice', business: true, place: 'home', sold: 'goods', markKnown: false } as const

test.each<[string, Partial<TypeFacts>, string]>([
  ['an invoice for goods at home', {}, '1.1'],
  ['an invoice for goods inside the union', { place: 'union' }, '1.2'],
  ['an invoice for goods outside the union', { place: 'outside' }, '1.3'],
  ['an invoice for services at home', { sold: 'services' }, '2.1'],
  ['an invoice for services inside the union', { sold: 'services', place: 'union' }, '2.2'],
  ['an invoice for services outside the union', { sold: 'services', place: 'outside' }, '2.3'],
  ['a receipt for goods to a private person', { business: false }, '11.1'],
  ['a receipt for goods to a private person in Germany', { business: false, place: 'union' }, '11.1'],
  ['a receipt for services to a private person', { business: false, sold: 'services' }, '11.2'],
  ['a credit note for an invoice with a MARK', { kind: 'credit-note', markKnown: true }, '5.1'],
  ['a credit note for an invoice without one', { kind: 'credit-note' }, '5.2'],
  ['a credit note for a receipt', { kind: 'credit-note', business: false, markKnown: true }, '11.4'],
])('%s has the type it has in the law', (_what, change, type) => {
  expect(documentType({ ...facts, ...change })).toBe(type)
})

test('every combination of facts has a type', () => {
  for (const kind of ['invoice', 'credit-note'] as const)
    for (const business of [true, false])
      for (const place of ['home', 'union', 'outside'] as const)
        for (const sold of ['goods', 'services'] as const)
          for (const markKnown of [true, false])
            expect(documentType({ kind, business, place, sold, markKnown })).toMatch(/^\d+\.\d$/)
})

test('the type of the income depends on who buys and where', () => {
  const sold = { kind: 'invoice', business: true, place: 'home', exemption: null } as const
  expect((['home', 'union', 'outside'] as const).map((place) => incomeType({ ...sold, place }))).toEqual([
    'E3_561_001',
    'E3_561_005',
    'E3_561_006',
  ])
  const toPrivate = { ...sold, business: false } as const
  expect(incomeType({ ...toPrivate, place: 'union' })).toBe('E3_561_003')
  // an export to a private person; the official combinations have no such type for a credit note for a receipt
  const exported = { ...toPrivate, place: 'outside', exemption: 8 } as const
  expect(incomeType(exported)).toBe('E3_561_006')
  expect(incomeType({ ...exported, exemption: null })).toBe('E3_561_003')
  expect(incomeType({ ...exported, kind: 'credit-note' })).toBe('E3_561_003')
})

test('what article 39α covers has income types of its own, at home only', () => {
  const of = (business: boolean, place: TypeFacts['place']) =>
    incomeType({ kind: 'invoice', business, place, exemption: 16 })
  expect([of(true, 'home'), of(false, 'home'), of(true, 'union')]).toEqual(['E3_561_002', 'E3_561_004', 'E3_561_005'])
})
