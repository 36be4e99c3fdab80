/** Finds routes that are too long to be right. The usual cause is an address that was found in another place. */
import { type Leg, sumOfLegs } from './route.ts'

/** A longer route warns, in metres: from Athens to Thessaloniki and back by road, the longest drive of one day. */
const LONGEST_ROUTE_METRES = 1_050_000

/**
 * Returns which stop to check if the route is longer than `LONGEST_ROUTE_METRES`: the one farthest from the places
 * before and after it, as a position among the stops with a place. Returns null if the length is plausible.
 */
export function stopToCheck(legs: readonly Leg[]): number | null {
  if (sumOfLegs(legs).metres <= LONGEST_ROUTE_METRES) return null
  const ways = legs.slice(1).map((leg, stop) => leg.metres + (legs[stop] as Leg).metres)
  const farthest = ways.indexOf(Math.max(...ways))
  return farthest === -1 ? null : farthest
}
