import { expect, test } from 'vitest'
import { routePartsOf, linkTo } from './navigation.ts'

const stop = (address: string, lat: number | null = null, lon: number | null = null) => ({
  address,
  postcode: '10563',
  city: 'Αθήνα',
  lat,
  lon,
})

test('a link leads to the place of a stop, or to its address if no place is known', () => {
  expect(new URL(linkTo(stop('Ερμού 12', 37.97, 23.73)) ?? '').searchParams.get('destination')).toBe('37.97,23.73')
  expect(new URL(linkTo(stop('Ερμού 12')) ?? '').searchParams.get('destination')).toBe('Ερμού 12, 10563 Αθήνα')
  expect(linkTo({ address: '', postcode: '', city: '', lat: null, lon: null })).toBeNull()
})

test('nine stops make three links, with at most three stops between the start and the end of each', () => {
  const parts = routePartsOf(Array.from({ length: 9 }, (_, place) => stop(`Οδός ${place + 1}`)))
  expect(parts.map((part) => part.stops.length)).toEqual([4, 4, 1])
  const [first, , last] = parts.map((part) => new URL(part.href).searchParams)
  expect(first?.get('waypoints')?.split('|')).toHaveLength(3)
  expect(first?.get('destination')).toBe('Οδός 4, 10563 Αθήνα')
  expect(last?.get('waypoints')).toBeNull()
})

test('stops without a place and an address are left out', () => {
  const nowhere = { address: '', postcode: '', city: '', lat: null, lon: null }
  expect(routePartsOf([nowhere, stop('Ερμού 12')]).map((part) => part.stops.length)).toEqual([1])
  expect(routePartsOf([nowhere])).toEqual([])
})

test('a place without its longitude or latitude is none', () => {
  for (const half of [stop('Ερμού 12', 37.97), stop('Ερμού 12', null, 23.73)])
    expect(new URL(linkTo(half) ?? '').searchParams.get('destination')).toBe('Ερμού 12, 10563 Αθήνα')
})
