/** A point of the map, and where a map begins when nothing else is known. */

/** Degrees of latitude and longitude. */
export type Point = { readonly lat: number; readonly lon: number }

/** The middle of Athens. */
export const ATHENS: Point = { lat: 37.9838, lon: 23.7275 }

/** Streets and blocks can be told apart. */
export const STREETS = 13

/** One house. */
export const HOUSE = 17

const MICRODEGREES = 1_000_000
const rounded = (degrees: number): number => Math.round(degrees * MICRODEGREES) / MICRODEGREES

/** A point to the sixth decimal (a hand's breadth), on the one globe there is however far the map was turned. */
export function pointOf(lat: number, lon: number): Point {
  const turned = ((((lon + 180) % 360) + 360) % 360) - 180
  return { lat: rounded(Math.min(90, Math.max(-90, lat))), lon: rounded(turned) }
}

/** The point that stored latitude and longitude name; null when they name none. */
export function asPoint(lat: unknown, lon: unknown): Point | null {
  if (typeof lat !== 'number' || typeof lon !== 'number') return null
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null
}

/** A point as people read it: 37.98380, 23.72750. */
export const showPoint = ({ lat, lon }: Point): string => `${lat.toFixed(5)}, ${lon.toFixed(5)}`
