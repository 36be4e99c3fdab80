/** The interface of a directions service: the route of a shipment on real roads and the best order of its stops. */
import { fetchText, type TextReply } from '../fetch-text.ts'
import { type ServicePause, wantsPause } from '../service-pause.ts'

/** A point in degrees of latitude and longitude. */
export type RoadPoint = { readonly lat: number; readonly lon: number }

export type DirectionsQuestion = {
  readonly start: RoadPoint
  readonly end: RoadPoint
  readonly stops: readonly RoadPoint[]
  /** True if the service chooses the order of the stops. */
  readonly optimise: boolean
}

export type RoadLeg = { readonly metres: number; readonly seconds: number }

export type DirectionsAnswer =
  | {
      readonly kind: 'found'
      /** The stops in the order of the visits, as indexes into the stops of the question. */
      readonly order: readonly number[]
      /** From the start to the first stop, between the stops, and from the last stop to the end. */
      readonly legs: readonly RoadLeg[]
      /** The points of the route on the map. */
      readonly line: readonly RoadPoint[]
      readonly estimated: false
    }
  /** A stop cannot be reached by road, for example on an island. */
  | { readonly kind: 'no-way' }
  | { readonly kind: 'too-many' }
  /** The service cannot be reached, refuses the account, or answers in an unknown form. */
  | { readonly kind: 'unavailable'; readonly reason: string }

export type Directions = {
  readonly service: 'osrm' | 'google'
  /** Returns the route. Never throws. */
  route(question: DirectionsQuestion): Promise<DirectionsAnswer>
}

/** Reports whether `order` names every stop once and `legs` has one leg for each stop and one for the end. */
export function isCompleteRoute(stops: number, order: readonly number[], legs: readonly RoadLeg[]): boolean {
  const named = new Set(order)
  return (
    order.length === stops &&
    named.size === stops &&
    order.every((at) => at >= 0 && at < stops) &&
    legs.length === stops + 1
  )
}

/** Calls the service unless it demanded a pause that has not ended, and begins a pause that it demands. */
export async function fetchUnlessPaused(
  pause: ServicePause,
  ...call: Parameters<typeof fetchText>
): Promise<TextReply> {
  const paused = await pause.reason()
  if (paused !== null) return { failure: paused }
  const reply = await fetchText(...call)
  if ('failure' in reply) return reply
  if (wantsPause(reply)) await pause.begin(`http-${reply.status}`, reply.retryAfter)
  else if (reply.status === 200) await pause.answered()
  return reply
}
