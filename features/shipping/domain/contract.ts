/** Declares the names, inputs and outputs of planning shipments and of closing deliveries. */
import { z } from 'zod'
import { MOST_LINES } from '#features/products/domain/contract.ts'
import {
  countOutput,
  defineCommand,
  defineQuery,
  listInput,
  listOutput,
  sumsOutput,
  zDeviceMoment,
  zFileAnswer,
  zId,
  zOptionalText,
  zText,
} from '#kernel/contract.ts'
import { zCents, zQuantity } from '#kernel/money.ts'
import { zTakenPhoto } from '#kernel/photo.ts'
import { CASH_WARNINGS } from '#kernel/tax/cash-limit.ts'
import { DELIVERY_REASONS, zSignature } from './delivery.ts'
import { shippingRights } from './rights.ts'
import { DRIVER_TYPES, MOST_STOPS, SHIPMENT_STATUSES } from './shipment.ts'

const zVoucher = zText(60)

export const planShipment = defineCommand('shipping.plan-shipment', {
  right: shippingRights.plan,
  input: z.strictObject({
    /** The orders in driving order. */
    orderIds: z.array(zId).min(1).max(MOST_STOPS),
    driverType: z.enum(DRIVER_TYPES),
    /** The account of the driver. Couriers and people without an account have only a name. */
    driverUserId: zId.nullable().default(null),
    driver: zText(100),
    vehicle: zText(50).default(''),
    extra: zText(1000).default(''),
    /** The voucher of each parcel. An order that is not listed has none. */
    vouchers: z
      .array(z.strictObject({ orderId: zId, voucher: zVoucher }))
      .max(MOST_STOPS)
      .optional(),
    /** Distance and duration of the route in this order, by the directions service. Without them they are estimated. */
    measured: z
      .strictObject({ metres: z.int().min(0).max(100_000_000), seconds: z.int().min(0).max(10_000_000) })
      .nullable()
      .default(null),
  }),
  output: z.object({ id: z.int() }),
})

/** Enters or corrects a voucher of an order that is on its way (C-29). */
export const setVoucher = defineCommand('shipping.set-voucher', {
  right: shippingRights.plan,
  input: z.strictObject({ orderId: zId, voucher: zVoucher }),
  output: z.object({ orderId: z.int(), voucher: z.string() }),
})

/** Closes the delivery of an order: delivered, back to planning, or returned. */
export const closeDelivery = defineCommand('shipping.close-delivery', {
  right: shippingRights.drive,
  input: z.strictObject({
    orderId: zId,
    /** The shipment of the stop, so that a late action does not close the stop of another shipment. */
    shipmentId: zId.optional(),
    action: z.enum(['deliver', 'to-planning', 'return']),
    /** Required if the order is not delivered. */
    reasonCode: z.enum(DELIVERY_REASONS).optional(),
    /** A note. It is required if the reason is `other`. */
    reason: zOptionalText(500),
    /** The lines of which less than ordered was delivered. What is missing becomes a follow-up order (C-27). */
    delivered: z
      .array(z.strictObject({ lineNo: z.int().min(1), quantity: zQuantity }))
      .max(MOST_LINES)
      .optional(),
    proof: z.strictObject({ recipient: zOptionalText(100), signature: zSignature.nullable().default(null) }).optional(),
    doneAt: zDeviceMoment.optional(),
  }),
  output: z.object({ orderId: z.int(), status: z.string(), followUpOrderId: z.int().nullable() }),
})

/**
 * Puts the stops of an open shipment into the driver's order. The named stops share the positions that they have; closed
 * ones and all others keep theirs.
 */
export const reorderStops = defineCommand('shipping.reorder-stops', {
  right: shippingRights.drive,
  input: z.strictObject({ shipmentId: zId, orderIds: z.array(zId).min(1).max(MOST_STOPS) }),
  output: z.object({ shipmentId: z.int() }),
})

/** Adds a photo of a delivery: a JPEG as base64, small enough to be stored on a phone. */
export const addDeliveryPhoto = defineCommand('shipping.add-delivery-photo', {
  right: shippingRights.drive,
  input: z.strictObject({
    orderId: zId,
    photo: zTakenPhoto,
    takenAt: zDeviceMoment,
  }),
  output: z.object({ id: z.int() }),
})

/**
 * Books lent items that a driver takes back at a stop, up to the loan balance. The server cannot check which items are
 * not delivered yet, because the delivery may be reported later by another device. The page checks that.
 */
export const takeBackLoans = defineCommand('shipping.take-back-loans', {
  right: shippingRights.drive,
  input: z.strictObject({
    customerId: zId,
    orderId: zId.optional(),
    /** Quantities of zero are ignored (specification 1, section 5). */
    items: z
      .array(z.strictObject({ productId: zId, quantity: zQuantity }))
      .min(1)
      .max(200),
    note: zOptionalText(500),
    /** The time of the phone. A driver may still report what they did before the order left their shipment. */
    doneAt: zDeviceMoment.optional(),
  }),
  output: z.object({ taken: z.int(), balance: zQuantity }),
})

