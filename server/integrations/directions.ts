/** The port to a directions service: the way of a round over real roads, and the best order of its stops. */

/** Degrees of latitude and longitude. */
export type RoadPoint = { readonly lat: number; readonly lon: number }

export type DirectionsQuestion = {
  readonly start: RoadPoint
  readonly end: RoadPoint
  readonly stops: readonly RoadPoint[]
  /** Whether the service chooses the order of the stops. */
  readonly optimise: boolean
}

export type RoadLeg = { readonly metres: number; readonly seconds: number }

export type DirectionsAnswer =
  | {
      readonly kind: 'found'
      /** The stops as they are visited, as places in the question. */
      readonly order: readonly number[]
      /** From the start to the first stop, from stop to stop, from the last stop to the end. */
      readonly legs: readonly RoadLeg[]
      /** The way over the map. */
      readonly line: readonly RoadPoint[]
      readonly estimated: false
    }
  /** A stop cannot be reached by road: an island, the sea. */
  | { readonly kind: 'no-way' }
  | { readonly kind: 'too-many' }
  /** The service cannot be reached, refuses us, or says nothing one can read. */
  | { readonly kind: 'unavailable'; readonly reason: string }

export type Directions = {
  readonly service: 'osrm' | 'google'
  /** Never throws. */
  route(question: DirectionsQuestion): Promise<DirectionsAnswer>
}

/** An order names every stop once, and a way has a part for each of them and the end. */
export function isWhole(stops: number, order: readonly number[], legs: readonly RoadLeg[]): boolean {
  const named = new Set(order)
  return (
    order.length === stops &&
    named.size === stops &&
    order.every((at) => at >= 0 && at < stops) &&
    legs.length === stops + 1
  )
}
