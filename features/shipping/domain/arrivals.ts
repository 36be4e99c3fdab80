/** Computes when a truck arrives at each stop, and which stops it reaches too late. */
import { dayMonthText, dayOf, timeOf, wallClockOf } from '#kernel/day.ts'
import { openingsIn } from './receiving-hours.ts'
import { estimateLegs, type Spot, sumOfLegs } from './route.ts'
import { type AddressStop, addressStopsOf } from './stops/address-stops.ts'

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

type Place = { readonly lat: number | null; readonly lon: number | null }

/** Returns the spot of a place, or null if it is not known. */
export const spotOf = ({ lat, lon }: Place): Spot | null => (lat === null || lon === null ? null : { lat, lon })

/** Returns the earliest expected delivery of orders that are handed over together, or null if none has one. */
export const earliestOf = (expected: readonly (string | null)[]): string | null =>
  expected.filter((one) => one !== null).toSorted()[0] ?? null

/** Where and when the truck leaves for the first stop. */
export type Departure = {
  readonly spot: Spot | null
  readonly at: string
  /** The present moment, if the truck may be on its way already: it has not arrived before now. */
  readonly now?: string
}

export type Arrival = {
  readonly at: string
  /** What a late arrival misses: the hours in which the customer receives goods, or the expected delivery. */
  readonly missed: 'hours' | 'expected' | null
  readonly late: boolean
  /** True if the truck waits there until the customer receives goods, which moves every later arrival. */
  readonly waits: boolean
}

