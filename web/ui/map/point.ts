/** Points of the map, and the default centre. */

/** Degrees of latitude and longitude. */
export type Point = { readonly lat: number; readonly lon: number }

/** The centre of Athens. */
export const ATHENS: Point = { lat: 37.9838, lon: 23.7275 }

/** The zoom at which streets and blocks are visible. */
export const STREETS = 13

/** The zoom of a single house. */
export const HOUSE = 17

const MICRODEGREES = 1_000_000
const rounded = (degrees: number): number => Math.round(degrees * MICRODEGREES) / MICRODEGREES

/** Returns a point with six decimals (about 10 cm). The longitude is brought back to -180 to 180. */
export function pointOf(lat: number, lon: number): Point {
  const turned = ((((lon + 180) % 360) + 360) % 360) - 180
  return { lat: rounded(Math.min(90, Math.max(-90, lat))), lon: rounded(turned) }
}

/** Returns the point of a stored latitude and longitude, or null if they are missing or invalid. */
export function asPoint(lat: unknown, lon: unknown): Point | null {
  if (typeof lat !== 'number' || typeof lon !== 'number') return null
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null
}

/** Formats a point: 37.98380, 23.72750. */
export const showPoint = ({ lat, lon }: Point): string => `${lat.toFixed(5)}, ${lon.toFixed(5)}`
