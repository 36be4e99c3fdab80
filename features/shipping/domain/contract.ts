/** Names, inputs and outputs of planning shipments and of the driver's day. */
import { z } from 'zod'
import { MOST_LINES } from '#features/products/domain/contract.ts'
import {
  countOutput,
  defineCommand,
  defineQuery,
  listInput,
  listOutput,
  zDeviceMoment,
  zFileAnswer,
  zId,
  zOptionalText,
  zText,
} from '#kernel/contract.ts'
import { zQuantity } from '#kernel/money.ts'
import { DELIVERY_REASONS, MOST_PHOTO_BYTES, zSignature } from './delivery.ts'
import { shippingRights } from './rights.ts'
import { DRIVER_TYPES, SHIPMENT_STATUSES } from './shipment.ts'

const zVoucher = zText(60)

export const planShipment = defineCommand('shipping.plan-shipment', {
  right: shippingRights.plan,
  input: z.strictObject({
    /** In the order in which they are driven to. */
    orderIds: z.array(zId).min(1).max(200),
    driverType: z.enum(DRIVER_TYPES),
    /** The account of the driver; without one, the name alone (couriers, people without an account). */
    driverUserId: zId.nullable().default(null),
    driver: zText(100),
    vehicle: zText(50).default(''),
    extra: zText(1000).default(''),
    /** A courier's number for each parcel; an order that is not named here has none. */
    vouchers: z
      .array(z.strictObject({ orderId: zId, voucher: zVoucher }))
      .max(200)
      .optional(),
    /** The whole way in this order as the directions service measured it; without it the plan estimates. */
    measured: z
      .strictObject({ metres: z.int().min(0).max(100_000_000), seconds: z.int().min(0).max(10_000_000) })
      .nullable()
      .default(null),
  }),
  output: z.object({ id: z.int() }),
})

/** Enters or corrects a courier's number for an order that is on its way (ruling C-29). */
export const setVoucher = defineCommand('shipping.set-voucher', {
  right: shippingRights.plan,
  input: z.strictObject({ orderId: zId, voucher: zVoucher }),
  output: z.object({ orderId: z.int(), voucher: z.string() }),
})

/** Delivered, back to planning, or returned: what became of an order on the truck. */
export const closeDelivery = defineCommand('shipping.close-delivery', {
  right: shippingRights.drive,
  input: z.strictObject({
    orderId: zId,
    /** The round whose stop is meant, so that a press that comes late closes no stop of another. */
    shipmentId: zId.optional(),
    action: z.enum(['deliver', 'to-planning', 'return']),
    /** Needed for what is not delivered. */
    reasonCode: z.enum(DELIVERY_REASONS).optional(),
    /** A note in words; needed where the reason is `other`. */
    reason: zOptionalText(500),
    /** The lines of which less was left than ordered; the rest goes to an order of its own (ruling C-27). */
    delivered: z
      .array(z.strictObject({ lineNo: z.int().min(1), quantity: zQuantity }))
      .max(MOST_LINES)
      .optional(),
    proof: z.strictObject({ recipient: zOptionalText(100), signature: zSignature.nullable().default(null) }).optional(),
    doneAt: zDeviceMoment.optional(),
  }),
  output: z.object({ orderId: z.int(), status: z.string(), followUpOrderId: z.int().nullable() }),
})

/** A photo of a delivery: a JPEG as base64, small enough to wait on a phone. */
export const addDeliveryPhoto = defineCommand('shipping.add-delivery-photo', {
  right: shippingRights.drive,
  input: z.strictObject({
    orderId: zId,
    photo: z.base64().max(Math.ceil((MOST_PHOTO_BYTES * 4) / 3) + 4),
    takenAt: zDeviceMoment,
  }),
  output: z.object({ id: z.int() }),
})

/**
 * Lent pieces that a driver takes back at a door; never more than the loan balance. That what is not delivered yet lies on
 * a truck is for the page to know: the delivery may be told after the return, by another phone or by the office.
 */
export const takeBackLoans = defineCommand('shipping.take-back-loans', {
  right: shippingRights.drive,
  input: z.strictObject({
    customerId: zId,
    orderId: zId.optional(),
    /** Quantities of zero are left out (specification 1, section 5). */
    items: z
      .array(z.strictObject({ productId: zId, quantity: zQuantity }))
      .min(1)
      .max(200),
    note: zOptionalText(500),
    /** When it was done, by the phone: a driver whose order has left his round since then still tells of it. */
    doneAt: zDeviceMoment.optional(),
  }),
  output: z.object({ taken: z.int(), balance: zQuantity }),
})

