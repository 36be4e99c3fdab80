import { describe, expect, it } from 'vitest'
import { addressOf, type FoundPlace } from './picked-place.ts'

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

  it('stands where the pin does, with the address that was found there', () => {
    expect(addressOf({ point, found })).toEqual({
      address: 'Ερμού 12',
      city: 'Αθήνα',
      postcode: '10563',
      country: 'Ελλάδα',
      ...point,
    })
  })

  it('without a street is called by its name', () => {
    expect(addressOf({ point, found: { ...found, street: '', name: 'Λιμάνι Σύρου, Ερμούπολη' } }).address).toBe(
      'Λιμάνι Σύρου',
    )
  })

  it('overwrites no part that the lookup does not know', () => {
    const fields = addressOf({ point, found: { ...found, postcode: '', country: ' ' } })
    expect(fields).toEqual({ address: 'Ερμού 12', city: 'Αθήνα', ...point })
  })

  it('of which no address is known leaves what was typed', () => {
    expect(addressOf({ point, found: null })).toEqual(point)
  })
})
