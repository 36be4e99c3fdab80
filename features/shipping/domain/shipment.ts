/** Shipments: the orders that one driver delivers together. */
import { lifecycle } from '#kernel/lifecycle.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { shippingRights } from './rights.ts'

export const SHIPMENT_STATUSES = ['PENDING', 'DONE'] as const
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number]

export const DRIVER_TYPES = ['Driver', 'Courier', 'ACS', 'DHL'] as const
export type DriverType = (typeof DRIVER_TYPES)[number]

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
