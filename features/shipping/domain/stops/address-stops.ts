/** Groups the orders of a shipment that are handed over together. All code that counts or numbers stops uses these functions. */
import { oneLineAddress, type PostalAddress } from '#kernel/address.ts'
import { fold } from '#kernel/fold.ts'

type Delivery = PostalAddress & { readonly customerId: number }

/** The orders of one customer to one address, in driving order. The other orders of the shipment go to another door. */
export type AddressStop<Order> = {
  /** Names the stop within its shipment. It stays the same while orders of the stop are closed. */
  readonly key: string
  readonly first: Order
  readonly orders: readonly Order[]
}

/** Returns the destination of an order as one line of text. */
export const destinationOf: (address: PostalAddress) => string = oneLineAddress

/**
 * Returns the stops of these orders, in the order of the first order of each. The customer counts beside the address,
 * because signature, payment and lent items are those of one customer.
 */
export function addressStopsOf<Order extends Delivery>(orders: readonly Order[]): AddressStop<Order>[] {
  const found = new Map<string, AddressStop<Order>>()
  for (const order of orders) {
    const key = `${order.customerId} ${plain(destinationOf(order))}`
    const before = found.get(key)
    found.set(key, before ? { ...before, orders: [...before.orders, order] } : { key, first: order, orders: [order] })
  }
  return [...found.values()]
}

/**
 * Returns the orders with those of one stop next to each other, at the place of the first of them. Returns the same list
 * if none stands apart from its stop.
 */
export function besideTheirStop<Order extends Delivery>(orders: readonly Order[]): readonly Order[] {
  const together = addressStopsOf(orders).flatMap((stop) => stop.orders)
  return together.every((order, place) => order === orders[place]) ? orders : together
}

/**
 * Returns the number of the stop of each order, for all orders of a shipment. Orders of one stop share a number, so the
 * driver counts doors. Stops count in the order in which they are driven to: a stop whose first order is closed counts at
 * the place of its next open order.
 */
export function stopNumbersOf<Order extends Delivery & { readonly id: number }>(
  orders: readonly Order[],
  isClosed: (order: Order) => boolean,
): ReadonlyMap<number, number> {
  const next = ({ orders: ofStop, first }: AddressStop<Order>) => ofStop.find((order) => !isClosed(order)) ?? first
  const stops = addressStopsOf(orders).toSorted((a, b) => orders.indexOf(next(a)) - orders.indexOf(next(b)))
  return new Map(stops.flatMap((stop, place) => stop.orders.map(({ id }) => [id, place + 1] as const)))
}

/** Reports for orders that are not on their way yet that none is closed. */
export const noneClosed = (): boolean => false

/** Returns an address without the differences of typing: case, accents, commas and spaces. */
const plain = (address: string): string =>
  fold(address)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
