/** What a place on the map writes into the form. */
import type { OutputOf } from '#kernel/contract.ts'
import type { Point } from '#web/ui/map/point.ts'
import type { findPlaces } from '../../domain/contract.ts'

export type FoundPlace = OutputOf<typeof findPlaces>['places'][number]

/** A point of the map, with its address when somebody knows one. */
export type PickedPlace = { readonly point: Point; readonly found: FoundPlace | null }

/** Street and number; a place without a street is called by the first part of its name. */
export const streetOf = ({ street, name }: FoundPlace): string => (street || (name.split(',')[0] ?? '')).trim()

/** An address as it will stand in the form. */
export const lineOf = (found: FoundPlace): string =>
  [streetOf(found), [found.postcode, found.city].filter(Boolean).join(' '), found.country].filter(Boolean).join(', ')

/** The fields of an address; a part that nobody knows keeps what was typed. */
export function addressOf({ point, found }: PickedPlace): {
  lat: number
  lon: number
  address?: string
  city?: string
  postcode?: string
  country?: string
} {
  const place = { lat: point.lat, lon: point.lon }
  if (found === null) return place
  const parts = { address: streetOf(found), city: found.city, postcode: found.postcode, country: found.country }
  return { ...Object.fromEntries(Object.entries(parts).filter(([, text]) => text.trim() !== '')), ...place }
}
