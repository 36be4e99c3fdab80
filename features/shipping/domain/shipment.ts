/** Shipments: one driver's round with its orders. */
import { lifecycle } from '#kernel/lifecycle.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { shippingRights } from './rights.ts'

export const SHIPMENT_STATUSES = ['PENDING', 'DONE'] as const
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number]

export const DRIVER_TYPES = ['Driver', 'Courier', 'ACS', 'DHL'] as const
export type DriverType = (typeof DRIVER_TYPES)[number]

/** What a transition of a shipment looks at. */
export type ShipmentFacts = { readonly status: ShipmentStatus; readonly openOrders: number }

const empty = (shipment: ShipmentFacts): Refusal | null =>
  shipment.openOrders === 0 ? null : refusal('refused', 'shipping.orders-remain', { orders: shipment.openOrders })

// biome-ignore format: a table is read in columns
export const shipmentLifecycle = lifecycle<ShipmentStatus, ShipmentFacts>()({
  code: 'shipping',
  states: SHIPMENT_STATUSES,
  finals: ['DONE'],
  transitions: {
    // transition  from           to      right             needs
    'finish':      [['PENDING'],  'DONE', shippingRights.drive, empty],
  },
})

/** What a driver may do with an order, and the transition of the order behind each (ruling C-28). */
export const DRIVER_ACTIONS = { deliver: 'SHIPPED', 'to-planning': 'INVOICED', return: 'RETURNED' } as const
export type DriverAction = keyof typeof DRIVER_ACTIONS

/** The order's `shipping` as programs read it. */
export type ShippingInfo = {
  readonly driver: string
  readonly type: DriverType
  readonly car: string
  readonly extra: string
}
