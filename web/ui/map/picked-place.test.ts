import { describe, expect, it } from 'vitest'
import type { FoundPlace } from '#kernel/places.ts'
import { addressOf } from './picked-place.ts'

const found: FoundPlace = {
  name: 'Ερμού 12, Αθήνα 105 63, Ελλάδα',
  street: 'Ερμού 12',
  city: 'Αθήνα',
  postcode: '10563',
  country: 'Ελλάδα',
  lat: 37.9767,
  lon: 23.7294,
}

describe('a place that was picked on the map', () => {
  const point = { lat: 37.97, lon: 23.73 }

  it('is where the pin is, with the address found there', () => {
    expect(addressOf({ point, found })).toEqual({
      address: 'Ερμού 12',
      city: 'Αθήνα',
      postcode: '10563',
      country: 'Ελλάδα',
      ...point,
    })
  })

  it('without a street has its name as the street', () => {
    expect(addressOf({ point, found: { ...found, street: '', name: 'Λιμάνι Σύρου, Ερμούπολη' } }).address).toBe(
      'Λιμάνι Σύρου',
    )
  })

  it('keeps the fields that the look-up does not know', () => {
    const fields = addressOf({ point, found: { ...found, postcode: '', country: ' ' } })
    expect(fields).toEqual({ address: 'Ερμού 12', city: 'Αθήνα', ...point })
  })

  it('without a known address keeps the typed text', () => {
    expect(addressOf({ point, found: null })).toEqual(point)
  })
})
