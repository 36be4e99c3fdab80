/** The roads of both directions simulators: straight lines, lengthened by a constant factor. */

/** A point with the longitude first, as in both services. */
export type LonLat = readonly [lon: number, lat: number]

const EARTH_RADIUS_METRES = 6_371_008.8
const ROAD_FACTOR = 1.3
const METRES_PER_SECOND = 50_000 / 3_600

/** Reports whether a point is in the rectangle around Greece; outside there are no roads. */
export const inGreece = ([lon, lat]: LonLat): boolean => lat >= 34.7 && lat <= 41.8 && lon >= 19.3 && lon <= 29.7
/** Reports whether a point is on Crete, which no road reaches. */
export const onIsland = ([lon, lat]: LonLat): boolean => lat < 35.8 && lon > 23.4 && lon < 26.4

/** Returns the distance in metres and the duration in seconds by road. */
function drive([lonA, latA]: LonLat, [lonB, latB]: LonLat): { distance: number; duration: number } {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half =
    Math.sin(radians(latB - latA) / 2) ** 2 +
    Math.cos(radians(latA)) * Math.cos(radians(latB)) * Math.sin(radians(lonB - lonA) / 2) ** 2
  const distance = 2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(half)) * ROAD_FACTOR
  return { distance, duration: distance / METRES_PER_SECOND }
}

/** Returns distance and duration of each leg of a route. */
export const legsOf = (way: readonly LonLat[]): { distance: number; duration: number }[] =>
  way.slice(1).map((to, index) => drive(way[index] as LonLat, to))

function* ordersOf(list: readonly number[]): Generator<number[]> {
  if (list.length === 0) yield []
  for (const [index, head] of list.entries())
    for (const rest of ordersOf(list.toSpliced(index, 1))) yield [head, ...rest]
}

const MOST_TRIED = 8

/**
 * Returns the shortest order of the stops between two ends, found by trying all orders. Many stops keep their order.
 */
export function shortestOrder(start: LonLat, stops: readonly LonLat[], end: LonLat): number[] {
  const asTheyCome = [...stops.keys()]
  if (stops.length > MOST_TRIED) return asTheyCome
  let [best, shortest] = [asTheyCome, Number.POSITIVE_INFINITY]
  for (const order of ordersOf(asTheyCome)) {
    const way = [start, ...order.map((at) => stops[at] as LonLat), end]
    const whole = legsOf(way).reduce((sum, leg) => sum + leg.distance, 0)
    if (whole < shortest) [best, shortest] = [order, whole]
  }
  return best
}
