/** The way of a round: by the directions service where it can, by straight lines where it cannot. */
import type { Directions, DirectionsAnswer } from '#server/integrations/routes/directions.ts'
import { bestOrder, estimateLegs, type Leg, type RouteStop, type Spot, wholeWay } from '../domain/route.ts'

export type RoundWay = {
  /** The stops as places in the list that was given. */
  readonly order: readonly number[]
  readonly legs: readonly Leg[]
  readonly line: readonly Spot[]
  readonly whole: Leg
  /** The order that was given, measured by the same means. */
  readonly before: Leg | null
  readonly service: Directions['service'] | null
  /** Why the service that is there was of no use. */
  readonly fallback: 'no-way' | 'too-many' | 'unavailable' | null
}

type Round = { readonly start: Spot; readonly stops: readonly RouteStop[]; readonly optimise: boolean }

const spotsIn = ({ stops }: Round, order: readonly number[]): Spot[] => order.flatMap((at) => stops[at]?.spot ?? [])

/** A round by straight lines. */
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

/** How many ways each process remembers, the latest: a best order is asked for right after the present one was shown. */
const MOST_REMEMBERED = 50
const remembered = new WeakMap<Directions, Map<string, Found>>()

/** Keeps the way through spots in this order; a service may charge for each question. */
function remember(directions: Directions, way: readonly Spot[], answer: Found): void {
  const ways = remembered.get(directions) ?? new Map<string, Found>()
  remembered.set(directions, ways)
  ways.delete(JSON.stringify(way))
  ways.set(JSON.stringify(way), answer)
  for (const oldest of [...ways.keys()].slice(0, -MOST_REMEMBERED)) ways.delete(oldest)
}

/**
 * A round by the roads of the service. It cannot hold a stop at its place, so with locked stops the order is made here
 * and only measured there. The order that was given stays when the one that was found is not shorter.
 */
export async function wayOfRound(directions: Directions | null, round: Round): Promise<RoundWay> {
  if (!directions) return estimatedWay(round)
  const { start, stops, optimise } = round
  const asGiven = [...stops.keys()]
  // the places the service knows nothing of stay behind those it has put in order
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
