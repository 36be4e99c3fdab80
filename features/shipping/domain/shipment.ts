/** Shipments: the orders that one driver delivers together. */
import { fold } from '#kernel/fold.ts'
import { lifecycle } from '#kernel/lifecycle.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { shippingRights } from './rights.ts'

export const SHIPMENT_STATUSES = ['PENDING', 'DONE'] as const
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number]

export const DRIVER_TYPES = ['Driver', 'Courier', 'ACS', 'DHL'] as const
export type DriverType = (typeof DRIVER_TYPES)[number]

/** The most orders of one shipment. */
export const MOST_STOPS = 200

/** The most planned shipments, newest first, that are offered for further orders. */
export const MOST_OPEN = 50

/** What decides whether a shipment takes further orders. */
export type TakingFacts = {
  readonly id: number
  readonly status: ShipmentStatus
  readonly departedAt: string | null
  readonly stops: number
  readonly closedStops: number
  /** True if one of its delivery notes for the way out is neither withdrawn nor refused. */
  readonly noted: boolean
}

/**
 * Returns why a shipment takes no further orders, or null. One that has begun does not, because its driver is on the way. One with a delivery
 * note does not either: the note names the orders of its stop, and the vehicle may not leave with another one.
 */
export function whyTakesNoMore(
  { id, status, departedAt, stops, closedStops, noted }: TakingFacts,
  added: number,
): Refusal | null {
  if (status !== 'PENDING') return refusal('refused', 'shipping.already-finished')
  if (departedAt !== null || closedStops > 0) return refusal('refused', 'shipping.has-begun', { shipmentId: id })
  if (noted) return refusal('refused', 'shipping.has-notes', { shipmentId: id })
  return stops + added > MOST_STOPS ? refusal('refused', 'shipping.full', { shipmentId: id, count: MOST_STOPS }) : null
}

/** A shipment of an own driver that takes further orders. `driverUserId` is null if it names its driver only. */
export type OpenShipment = {
  readonly id: number
  readonly driver: string
  readonly driverUserId: number | null
  readonly vehicle: string
}

/**
 * Returns the first of these shipments that is the driver's, by account, or by name where it has none (C-30), or null. One with another vehicle
 * is left out; an empty vehicle fits each.
 */
export const openShipmentOf = <Open extends OpenShipment>(
  open: readonly Open[],
  { driver, driverUserId, vehicle }: Omit<OpenShipment, 'id'>,
): Open | null =>
  open.find(
    (one) =>
      (one.driverUserId === null ? fold(one.driver) === fold(driver) : one.driverUserId === driverUserId) &&
      ['', one.vehicle].includes(vehicle),
  ) ?? null

/** The facts that a transition of a shipment needs. */
export type ShipmentFacts = { readonly status: ShipmentStatus; readonly openOrders: number }

/** Returns a refusal while the shipment has open orders, or null. */
const ordersRemain = (shipment: ShipmentFacts): Refusal | null =>
  shipment.openOrders === 0 ? null : refusal('refused', 'shipping.orders-remain', { orders: shipment.openOrders })

// biome-ignore format: a table is read in columns
export const shipmentLifecycle = lifecycle<ShipmentStatus, ShipmentFacts>()({
  code: 'shipping',
  states: SHIPMENT_STATUSES,
  finals: ['DONE'],
  transitions: {
    // transition  from           to      right             needs
    'finish':      [['PENDING'],  'DONE', shippingRights.drive, ordersRemain],
  },
})

/** The actions of a driver on an order, each with the transition of the order (C-28). */
export const DRIVER_ACTIONS = { deliver: 'SHIPPED', 'to-planning': 'INVOICED', return: 'RETURNED' } as const
export type DriverAction = keyof typeof DRIVER_ACTIONS

/** The field `shipping` of an order, as programs read it. */
export type ShippingInfo = {
  readonly driver: string
  readonly type: DriverType
  readonly car: string
  readonly extra: string
}

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
