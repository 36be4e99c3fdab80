/** Computes when a truck arrives at each stop, and which stops it reaches too late. */
import { wallClockOf } from '#kernel/day.ts'
import { openingsIn } from './receiving-hours.ts'
import { estimateLegs, type Spot, sumOfLegs } from './route.ts'

/** A stop takes this long, until the truck drives on. */
const SERVICE_MINUTES = 10
/** The time to or from a stop whose place is not known. */
const UNKNOWN_LEG_SECONDS = 15 * 60

/** A stop that is still to be reached. */
export type AwaitedStop = {
  readonly spot: Spot | null
  /** The hours in which the customer receives goods, as text, or an empty text. */
  readonly hours: string
  /** The expected delivery of the order in local time, or null. */
  readonly expected: string | null
}

/** Where and when the truck leaves for the first stop. */
export type Departure = {
  readonly spot: Spot | null
  readonly at: string
  /** The present moment, if the truck may be on its way already: it has not arrived before now. */
  readonly now?: string
}

export type Arrival = {
  readonly at: string
  /** True if the customer no longer receives goods then, or the expected delivery is missed. */
  readonly late: boolean
}

/** The seconds from each place to the next one. They may come from a directions service; otherwise see `estimatedSeconds`. */
type LegSeconds = readonly number[]

/**
 * Returns the seconds of each leg by straight lines, times `factor`. A leg to a place that is not known takes some minutes,
 * and the next one begins at the last known place.
 */
export function estimatedSeconds(start: Spot | null, stops: readonly (Spot | null)[], factor = 1): number[] {
  let from = start
  return stops.map((to) => {
    if (to === null || from === null) {
      from = to ?? from
      return UNKNOWN_LEG_SECONDS
    }
    const seconds = sumOfLegs(estimateLegs([from, to])).seconds
    from = to
    return Math.round(seconds * factor)
  })
}

/**
 * Returns how much longer the route takes by the directions service than by straight lines. The plan stores only the whole
 * duration, so this factor divides it among the legs. `places` is the route from start to end.
 */
export function factorOf(places: readonly Spot[], measuredSeconds: number | null): number {
  const estimate = sumOfLegs(estimateLegs(places)).seconds
  return measuredSeconds === null || estimate === 0 ? 1 : measuredSeconds / estimate
}

/**
 * Returns the arrival at each stop, in driving order. The truck waits where the customer does not receive goods yet, and
 * stays `serviceMinutes` at each stop.
 */
export function arrivalsAt(
  departure: Departure,
  stops: readonly AwaitedStop[],
  legs: LegSeconds,
  serviceMinutes: number = SERVICE_MINUTES,
): Arrival[] {
  const firstDay = wallClockOf(departure.now ?? departure.at).slice(0, 10)
  let leaves = Date.parse(departure.at)
  return stops.map((stop, place) => {
    const driven = leaves + (legs[place] ?? UNKNOWN_LEG_SECONDS) * 1000
    const time = place === 0 && departure.now !== undefined ? Math.max(driven, Date.parse(departure.now)) : driven
    const at = new Date(time).toISOString()
    const wait = minutesToOpening(stop.hours, at)
    leaves = time + ((wait ?? 0) + serviceMinutes) * 60_000
    return { at, late: wait === null || isAfterExpected(at, stop.expected, firstDay) }
  })
}

/** Returns how many minutes later the customer receives goods, 0 if now, or null if not any more on that day. */
function minutesToOpening(hours: string, at: string): number | null {
  const openings = openingsIn(hours)
  if (openings === null) return 0
  const clock = wallClockOf(at)
  const minute = Number(clock.slice(11, 13)) * 60 + Number(clock.slice(14, 16))
  const next = openings.find(({ to }) => minute <= to)
  return next ? Math.max(0, next.from - minute) : null
}

/** An expected delivery of an earlier day is missed already, and marks no stop. Without a time it means the whole day. */
function isAfterExpected(at: string, expected: string | null, firstDay: string): boolean {
  if (expected === null || expected.slice(0, 10) < firstDay) return false
  const [day, time] = [expected.slice(0, 10), expected.slice(11, 16)]
  const clock = wallClockOf(at)
  if (clock.slice(0, 10) !== day) return clock.slice(0, 10) > day
  return time !== '' && time !== '00:00' && clock.slice(11, 16) > time
}
