/** Measures a route by the directions service, or by straight lines if there is none or it fails. */
import type { Directions, DirectionsAnswer } from '#server/integrations/routes/directions.ts'
import { bestOrder, estimateLegs, type Leg, type RouteStop, type Spot, sumOfLegs } from '../domain/route.ts'

export type MeasuredRoute = {
  /** The stops in driving order, as positions in the given list. */
  readonly order: readonly number[]
  readonly legs: readonly Leg[]
  readonly line: readonly Spot[]
  readonly whole: Leg
  /** The given order, measured in the same way; null if no best order was requested or the service failed for it. */
  readonly before: Leg | null
  readonly service: Directions['service'] | null
  /** Why the configured service could not be used; null if it was used or there is none. */
  readonly fallback: 'no-way' | 'too-many' | 'unavailable' | null
}

/** The stops of a route that starts and ends at one place. `optimise` requests the best order. */
type RouteRequest = { readonly start: Spot; readonly stops: readonly RouteStop[]; readonly optimise: boolean }

const spotsIn = ({ stops }: RouteRequest, order: readonly number[]): Spot[] =>
  order.flatMap((at) => stops[at]?.spot ?? [])

/** Returns the route by straight lines. `fallback` is the reason if a service is configured. */
function estimateRoute(request: RouteRequest, fallback: MeasuredRoute['fallback'] = null): MeasuredRoute {
  const { start, stops, optimise } = request
  const asGiven = [...stops.keys()]
  const measure = (order: readonly number[]) => {
    const line = [start, ...spotsIn(request, order), start]
    const legs = estimateLegs(line)
    return { order, line, legs, whole: sumOfLegs(legs) }
  }
  const given = measure(asGiven)
  const best = optimise ? measure(bestOrder(start, start, stops)) : given
  // each leg is rounded, so the best order may seem longer than the given one by some metres
  const shown = best.whole.metres > given.whole.metres ? given : best
  return { ...shown, before: optimise ? given.whole : null, service: null, fallback }
}

type Found = Extract<DirectionsAnswer, { kind: 'found' }>

/**
 * The maximum number of routes that a process caches. The best order is requested right after the given order was
 * shown, so the given order need not be measured twice.
 */
const MOST_CACHED = 50
const cache = new WeakMap<Directions, Map<string, Found>>()

/** Caches the route through places in this order, because a service may charge for each request. */
function cacheRoute(directions: Directions, way: readonly Spot[], answer: Found): void {
  const ways = cache.get(directions) ?? new Map<string, Found>()
  cache.set(directions, ways)
  ways.delete(JSON.stringify(way))
  ways.set(JSON.stringify(way), answer)
  for (const oldest of [...ways.keys()].slice(0, -MOST_CACHED)) ways.delete(oldest)
}

/**
 * Returns the route by roads, or by straight lines if `directions` is null or fails. The service cannot lock a stop, so
 * with locked stops the order is computed here and only measured by the service. If the found order is not shorter, the
 * given order is returned.
 */
export async function measureRoute(directions: Directions | null, request: RouteRequest): Promise<MeasuredRoute> {
  if (!directions) return estimateRoute(request)
  const { start, stops, optimise } = request
  const asGiven = [...stops.keys()]
  // the service sorts only stops with a place, and the others follow them
  const placed = asGiven.filter((at) => stops[at]?.spot)
  const unplaced = asGiven.filter((at) => !stops[at]?.spot)
  const spots = (order: readonly number[]) => [start, ...spotsIn(request, order)]
  const drive = async (order: readonly number[], choose: boolean): Promise<DirectionsAnswer> => {
    const answer = await directions.route({ start, end: start, stops: spotsIn(request, order), optimise: choose })
    if (answer.kind === 'found' && !choose) cacheRoute(directions, spots(order), answer)
    return answer
  }
  const shown = (order: readonly number[], { legs, line }: Found, before: Leg | null): MeasuredRoute => ({
    order,
    legs,
    line,
    whole: sumOfLegs(legs),
    before,
    service: directions.service,
    fallback: null,
  })

  const chosenHere = optimise && stops.some((stop) => stop.locked)
  const asked = chosenHere ? estimateRoute(request).order : asGiven
  const answer = await drive(asked, optimise && !chosenHere)
  if (answer.kind !== 'found') return estimateRoute(request, answer.kind)
  if (!optimise) return shown(asGiven, answer, null)

  const order = chosenHere ? asked : [...answer.order.map((at) => placed[at] as number), ...unplaced]
  const way = JSON.stringify(spots(asGiven))
  const given =
    JSON.stringify(spots(order)) === way ? answer : (cache.get(directions)?.get(way) ?? (await drive(asGiven, false)))
  if (given.kind !== 'found') return shown(order, answer, null)
  const before = sumOfLegs(given.legs)
  return before.metres <= sumOfLegs(answer.legs).metres
    ? shown(chosenHere ? asGiven : [...placed, ...unplaced], given, before)
    : shown(order, answer, before)
}
