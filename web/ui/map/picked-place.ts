/** Converts a place on the map to the fields of the form. */
import type { FoundPlace } from '#kernel/places.ts'
import type { Point } from '#web/ui/map/point.ts'

/** A point of the map, with its address or null. */
export type PickedPlace = { readonly point: Point; readonly found: FoundPlace | null }

/** Returns street and number, or the first part of the name for a place without a street. */
const streetOf = ({ street, name }: FoundPlace): string => (street || (name.split(',')[0] ?? '')).trim()

/** Returns the address as one text. */
export const lineOf = (found: FoundPlace): string =>
  [streetOf(found), [found.postcode, found.city].filter(Boolean).join(' '), found.country].filter(Boolean).join(', ')

/** Returns the fields of an address. Fields that the look-up does not know are left out and keep the typed text. */
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
