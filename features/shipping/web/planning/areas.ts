/** Groups orders by area: by city, or by the first two digits of the postcode. */
import { postcodeKey, townKey } from '../../domain/drivers/area-drivers.ts'
import type { WaitingOrder } from '../../domain/planning-contract.ts'

export const AREA_KINDS = ['city', 'postcode'] as const
export type AreaKind = (typeof AREA_KINDS)[number]

/** An area with its orders. The name is empty if the area is unknown. */
export type OrderArea = { readonly key: string; readonly name: string; readonly orders: readonly WaitingOrder[] }

const nameOf = (order: WaitingOrder, kind: AreaKind): string =>
  kind === 'city' ? order.city.trim() : postcodeKey(order.postcode).slice(0, 2)

/** Returns the areas, most orders first. Two spellings of a city are one area. */
export function areasOf(orders: readonly WaitingOrder[], kind: AreaKind): OrderArea[] {
  const groups = Map.groupBy(orders, (order) => townKey(nameOf(order, kind)))
  return [...groups]
    .map(([key, some]) => ({ key, name: nameOf(some[0] as WaitingOrder, kind), orders: some }))
    .toSorted((a, b) => b.orders.length - a.orders.length || a.key.localeCompare(b.key))
}
