import { describe, expect, test } from 'vitest'
import type { Rate } from '#kernel/money.ts'
import { differencesOf, mergeChanges, mergeDoubts, type MergeValues } from './merging.ts'

const PLAIN: MergeValues = {
  name: 'Ταβέρνα Ο Νίκος',
  label: '',
  taxOffice: '',
  address: '',
  city: '',
  postcode: '',
  country: '',
  lat: null,
  lon: null,
  phone: '',
  phone2: '',
  startDate: null,
  representor: '',
  discount: 0 as Rate,
  paymentDays: null,
  paymentWay: '',
  taxKind: '',
  category: '',
  vatType: 2400 as Rate,
  vat: '',
  social: '',
  profession: '',
  email: '',
  tags: [],
  salespersonId: null,
  customFields: [],
  extraAddresses: [],
}
const values = (more: Partial<MergeValues>): MergeValues => ({ ...PLAIN, ...more })
const further = (address: string, city: string, postcode: string) => ({
  address,
  postcode,
  phone: '',
  city,
  building: '',
  floor: '',
})

describe('the fields of two customers', () => {
  test('differ where their values differ, and an empty value of the kept one is proposed to be filled', () => {
    const kept = values({ phone: '2101111111', email: '' })
    const merged = values({ phone: '2102222222', email: 'a@b.gr' })
    expect(differencesOf(kept, merged)).toEqual([
      { field: 'phone', kept: '2101111111', merged: '2102222222', joined: false, proposed: false },
      { field: 'email', kept: '', merged: 'a@b.gr', joined: false, proposed: true },
    ])
  })

  test('do not differ if a VAT number is only written in another way', () => {
    expect(differencesOf(values({ vat: 'EL 094014201' }), values({ vat: '094014201' }))).toEqual([])
  })

  test('differ in a list only by the items that the kept one lacks, and get the items of both', () => {
    const [kept, merged] = [values({ tags: ['vip', 'νησιά'] }), values({ tags: ['νησιά', 'χονδρική'] })]
    expect(differencesOf(kept, merged)).toEqual([
      { field: 'tags', kept: kept.tags, merged: merged.tags, joined: true, proposed: false },
    ])
    expect(differencesOf(kept, values({ tags: ['νησιά'] }))).toEqual([])
  })

  test('are chosen together where they make up an address', () => {
    const kept = values({ address: 'Ερμού 1', city: 'Αθήνα', postcode: '10563' })
    const merged = values({ address: 'Αιόλου 3', city: 'Πάτρα', lat: 38.2, lon: 21.7 })
    expect(differencesOf(kept, merged).map(({ field }) => field)).toEqual(['address'])
    expect(mergeChanges(kept, merged, ['address'])).toEqual({
      address: ['Ερμού 1', 'Αιόλου 3'],
      city: ['Αθήνα', 'Πάτρα'],
      postcode: ['10563', null],
      lat: [null, 38.2],
      lon: [null, 21.7],
      extraAddresses: [[], [further('Ερμού 1', 'Αθήνα', '10563')]],
    })
  })
})

describe('the values after a merge', () => {
  test('are those of the kept customer, unless a field is taken from the other one', () => {
    const kept = values({ phone: '1', email: 'kept@b.gr' })
    const merged = values({ phone: '2', email: 'other@b.gr' })
    expect(mergeChanges(kept, merged, [])).toEqual({})
    expect(mergeChanges(kept, merged, ['phone'])).toEqual({ phone: ['1', '2'] })
  })

  test('contain the items of both lists once', () => {
    const kept = values({ tags: ['vip', 'νησιά'] })
    const merged = values({ tags: ['νησιά', 'χονδρική'] })
    expect(mergeChanges(kept, merged, [])).toEqual({
      tags: [
        ['vip', 'νησιά'],
        ['vip', 'νησιά', 'χονδρική'],
      ],
    })
  })

  test('contain at most a hundred items of a list', () => {
    const many = (count: number, of: string) => Array.from({ length: count }, (_, at) => `${of}${at}`)
    const changed = mergeChanges(values({ tags: many(90, 'α') }), values({ tags: many(90, 'β') }), [])
    expect(changed.tags?.[1]).toHaveLength(100)
  })

  test('contain the address that was not chosen as a further address, once', () => {
    const kept = values({ address: 'Ερμού 1', city: 'Αθήνα' })
    const merged = values({ address: 'Αιόλου 3', city: 'Πάτρα', postcode: '26221' })
    const added = [further('Αιόλου 3', 'Πάτρα', '26221')]
    expect(mergeChanges(kept, merged, [])).toEqual({ extraAddresses: [[], added] })
    expect(mergeChanges({ ...kept, extraAddresses: added }, merged, [])).toEqual({})
    expect(mergeChanges(kept, { ...merged, ...kept, extraAddresses: [] }, [])).toEqual({})
  })

  test.each([
    ['only the street', { address: 'Αιόλου 3' }],
    ['only the town', { city: 'Πάτρα' }],
    ['only the postcode', { postcode: '26221' }],
    ['another street of the same town', { address: 'Αιόλου 3', city: 'Αθήνα', postcode: '10563' }],
    ['the same street of another town', { address: 'Ερμού 1', city: 'Πάτρα', postcode: '10563' }],
    ['another postcode', { address: 'Ερμού 1', city: 'Αθήνα', postcode: '26221' }],
  ])('contain an address that has %s as a further address', (_, address) => {
    const kept = values({ address: 'Ερμού 1', city: 'Αθήνα', postcode: '10563' })
    const { address: street = '', city = '', postcode = '' }: Partial<typeof kept> = address
    expect(mergeChanges(kept, values(address), [])).toEqual({ extraAddresses: [[], [further(street, city, postcode)]] })
  })

  test('contain no further address of a customer without one, and none beyond a hundred', () => {
    const full = Array.from({ length: 100 }, (_, at) => further(`Ερμού ${at}`, '', ''))
    const kept = values({ address: 'Ερμού 1', extraAddresses: full })
    expect(mergeChanges(kept, values({}), [])).toEqual({})
    expect(mergeChanges(kept, values({ address: 'Αιόλου 3' }), [])).toEqual({})
    const room = { ...kept, extraAddresses: full.slice(1) }
    expect(mergeChanges(room, values({ address: 'Αιόλου 3' }), []).extraAddresses?.[1]).toHaveLength(100)
  })
})

test('a person is warned of two VAT numbers, and not of one in two spellings or of a missing one', () => {
  expect(mergeDoubts('customers', values({ vat: '094014201' }), values({ vat: '090000045' }))).toMatchObject([
    { code: 'customers.merge-two-vats' },
  ])
  expect(mergeDoubts('customers', values({ vat: '094014201' }), values({ vat: 'EL094014201' }))).toEqual([])
  expect(mergeDoubts('customers', values({ vat: '' }), values({ vat: '094014201' }))).toEqual([])
})
