/** Orders by area: the cities they go to, or the first two digits of their postcodes. */
import { fold } from '#kernel/fold.ts'
import type { WaitingOrder } from '../../domain/planning-contract.ts'

export const AREA_KINDS = ['city', 'postcode'] as const
export type AreaKind = (typeof AREA_KINDS)[number]

/** An area with the orders that go there; the name is empty where none is known. */
export type OrderArea = { readonly key: string; readonly name: string; readonly orders: readonly WaitingOrder[] }

const nameOf = (order: WaitingOrder, kind: AreaKind): string =>
  kind === 'city' ? order.city.trim() : order.postcode.replace(/\D/g, '').slice(0, 2)

/** The areas, most orders first; two spellings of a city are one. */
export function areasOf(orders: readonly WaitingOrder[], kind: AreaKind): OrderArea[] {
  const groups = Map.groupBy(orders, (order) => fold(nameOf(order, kind)))
  return [...groups]
    .map(([key, some]) => ({ key, name: nameOf(some[0] as WaitingOrder, kind), orders: some }))
    .toSorted((a, b) => b.orders.length - a.orders.length || a.key.localeCompare(b.key))
}