/** Returns the time of an arrival, 'HH:mm', after day and month in the form of a language, if it is on another day than the given moment. */
export function arrivalTime(at: string, moment: string, tag: string): string {
  const time = wallClockOf(at).slice(11, 16)
  return dayOf(at) === dayOf(moment) ? time : `${dayMonthText(dayOf(at), tag)} ${time}`
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
 * stays `stopMinutes` at each stop.
 */
export function arrivalsAt(
  departure: Departure,
  stops: readonly AwaitedStop[],
  legs: LegSeconds,
  stopMinutes: number,
): Arrival[] {
  const firstDay = wallClockOf(departure.now ?? departure.at).slice(0, 10)
  let leaves = Date.parse(departure.at)
  return stops.map((stop, place) => {
    const driven = leaves + (legs[place] ?? UNKNOWN_LEG_SECONDS) * 1000
    const time = place === 0 && departure.now !== undefined ? Math.max(driven, Date.parse(departure.now)) : driven
    const at = new Date(time).toISOString()
    const wait = minutesToOpening(stop.hours, at)
    leaves = time + ((wait ?? 0) + stopMinutes) * 60_000
    const missed = wait === null ? 'hours' : isAfterExpected(at, stop.expected, firstDay) ? 'expected' : null
    return { at, missed, late: missed !== null, waits: wait !== null && wait > 0 }
  })
}

/** Returns how many minutes later the customer receives goods, 0 if now, or null if not any more on that day. */
function minutesToOpening(hours: string, at: string): number | null {
  const openings = openingsIn(hours)
  if (openings === null) return 0
  const minute = minutesOf(wallClockOf(at).slice(11))
  const next = openings.find(({ to }) => minute <= to)
  return next ? Math.max(0, next.from - minute) : null
}

/** An expected delivery of an earlier day is missed already, and marks no stop. Without a time it means the whole day. */
function isAfterExpected(at: string, expected: string | null, firstDay: string): boolean {
  if (expected === null || expected.slice(0, 10) < firstDay) return false
  const [day, time] = [expected.slice(0, 10), timeOf(expected)]
  const clock = wallClockOf(at)
  if (clock.slice(0, 10) !== day) return clock.slice(0, 10) > day
  return time !== null && clock.slice(11, 16) > time
}

/** What the planning desk knows about the route of a shipment: its places, its stops and the legs between known places. */
type PlannedRoute = {
  readonly start: Place
  readonly stops: readonly PlannedRouteStop[]
  /** From the start through the stops whose place is known, and back. Empty if no leg is known. */
  readonly legs: readonly { readonly seconds: number }[]
  /** How long the truck stays at each stop. */
  readonly stopMinutes: number
}

type PlannedRouteStop = Place & {
  readonly orderId: number
  readonly customerId: number
  readonly address: string
  readonly hours: string
  readonly expected: string | null
}

/**
 * Returns the arrival at each order of a planned route by its order id, if the truck leaves the company at `departure`.
 * Orders of one stop are handed over at the place of the first of them.
 */
export function plannedArrivals(
  { start, stops, legs, stopMinutes }: PlannedRoute,
  departure: string,
): Map<number, Arrival> {
  const together = addressStopsOf(stops)
  const awaited = together.map(({ first, orders }) => ({
    spot: spotOf(first),
    hours: first.hours,
    expected: earliestOf(orders.map(({ expected }) => expected)),
  }))
  const from = { spot: spotOf(start), at: departure }
  const arrivals = arrivalsAt(from, awaited, secondsBetween(together, { start, stops, legs }), stopMinutes)
  return new Map(
    together.flatMap(({ orders }, at) => orders.map(({ orderId }) => [orderId, arrivals[at] as Arrival] as const)),
  )
}

/**
 * Returns the seconds to each stop from the one before. The legs of the route lead from order to order, so a way that the
 * route does not take is estimated: the one from a stop of which a later order stands further behind.
 */
function secondsBetween(
  together: readonly AddressStop<PlannedRouteStop>[],
  { start, stops, legs }: Pick<PlannedRoute, 'start' | 'stops' | 'legs'>,
): number[] {
  const known = stops.filter((stop) => stop.lat !== null)
  const estimated = estimatedSeconds(
    spotOf(start),
    together.map(({ first }) => spotOf(first)),
  )
  if (legs.length === 0) return estimated
  return together.map((stop, at) => {
    if (stop.first.lat === null) return UNKNOWN_LEG_SECONDS
    const place = known.indexOf(stop.first)
    const previous = known[place - 1]
    const before = together.slice(0, at).findLast(({ first }) => first.lat !== null)
    const driven = previous === undefined || before?.orders.includes(previous)
    return (driven ? legs[place]?.seconds : estimated[at]) ?? UNKNOWN_LEG_SECONDS
  })
}

const HOUR = 60
const DAY = 24 * HOUR
/** Departures are proposed within these hours; outside them a truck leaves when they begin. */
const DEPARTURES = { first: 8 * HOUR, from: 6 * HOUR, to: 18 * HOUR }
const QUARTER = 15

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * HOUR + Number(clock.slice(3, 5))
const asClock = (minutes: number): string =>
  [Math.floor(minutes / HOUR), minutes % HOUR].map((part) => String(part).padStart(2, '0')).join(':')

/** Returns the departure to propose, as 'HH:MM': the next quarter of an hour, or the morning outside working hours. */
export function proposedDeparture(now: string): string {
  const minutes = minutesOf(wallClockOf(now).slice(11))
  const next = Math.ceil(minutes / QUARTER) * QUARTER
  return asClock(next < DEPARTURES.from || next > DEPARTURES.to ? DEPARTURES.first : next)
}

/** A departure so many minutes ago is one of today, because the truck may just have left. An earlier one means tomorrow. */
const LEFT_BEFORE = 2 * HOUR

/** Returns the moment of the departure at `clock`, 'HH:MM': of today, or of tomorrow if that is long past. */
export function departureAt(clock: string, now: string): string {
  const ahead = minutesOf(clock) - minutesOf(wallClockOf(now).slice(11))
  const minutes = ahead < -LEFT_BEFORE ? ahead + DAY : ahead
  const guess = Math.floor(Date.parse(now) / 60_000) + minutes
  // the clock may change in the night between
  const shown = minutesOf(wallClockOf(new Date(guess * 60_000).toISOString()).slice(11))
  const change = ((minutesOf(clock) - shown + DAY * 1.5) % DAY) - DAY / 2
  return new Date((guess + change) * 60_000).toISOString()
}
