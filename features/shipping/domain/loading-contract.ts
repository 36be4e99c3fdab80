/** Declares the names, inputs and outputs of loading a vehicle: which parcels are in it, and when it leaves. */
import { z } from 'zod'
import { MOST_PARCELS } from '#kernel/parcel-code.ts'
import { defineCommand, defineQuery, type OutputOf, zId, zText } from '#kernel/contract.ts'
import { shippingRights } from './rights.ts'
import { SHIPMENT_STATUSES } from './shipment.ts'

const zLoaded = z.object({ parcel: z.int(), by: z.string(), at: z.string() })

/** Returns the parcels of the open orders of a shipment, and which of them are loaded. Drivers see only their own. */
export const shipmentLoading = defineQuery('shipping.loading', {
  right: shippingRights.view,
  input: z.strictObject({ id: zId }),
  output: z.object({
    id: z.int(),
    status: z.enum(SHIPMENT_STATUSES),
    driver: z.string(),
    vehicle: z.string(),
    /** When the vehicle left, or null. */
    departedAt: z.string().nullable(),
    /** The orders that are not delivered yet, in driving order. */
    stops: z.array(
      z.object({
        orderId: z.int(),
        /** The number of its stop, as the driver's page shows it. */
        position: z.int(),
        name: z.string(),
        label: z.string(),
        city: z.string(),
        parcels: z.int(),
        loaded: z.array(zLoaded),
      }),
    ),
    /** The keys of the person's latest actions that this answer contains, so that a device does not count them again. */
    doneKeys: z.array(z.string()).optional(),
  }),
  about: ({ id }) => ({ shipments: id }),
})
export type Loading = OutputOf<typeof shipmentLoading>
export type LoadingStop = Loading['stops'][number]

/** Ticks a parcel off at the vehicle. With `loaded` false it takes the tick back. */
export const loadParcel = defineCommand('shipping.load-parcel', {
  right: shippingRights.drive,
  input: z.strictObject({
    shipmentId: zId,
    orderId: zId,
    parcel: z.int().min(1).max(MOST_PARCELS),
    loaded: z.boolean().default(true),
  }),
  output: z.object({ orderId: z.int(), parcel: z.int(), loaded: z.boolean() }),
})

/** Notes that the vehicle leaves. While parcels are missing, the person must agree to leave without them. */
export const departShipment = defineCommand('shipping.depart', {
  right: shippingRights.drive,
  input: z.strictObject({ id: zId, withoutMissing: z.boolean().default(false) }),
  output: z.object({ id: z.int(), departedAt: z.string() }),
})

/**
 * Settles the orders of a shipment that were closed without a delivery note, after a person did what is necessary. The history stores
 * the reason. A second press changes nothing.
 */
export const settleMissingNotes = defineCommand('shipping.settle-missing-notes', {
  right: shippingRights.plan,
  input: z.strictObject({ shipmentId: zId, reason: zText(500) }),
  output: z.object({ settled: z.int() }),
})
