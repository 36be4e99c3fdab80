/** Changes the driving order of a planned shipment. */

type Placed = { readonly id: number; readonly position: number }

/**
 * Returns the new positions of the stops that the driver put into this order. They share the positions that they had, so
 * that all other stops, such as those that were closed meanwhile, keep theirs. Orders that are no stop are left out.
 */
export function newPositions(stops: readonly Placed[], orderIds: readonly number[]): Map<number, number> {
  const named = [...new Set(orderIds)].filter((id) => stops.some((stop) => stop.id === id))
  const free = stops
    .filter((stop) => named.includes(stop.id))
    .map(({ position }) => position)
    .toSorted((a, b) => a - b)
  return new Map(named.map((id, place) => [id, free[place] as number]))
}