/** Returns how an order was handed over: reasons, names, signatures and photos, newest first. */
export const deliveryProof = defineQuery('shipping.delivery-proof', {
  right: shippingRights.view,
  input: z.strictObject({ orderId: zId }),
  output: z.object({
    /** The outcome of the order in each shipment that it was in. */
    stops: z.array(
      z.object({
        shipmentId: z.int(),
        driver: z.string(),
        /** True if the shipment belongs to the account of an active driver, who closes the order on the driver's page. */
        hasAccount: z.boolean(),
        outcome: z.string().nullable(),
        /** When the server recorded the outcome. */
        outcomeAt: z.string().nullable(),
        /** When the outcome happened, by the driver's phone. */
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
  }),
  about: ({ orderId }) => ({ orders: orderId }),
})

/** Returns one photo of a delivery, for people who may see the order. */
export const deliveryPhoto = defineQuery('shipping.delivery-photo', {
  right: shippingRights.view,
  input: z.strictObject({ id: zId }),
  output: zFileAnswer,
})

/** Finishes a shipment whose orders are all closed. */
export const finishShipment = defineCommand('shipping.finish-shipment', {
  right: shippingRights.drive,
  input: z.strictObject({ id: zId }),
  output: z.object({ id: z.int(), status: z.enum(SHIPMENT_STATUSES) }),
})

const filters = { id: zText(20), name: zText(200), city: zText(100), postcode: zText(10) }
export const readyListInput = listInput(filters, ['expectedDelivery', 'id', 'name', 'city', 'postcode', 'total'])

export const zReadyRow = z.object({
  id: z.int(),
  customerId: z.int(),
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

/** Returns invoiced orders that wait for a shipment. */
export const listReady = defineQuery('shipping.ready', {
  right: shippingRights.read,
  input: readyListInput,
  output: listOutput(zReadyRow),
})
/** Sums the totals of all orders that wait for a vehicle. */
export const sumReady = defineQuery('shipping.ready-sums', {
  right: shippingRights.read,
  input: readyListInput,
  output: sumsOutput,
})
export const countReady = defineQuery('shipping.ready-count', {
  right: shippingRights.read,
  input: readyListInput,
  output: countOutput,
})

/** Returns the drivers and vehicles to choose from, and the company where routes start and end. */
export const shippingChoices = defineQuery('shipping.choices', {
  right: shippingRights.read,
  input: z.strictObject({}),
  output: z.object({
    drivers: z.array(z.object({ userId: z.int().nullable(), name: z.string() })),
    vehicles: z.array(z.string()),
    /** The shipments of own drivers that take further orders, newest first. */
    open: z.array(z.object({ id: z.int(), driver: z.string(), driverUserId: z.int().nullable(), vehicle: z.string() })),
    company: z.object({ name: z.string(), address: z.string(), placed: z.boolean() }),
  }),
})

const shipmentFilters = { status: z.enum(SHIPMENT_STATUSES), driver: zText(100) }
const shipmentListInput = listInput(shipmentFilters, ['id', 'updated'])

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
  /** The vouchers of the parcels, one after another. */
  vouchers: z.string(),
})
export type ListedShipment = z.output<typeof zListedShipment>

/** Returns shipments for the lists of the office. */
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
  /** When the stop was closed, by the phone that closed it. A phone may still keep an earlier answer without it. */
  closedAt: z.string().nullable().optional(),
  customerId: z.int(),
  name: z.string(),
  label: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  postcode: z.string(),
  driverNote: z.string(),
  expectedDelivery: z.string().nullable(),
  /** The hours in which the customer receives goods, as text. A phone may still keep an earlier answer without it. */
  hours: z.string().optional(),
  lineCount: z.int(),
  /** The number of parcels. Phones may still keep an earlier answer without it. */
  parcels: z.int().optional(),
  total: z.int(),
  /** What the law says of cash on the invoice. A phone may still keep an earlier answer without it. */
  cashLimit: z.enum(CASH_WARNINGS).nullable().optional(),
  invoiceMode: z.string().nullable(),
  /** The loan balance of the customer: LOANS (n). It includes items on the way to the customer (C-40). */
  loanBalance: z.int(),
  lines: z.array(
    z.object({
      lineNo: z.int(),
      productId: z.int(),
      name: z.string(),
      unit: z.string(),
      quantity: z.int(),
      /** The figures of the line, so that an offline phone can split it as the server does. */
      salesPrice: z.int(),
      vat: z.int(),
      total: z.int(),
      vatAmount: z.int(),
      /** True for a service. A day stored by an earlier version of the page does not say it. */
      service: z.boolean().optional(),
    }),
  ),
  /**
   * What issued credit notes took back of each line, in their order. The customer does not owe it. A day stored by an earlier version of
   * the page does not say it.
   */
  credits: z.array(z.object({ lineNo: z.int(), quantity: zQuantity, net: zCents, vat: zCents })).optional(),
  /** The loans of the order, each with the product it leaves with. The customer holds them after the delivery. */
  lent: z.array(
    z.object({
      productId: z.int(),
      originProductId: z.int().nullable(),
      name: z.string(),
      unit: z.string(),
      quantity: zQuantity,
    }),
  ),
  /** The place of the address on the map, if it is known. */
  lat: z.number().nullable(),
  lon: z.number().nullable(),
})
export type ShipmentCard = z.output<typeof zCard>