/** How an order was handed over: reasons, names, signatures, photos; the newest first. */
export const deliveryProof = defineQuery('shipping.delivery-proof', {
  right: shippingRights.view,
  input: z.strictObject({ orderId: zId }),
  output: z.object({
    /** What became of the order on each truck it was on. */
    stops: z.array(
      z.object({
        shipmentId: z.int(),
        driver: z.string(),
        outcome: z.string().nullable(),
        /** When the office learned of it. */
        outcomeAt: z.string().nullable(),
        /** When it was at the door, by the driver's phone. */
        doneAt: z.string().nullable(),
        reasonCode: z.enum(DELIVERY_REASONS).nullable(),
        reason: z.string(),
      }),
    ),
    proofs: z.array(
      z.object({
        id: z.int(),
        recipient: z.string(),
        signature: zSignature.nullable(),
        signedAt: z.string(),
        userName: z.string(),
      }),
    ),
    photos: z.array(z.object({ id: z.int(), byteCount: z.int(), takenAt: z.string(), userName: z.string() })),
    /** The order whose rest this one carries, and the one that carries the rest of this. */
    followsOrderId: z.int().nullable(),
    followUpOrderIds: z.array(z.int()),
  }),
})

/** One photo of a delivery, for who may see the order. */
export const deliveryPhoto = defineQuery('shipping.delivery-photo', {
  right: shippingRights.view,
  input: z.strictObject({ id: zId }),
  output: zFileAnswer,
})

export const finishShipment = defineCommand('shipping.finish-shipment', {
  right: shippingRights.drive,
  input: z.strictObject({ id: zId }),
  output: z.object({ id: z.int(), status: z.enum(SHIPMENT_STATUSES) }),
})

const filters = { id: zText(20), name: zText(200), city: zText(100), postcode: zText(10) }
export const readyListInput = listInput(filters, ['expectedDelivery', 'id', 'name', 'city', 'postcode', 'total'])

export const zReadyRow = z.object({
  id: z.int(),
  name: z.string(),
  label: z.string(),
  address: z.string(),
  city: z.string(),
  postcode: z.string(),
  phone: z.string(),
  driverNote: z.string(),
  expectedDelivery: z.string().nullable(),
  lineCount: z.int(),
  total: z.int(),
  invoiceMode: z.string().nullable(),
})
export type ReadyRow = z.output<typeof zReadyRow>

/** Invoiced orders that wait for a truck. */
export const listReady = defineQuery('shipping.ready', {
  right: shippingRights.read,
  input: readyListInput,
  output: listOutput(zReadyRow),
})
export const countReady = defineQuery('shipping.ready-count', {
  right: shippingRights.read,
  input: readyListInput,
  output: countOutput,
})

/** Who drives and with what. */
export const shippingChoices = defineQuery('shipping.choices', {
  right: shippingRights.read,
  input: z.strictObject({}),
  output: z.object({
    drivers: z.array(z.object({ userId: z.int().nullable(), name: z.string() })),
    vehicles: z.array(z.string()),
    company: z.object({ name: z.string(), address: z.string(), placed: z.boolean() }),
  }),
})

const shipmentFilters = { status: z.enum(SHIPMENT_STATUSES), driver: zText(100) }
export const shipmentListInput = listInput(shipmentFilters, ['id', 'updated'])

export const zShipmentRow = z.object({
  id: z.int(),
  status: z.enum(SHIPMENT_STATUSES),
  driver: z.string(),
  driverType: z.string(),
  vehicle: z.string(),
  updated: z.string(),
  orders: z.int(),
  openOrders: z.int(),
})

const zListedShipment = zShipmentRow.extend({
  /** A courier's numbers for the parcels, one after another. */
  vouchers: z.string(),
})
export type ListedShipment = z.output<typeof zListedShipment>

/** Shipments of the office's lists. */
export const listShipments = defineQuery('shipping.list', {
  right: shippingRights.read,
  input: shipmentListInput,
  output: listOutput(zListedShipment),
})

export const zCard = z.object({
  id: z.int(),
  position: z.int(),
  status: z.string(),
  outcome: z.string().nullable(),
  customerId: z.int(),
  name: z.string(),
  label: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  postcode: z.string(),
  driverNote: z.string(),
  expectedDelivery: z.string().nullable(),
  lineCount: z.int(),
  total: z.int(),
  invoiceMode: z.string().nullable(),
  /** The loan balance of the customer: LOANS (n). What is on the way to him is in it (C-40). */
  loanBalance: z.int(),
  lines: z.array(
    z.object({
      lineNo: z.int(),
      productId: z.int(),
      name: z.string(),
      unit: z.string(),
      quantity: z.int(),
      /** What one costs and its VAT, so that a phone without a line can say what a part of it comes to. */
      salesPrice: z.int(),
      vat: z.int(),
    }),
  ),
  /** What the order lends, with the product it leaves with: the customer holds it once it is delivered. */
  lent: z.array(
    z.object({
      productId: z.int(),
      originProductId: z.int().nullable(),
      name: z.string(),
      unit: z.string(),
      quantity: zQuantity,
    }),
  ),
  /** Where it is on the map, when that is known. */
  lat: z.number().nullable(),
  lon: z.number().nullable(),
})
export type ShipmentCard = z.output<typeof zCard>
