/** Adds, removes, moves and sorts the stops of the shipment that is being planned. */
import { type ReadyRow, zReadyRow } from '../../domain/contract.ts'
import { addressStopsOf, besideTheirStop } from '../../domain/stops/address-stops.ts'

const FIELDS = zReadyRow.keyof().options

/**
 * An order in the shipment. Orders of one stop stand next to each other, and are locked and moved together. A locked stop
 * keeps its position when others are moved or sorted.
 */
export type PlannedStop = ReadyRow & { readonly locked: boolean }

/** Returns the list with one member moved to another position, or the same list if a position is outside it. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const one = list[from]
  if (one === undefined || to < 0 || to >= list.length || from === to) return list
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, one)
}

/**
 * Returns the list with one member moved to another position, around members that keep their place. The moved member
 * itself may be one of them. If that position is taken, the member goes to the next free one in the same direction.
 */
export function movedAround<T>(
  list: readonly T[],
  from: number,
  to: number,
  keepsPlace: (one: T) => boolean,
): readonly T[] {
  const free = list.flatMap((one, place) => (place === from || !keepsPlace(one) ? [place] : []))
  const goal = from < to ? free.find((place) => place >= to) : free.findLast((place) => place <= to)
  if (goal === undefined || to < 0 || to >= list.length) return list
  const order = moved(free, free.indexOf(from), free.indexOf(goal))
  const next = [...list]
  for (const [slot, place] of free.entries()) next[place] = list[order[slot] as number] as T
  return next
}

/** Adds these orders, each beside its stop or behind all others. Orders that are already in the list keep their position. */
export const withOrders = (stops: readonly PlannedStop[], rows: readonly ReadyRow[]): readonly PlannedStop[] =>
  asStops([
    ...stops,
    ...rows.filter((row) => !stops.some((stop) => stop.id === row.id)).map((row) => ({ ...row, locked: false })),
  ])

/**
 * Moves the stop of the order at `from` to the position of the stop of the order at `to`, around locked stops. It moves only
 * when it has come over the whole other stop. Otherwise a stop that is dragged over one of two orders would change places
 * with them at every step of the pointer.
 */
export function stopMoved(stops: readonly PlannedStop[], from: number, to: number): readonly PlannedStop[] {
  const groups = addressStopsOf(stops)
  const [dragged, target] = [stops[from], stops[to]].map((order) =>
    groups.findIndex(({ orders }) => orders.some(({ id }) => id === order?.id)),
  )
  const orders = groups[target ?? -1]?.orders ?? []
  const isOver = (from < to ? orders.at(-1) : orders[0])?.id === stops[to]?.id
  return isOver ? inGroups(stops, groups, dragged ?? -1, target ?? -1) : stops
}

/** Moves the stop of the order at `place` by so many stops, around locked stops. */
export function stopMovedBy(stops: readonly PlannedStop[], place: number, step: number): readonly PlannedStop[] {
  const groups = addressStopsOf(stops)
  const from = groups.findIndex(({ orders }) => orders.some(({ id }) => id === stops[place]?.id))
  return inGroups(stops, groups, from, from + step)
}

type Groups = ReturnType<typeof addressStopsOf<PlannedStop>>

function inGroups(stops: readonly PlannedStop[], groups: Groups, from: number, to: number): readonly PlannedStop[] {
  if (from < 0 || from === to) return stops
  const next = movedAround(groups, from, to, ({ first }) => first.locked)
  return next === groups ? stops : next.flatMap(({ orders }) => orders)
}

/** Locks the stop of this order, or unlocks it. */
export function lockSwitched(stops: readonly PlannedStop[], id: number): readonly PlannedStop[] {
  const stop = addressStopsOf(stops).find(({ orders }) => orders.some((order) => order.id === id))
  return stops.map((order) => (stop?.orders.includes(order) ? { ...order, locked: !stop.first.locked } : order))
}

/** Puts orders of one stop next to each other, all of them locked if one is. Returns the same list if nothing changes. */
function asStops(stops: readonly PlannedStop[]): readonly PlannedStop[] {
  const locked = new Set(
    addressStopsOf(stops)
      .filter(({ orders }) => orders.some((order) => order.locked))
      .flatMap(({ orders }) => orders),
  )
  const next = besideTheirStop(stops)
  if (next.every((order) => order.locked === locked.has(order))) return next
  return next.map((order) => (order.locked === locked.has(order) ? order : { ...order, locked: true }))
}

/** Removes these orders from the stops. Returns the same list if none of them is in it. */
export const withoutOrders = (stops: readonly PlannedStop[], ids: ReadonlySet<number>): readonly PlannedStop[] =>
  stops.some((stop) => ids.has(stop.id)) ? stops.filter((stop) => !ids.has(stop.id)) : stops

/**
 * Replaces the orders of the stops by these newer ones, each beside its stop, because its address may have changed. Returns
 * the same list if nothing has changed.
 */
export function refreshed(stops: readonly PlannedStop[], rows: readonly ReadyRow[]): readonly PlannedStop[] {
  const newer = new Map(rows.map((row) => [row.id, row]))
  const next = stops.map((stop) => {
    const row = newer.get(stop.id)
    return row && FIELDS.some((field) => row[field] !== stop[field]) ? { ...row, locked: stop.locked } : stop
  })
  return asStops(next.some((stop, place) => stop !== stops[place]) ? next : stops)
}

/** Adds all of these orders, or removes them if all are already in the list. */
export const toggled = (stops: readonly PlannedStop[], rows: readonly ReadyRow[]): readonly PlannedStop[] =>
  rows.every((row) => stops.some((stop) => stop.id === row.id))
    ? withoutOrders(stops, new Set(rows.map((row) => row.id)))
    : withOrders(stops, rows)

/** Sorts the stops in the order of these order ids. Stops that are not named follow in their order. Each stop stays together. */
export function inOrderOf(stops: readonly PlannedStop[], ids: readonly number[]): readonly PlannedStop[] {
  const place = new Map(ids.map((id, index) => [id, index]))
  const of = (stop: PlannedStop) => place.get(stop.id) ?? ids.length
  return asStops(stops.toSorted((a, b) => of(a) - of(b)))
}
