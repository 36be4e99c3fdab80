/** Groups the orders of a shipment that a driver hands over together. */
import { fold } from '#kernel/fold.ts'
import { isClosed, type Stop } from './day-now.ts'
import { destinationOf } from './navigation.ts'

/** The orders of one customer to one address, in driving order. Others in the shipment go to another door. */
export type AddressStop = {
  /** Names the stop within its shipment. It stays the same while orders of the stop are closed. */
  readonly key: string
  readonly first: Stop
  readonly orders: readonly Stop[]
}

/**
 * Returns the stops of these orders, in the order of the first order of each. The customer counts beside the address,
 * because signature, payment and lent items are those of one customer.
 */
export function addressStopsOf(orders: readonly Stop[]): AddressStop[] {
  const found = new Map<string, AddressStop>()
  for (const order of orders) {
    const key = `${order.customerId} ${plain(destinationOf(order))}`
    const before = found.get(key)
    found.set(key, before ? { ...before, orders: [...before.orders, order] } : { key, first: order, orders: [order] })
  }
  return [...found.values()]
}

/**
 * Returns the number of the stop of each order, for all orders of a shipment. Orders of one stop share a number, so the
 * driver counts doors. Stops count in the order in which they are driven to: a stop whose first order is closed counts at
 * the place of its next open order.
 */
export function stopNumbersOf(orders: readonly Stop[]): ReadonlyMap<number, number> {
  const next = ({ orders: ofStop, first }: AddressStop) => ofStop.find((order) => !isClosed(order)) ?? first
  const stops = addressStopsOf(orders).toSorted((a, b) => orders.indexOf(next(a)) - orders.indexOf(next(b)))
  return new Map(stops.flatMap((stop, place) => stop.orders.map(({ id }) => [id, place + 1] as const)))
}

/** Returns an address without the differences of typing: case, accents, commas and spaces. */
const plain = (address: string): string =>
  fold(address)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
