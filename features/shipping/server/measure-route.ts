/** Measures a route by the directions service, or by straight lines if the service cannot. */
import type { Directions, DirectionsAnswer } from '#server/integrations/routes/directions.ts'
import { bestOrder, estimateLegs, type Leg, type RouteStop, type Spot, wholeWay } from '../domain/route.ts'

export type RoundWay = {
  /** The stops as positions in the given list. */
  readonly order: readonly number[]
  readonly legs: readonly Leg[]
  readonly line: readonly Spot[]
  readonly whole: Leg
  /** The given order, measured in the same way. */
  readonly before: Leg | null
  readonly service: Directions['service'] | null
  /** Why the configured service could not be used. */
  readonly fallback: 'no-way' | 'too-many' | 'unavailable' | null
}

type Round = { readonly start: Spot; readonly stops: readonly RouteStop[]; readonly optimise: boolean }

const spotsIn = ({ stops }: Round, order: readonly number[]): Spot[] => order.flatMap((at) => stops[at]?.spot ?? [])

/** Returns the route by straight lines. */
function estimatedWay(round: Round, fallback: RoundWay['fallback'] = null): RoundWay {
  const { start, stops, optimise } = round
  const asGiven = [...stops.keys()]
  const measure = (order: readonly number[]) => {
    const line = [start, ...spotsIn(round, order), start]
    const legs = estimateLegs(line)
    return { order, line, legs, whole: wholeWay(legs) }
  }
  const given = measure(asGiven)
  const best = optimise ? measure(bestOrder(start, start, stops)) : given
  // legs are rounded one by one
  const shown = best.whole.metres > given.whole.metres ? given : best
  return { ...shown, before: optimise ? given.whole : null, service: null, fallback }
}

type Found = Extract<DirectionsAnswer, { kind: 'found' }>

/** How many routes each process caches. A best order is requested right after the given order was shown. */
const MOST_REMEMBERED = 50
const remembered = new WeakMap<Directions, Map<string, Found>>()

/** Caches the route through places in this order, because a service may charge for each request. */
function remember(directions: Directions, way: readonly Spot[], answer: Found): void {
  const ways = remembered.get(directions) ?? new Map<string, Found>()
  remembered.set(directions, ways)
  ways.delete(JSON.stringify(way))
  ways.set(JSON.stringify(way), answer)
  for (const oldest of [...ways.keys()].slice(0, -MOST_REMEMBERED)) ways.delete(oldest)
}

/**
 * Returns the route by roads. The service cannot lock a stop, so with locked stops the order is computed here and only
 * measured there. The given order stays if the other is not shorter.
 */
export async function wayOfRound(directions: Directions | null, round: Round): Promise<RoundWay> {
  if (!directions) return estimatedWay(round)
  const { start, stops, optimise } = round
  const asGiven = [...stops.keys()]
  // stops without a place stay behind those that the service has sorted
  const placed = asGiven.filter((at) => stops[at]?.spot)
  const lost = asGiven.filter((at) => !stops[at]?.spot)
  const spots = (order: readonly number[]) => [start, ...spotsIn(round, order)]
  const drive = async (order: readonly number[], choose: boolean): Promise<DirectionsAnswer> => {
    const answer = await directions.route({ start, end: start, stops: spotsIn(round, order), optimise: choose })
    if (answer.kind === 'found' && !choose) remember(directions, spots(order), answer)
    return answer
  }
  const shown = (order: readonly number[], { legs, line }: Found, before: Leg | null): RoundWay => ({
    order,
    legs,
    line,
    whole: wholeWay(legs),
    before,
    service: directions.service,
    fallback: null,
  })

  const chosenHere = optimise && stops.some((stop) => stop.locked)
  const asked = chosenHere ? estimatedWay(round).order : asGiven
  const answer = await drive(asked, optimise && !chosenHere)
  if (answer.kind !== 'found') return estimatedWay(round, answer.kind)
  if (!optimise) return shown(asGiven, answer, null)

  const order = chosenHere ? asked : [...answer.order.map((at) => placed[at] as number), ...lost]
  const way = JSON.stringify(spots(asGiven))
  const given =
    JSON.stringify(spots(order)) === way
      ? answer
      : (remembered.get(directions)?.get(way) ?? (await drive(asGiven, false)))
  if (given.kind !== 'found') return shown(order, answer, null)
  const before = wholeWay(given.legs)
  return before.metres <= wholeWay(answer.legs).metres
    ? shown(chosenHere ? asGiven : [...placed, ...lost], given, before)
    : shown(order, answer, before)
}
