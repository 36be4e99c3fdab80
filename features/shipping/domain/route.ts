/** The order in which stops are driven to and how long the way is, by straight lines: an estimate, and named so (ruling C-60). */

import { nearlyBest, type Ways, wayThrough } from './nearly-best.ts'

/** Degrees of latitude and longitude. */
export type Spot = { readonly lat: number; readonly lon: number }

/** A part of a way. */
export type Leg = { readonly metres: number; readonly seconds: number }

/** Roads are this much longer than the straight line. */
export const ROAD_FACTOR = 1.3
/** How fast a van gets along, towns and motorways together. */
export const ROAD_METRES_PER_SECOND = 50_000 / 3_600
/** Up to so many free stops the best order is found for certain; for more, one that is nearly the best. */
export const EXACT_STOPS = 12
/** Below it two ways are equally long, in metres: sums differ that much by the order of adding. */
const A_HAIR = 0.0001
const EARTH_RADIUS_METRES = 6_371_008.8

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** The straight line between two spots, over the globe. */
export function metresBetween(from: Spot, to: Spot): number {
  const [a, b] = [radians(from.lat), radians(to.lat)]
  const half = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(radians(to.lon - from.lon) / 2) ** 2
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** A way from spot to spot, part by part, by the straight line and the two factors above. */
export function estimateLegs(way: readonly Spot[]): Leg[] {
  return way.slice(1).map((to, index) => {
    const metres = Math.round(metresBetween(way[index] ?? to, to) * ROAD_FACTOR)
    return { metres, seconds: Math.round(metres / ROAD_METRES_PER_SECOND) }
  })
}

/** The whole of a way. */
export const wholeWay = (legs: readonly Leg[]): Leg => ({
  metres: legs.reduce((sum, leg) => sum + leg.metres, 0),
  seconds: legs.reduce((sum, leg) => sum + leg.seconds, 0),
})

/** A stop in its present order; without a spot it cannot be ordered. */
export type RouteStop = { readonly spot: Spot | null; readonly locked: boolean }

/**
 * The best order of a round from start to end, as places in the list that was given; the given one when no other is
 * shorter. A locked stop keeps its place; what has no spot and is not locked goes to the end, in its order, unless that
 * moves the others around locked stops and makes the way longer.
 */
export function bestOrder(start: Spot, end: Spot, stops: readonly RouteStop[]): number[] {
  const given = [...stops.keys()]
  const found = ordered(start, end, stops)
  const metres = (order: readonly number[]): number => {
    const way = [start, ...order.flatMap((at) => stops[at]?.spot ?? []), end]
    return way.slice(1).reduce((sum, to, index) => sum + metresBetween(way[index] ?? to, to), 0)
  }
  return metres(found) > metres(given) + A_HAIR ? given : found
}

function ordered(start: Spot, end: Spot, stops: readonly RouteStop[]): number[] {
  const free = stops.flatMap((stop, index) => (stop.locked ? [] : [index]))
  const placed = free.filter((index) => stops[index]?.spot)
  const lost = free.filter((index) => !stops[index]?.spot)
  // the places that the free ones may take: the last of them for those without a spot
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
  for (const [place, index] of lost.entries()) order[free[placed.length + place] as number] = index
  return order
}

type Task = {
  readonly start: Spot
  readonly end: Spot
  /** The places of the round that are free to take. */
  readonly slots: readonly number[]
  /** The spot that each place of the round already has. */
  readonly fixed: readonly (Spot | null)[]
  /** What is to be put into the slots. */
  readonly spots: readonly Spot[]
}

/** What lies between two neighbouring free slots: nothing, or locked stops with a way of their own that never changes. */
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

/** The spots in the order of the slots: for certain the best of few, nearly the best of many. */
function orderOf(task: Task): number[] {
  const { spots } = task
  const given = [...spots.keys()]
  if (spots.length < 2) return given
  const { before, head, tail } = gapsOf(task)
  const far = spots.map((from) => spots.map((to) => metresBetween(from, to)))
  const into = before.map((gap) => gap && spots.map((spot) => metresBetween(spot, gap.first)))
  const outOf = before.map((gap) => gap && spots.map((spot) => metresBetween(gap.last, spot)))
  const ways: Ways = {
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
  const found = spots.length <= EXACT_STOPS ? exactOrder(ways) : nearlyBest(ways, given)
  return wayThrough(ways, found) < wayThrough(ways, given) - A_HAIR ? found : given
}

/** The best of all orders, by the shortest way through each set of spots to each of its members (Held and Karp). */
function exactOrder({ count, first, last, step }: Ways): number[] {
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

function bitsOf(set: number): number {
  let bits = 0
  for (let rest = set; rest > 0; rest &= rest - 1) bits++
  return bits
}
