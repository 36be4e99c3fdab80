/** The stops of a truck that is being loaded, in driving order. */
import type { ReadyRow } from '../../domain/contract.ts'

/** A stop; a locked one keeps its place when others are moved or the best order is looked for. */
export type TruckStop = ReadyRow & { readonly locked: boolean }

/** A list with one of its members put to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const one = list[from]
  if (one === undefined || to < 0 || to >= list.length || from === to) return list
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, one)
}

/** The same around members that keep their places: who meets one of them steps over it. */
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

/** The stops with these orders behind them; who is on the truck already stays where he is. */
export const withOrders = (stops: readonly TruckStop[], rows: readonly ReadyRow[]): readonly TruckStop[] => [
  ...stops,
  ...rows.filter((row) => !stops.some((stop) => stop.id === row.id)).map((row) => ({ ...row, locked: false })),
]

/** The stops without these orders. */
const withoutOrders = (stops: readonly TruckStop[], ids: ReadonlySet<number>): readonly TruckStop[] =>
  stops.filter((stop) => !ids.has(stop.id))

/** All of these on the truck, or when they all are, none of them. */
export const toggled = (stops: readonly TruckStop[], rows: readonly ReadyRow[]): readonly TruckStop[] =>
  rows.every((row) => stops.some((stop) => stop.id === row.id))
    ? withoutOrders(stops, new Set(rows.map((row) => row.id)))
    : withOrders(stops, rows)

/** The stops in the order of these numbers; one that is not named stays behind them. */
export function inOrderOf(stops: readonly TruckStop[], ids: readonly number[]): readonly TruckStop[] {
  const place = new Map(ids.map((id, index) => [id, index]))
  const of = (stop: TruckStop) => place.get(stop.id) ?? ids.length
  return stops.toSorted((a, b) => of(a) - of(b))
}
