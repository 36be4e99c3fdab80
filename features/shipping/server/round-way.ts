/** The way of a round: by the directions service where it can, by straight lines where it cannot. */
import type { Directions } from '#server/integrations/directions.ts'
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
export function estimatedWay(round: Round, fallback: RoundWay['fallback'] = null): RoundWay {
  const { start, stops, optimise } = round
  const asGiven = [...stops.keys()]
  const order = optimise ? bestOrder(start, start, stops) : asGiven
  const measure = (one: readonly number[]) => estimateLegs([start, ...spotsIn(round, one), start])
  const legs = measure(order)
  return {
    order,
    legs,
    line: [start, ...spotsIn(round, order), start],
    whole: wholeWay(legs),
    before: optimise ? wholeWay(measure(asGiven)) : null,
    service: null,
    fallback,
  }
}

/**
 * A round by the roads of the service. It cannot hold a stop at its place, so with locked stops the order is made here
 * and only measured there.
 */
export async function wayOfRound(directions: Directions | null, round: Round): Promise<RoundWay> {
  if (!directions) return estimatedWay(round)
  const { start, stops, optimise } = round
  const asGiven = [...stops.keys()]
  const here = estimatedWay(round)
  const chosenHere = optimise && stops.some((stop) => stop.locked)
  const asked = chosenHere ? here.order : asGiven
  const drive = (order: readonly number[], choose: boolean) =>
    directions.route({ start, end: start, stops: spotsIn(round, order), optimise: choose })

  const answer = await drive(asked, optimise && !chosenHere)
  if (answer.kind !== 'found') return { ...here, fallback: answer.kind }
  const before = optimise ? await drive(asGiven, false) : null
  // the places the service knows nothing of stay behind those it has put in order
  const placed = asked.filter((at) => stops[at]?.spot)
  const driven = answer.order.map((at) => placed[at] as number)
  const order = optimise && !chosenHere ? [...driven, ...asked.filter((at) => !stops[at]?.spot)] : asked
  return {
    order,
    legs: answer.legs,
    line: answer.line,
    whole: wholeWay(answer.legs),
    before: before?.kind === 'found' ? wholeWay(before.legs) : null,
    service: directions.service,
    fallback: null,
  }
}
