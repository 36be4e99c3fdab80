/**
 * Computes the driving order of stops and the length of a route from straight lines. The screens label these figures as
 * estimates (C-60).
 */

import { type Distances, routeLength, twoOptOrder } from './two-opt.ts'

/** Latitude and longitude in degrees. */
export type Spot = { readonly lat: number; readonly lon: number }

/** Distance and duration of one leg. */
export type Leg = { readonly metres: number; readonly seconds: number }

/** A road is longer than the straight line by about this factor. */
const ROAD_FACTOR = 1.3
/** The average speed of a van in towns and on motorways. */
const ROAD_METRES_PER_SECOND = 50_000 / 3_600
/** The shortest order is found for up to this number of unlocked stops with a place. For more it is a short one. */
const EXACT_STOPS = 12
/** Routes that differ by up to this, in metres, count as equal, because a sum depends on the order of adding. */
const EQUAL_WITHIN = 0.0001
const EARTH_RADIUS_METRES = 6_371_008.8

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Returns the distance in a straight line between two places, over the globe, in metres. */
export function metresBetween(from: Spot, to: Spot): number {
  const [a, b] = [radians(from.lat), radians(to.lat)]
  const half = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(radians(to.lon - from.lon) / 2) ** 2
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** Returns distance and duration of each leg, from straight lines, `ROAD_FACTOR` and the average speed. */
export function estimateLegs(places: readonly Spot[]): Leg[] {
  return places.slice(1).map((to, index) => {
    const metres = Math.round(metresBetween(places[index] ?? to, to) * ROAD_FACTOR)
    return { metres, seconds: Math.round(metres / ROAD_METRES_PER_SECOND) }
  })
}

/** Returns the sum of all legs. */
export const sumOfLegs = (legs: readonly Leg[]): Leg => ({
  metres: legs.reduce((sum, leg) => sum + leg.metres, 0),
  seconds: legs.reduce((sum, leg) => sum + leg.seconds, 0),
})

/** A stop with its place, or null if the place is not known. */
export type RouteStop = { readonly spot: Spot | null; readonly locked: boolean }

/**
 * Returns the driving order from start to end, as positions in the given list. A locked stop keeps its position.
 * Unlocked stops without a place go last, in their given order, and the others move up. If that makes the route longer,
 * because they move past locked stops, the given order is returned.
 */
export function bestOrder(start: Spot, end: Spot, stops: readonly RouteStop[]): number[] {
  const given = [...stops.keys()]
  const found = ordered(start, end, stops)
  const metres = (order: readonly number[]): number => {
    const places = [start, ...order.flatMap((at) => stops[at]?.spot ?? []), end]
    return places.slice(1).reduce((sum, to, index) => sum + metresBetween(places[index] ?? to, to), 0)
  }
  return metres(found) > metres(given) + EQUAL_WITHIN ? given : found
}

function ordered(start: Spot, end: Spot, stops: readonly RouteStop[]): number[] {
  const free = stops.flatMap((stop, index) => (stop.locked ? [] : [index]))
  const placed = free.filter((index) => stops[index]?.spot)
  const unplaced = free.filter((index) => !stops[index]?.spot)
  // stops with a place take the first free slots, and stops without one take the last
  const slots = free.slice(0, placed.length)
  const fixed = stops.map((stop) => (stop.locked ? stop.spot : null))
  const found = orderOf({
    start,
    end,
    slots,
    fixed,
    spots: placed.map((index) => (stops[index] as { spot: Spot }).spot),
  })
  const order = stops.map((_, index) => index)
  for (const [place, which] of found.entries()) order[slots[place] as number] = placed[which] as number
  for (const [place, index] of unplaced.entries()) order[free[placed.length + place] as number] = index
  return order
}

type Task = {
  readonly start: Spot
  readonly end: Spot
  /** The slots to fill, as many as there are `spots`. */
  readonly slots: readonly number[]
  /** For each slot the place of the stop that is locked there, or null. */
  readonly fixed: readonly (Spot | null)[]
  /** The places to put into the slots. */
  readonly spots: readonly Spot[]
}

/** The first and the last place of the locked stops just before a slot, or null if there are none. */
type Gap = { readonly first: Spot; readonly last: Spot } | null

function gapsOf({ start, end, slots, fixed }: Task): { before: readonly Gap[]; head: Spot; tail: Spot } {
  const between = (from: number, to: number): Gap => {
    const locked = fixed.slice(from, to).filter((spot) => spot !== null)
    const [first, last] = [locked[0], locked.at(-1)]
    return first && last ? { first, last } : null
  }
  const ends = slots.map((slot, index) => between(index === 0 ? 0 : (slots[index - 1] as number) + 1, slot))
  const rest = between(slots.length === 0 ? 0 : (slots.at(-1) as number) + 1, fixed.length)
  return { before: ends, head: ends[0]?.last ?? start, tail: rest?.first ?? end }
}

/** Returns which place each slot gets. Returns the given order if the one that was found is not shorter. */
function orderOf(task: Task): number[] {
  const { spots } = task
  const given = [...spots.keys()]
  if (spots.length < 2) return given
  const { before, head, tail } = gapsOf(task)
  const far = spots.map((from) => spots.map((to) => metresBetween(from, to)))
  const into = before.map((gap) => gap && spots.map((spot) => metresBetween(spot, gap.first)))
  const outOf = before.map((gap) => gap && spots.map((spot) => metresBetween(gap.last, spot)))
  const distances: Distances = {
    count: spots.length,
    first: spots.map((spot) => metresBetween(head, spot)),
    last: spots.map((spot) => metresBetween(spot, tail)),
    gap: before.map((gap) => gap !== null),
    step: (slot, from, to) => {
      const [there, on] = [into[slot], outOf[slot]]
      if (!there || !on) return (far[from] as number[])[to] as number
      return (there[from] as number) + (on[to] as number)
    },
  }
  const found = spots.length <= EXACT_STOPS ? exactOrder(distances) : twoOptOrder(distances, given)
  return routeLength(distances, found) < routeLength(distances, given) - EQUAL_WITHIN ? found : given
}

/**
 * Returns the shortest order by the algorithm of Held and Karp. It computes, for each set of places and each member,
 * the shortest route through the set that ends at the member.
 */
function exactOrder({ count, first, last, step }: Distances): number[] {
  const sets = 1 << count
  const cost = new Float64Array(sets * count).fill(Number.POSITIVE_INFINITY)
  const came = new Int8Array(sets * count).fill(-1)
  for (let spot = 0; spot < count; spot++) cost[(1 << spot) * count + spot] = first[spot] as number
  for (let set = 1; set < sets; set++) {
    const slot = bitsOf(set)
    for (let from = 0; from < count; from++) {
      const sofar = cost[set * count + from] as number
      if (sofar === Number.POSITIVE_INFINITY) continue
      for (let to = 0; to < count; to++) {
        if (set & (1 << to)) continue
        const at = (set | (1 << to)) * count + to
        const whole = sofar + step(slot, from, to)
        if (whole >= (cost[at] as number)) continue
        cost[at] = whole
        came[at] = from
      }
    }
  }
  let [set, spot, best] = [sets - 1, 0, Number.POSITIVE_INFINITY]
  for (let ending = 0; ending < count; ending++) {
    const whole = (cost[set * count + ending] as number) + (last[ending] as number)
    if (whole < best) [best, spot] = [whole, ending]
  }
  const order: number[] = []
  while (spot >= 0) {
    order.unshift(spot)
    const earlier = came[set * count + spot] as number
    set &= ~(1 << spot)
    spot = earlier
  }
  return order
}

/** Returns the number of places in the set. */
function bitsOf(set: number): number {
  let bits = 0
  for (let rest = set; rest > 0; rest &= rest - 1) bits++
  return bits
}
