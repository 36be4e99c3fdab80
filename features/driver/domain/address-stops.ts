/** Groups the orders of a shipment that a driver hands over together. */
import { fold } from '#kernel/fold.ts'
import type { Stop } from './day-now.ts'
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

/** Returns an address without the differences of typing: case, accents, commas and spaces. */
const plain = (address: string): string =>
  fold(address)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
