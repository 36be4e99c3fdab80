/** Declares the names, inputs and outputs of the driver's page, which joins orders, shipping and payments. */
import { z } from 'zod'
import { cashCarried, zCashParty } from '#features/payments/domain/contract.ts'
import { zCard, zShipmentRow } from '#features/shipping/domain/contract.ts'
import { shippingRights } from '#features/shipping/domain/rights.ts'
import { MOST_STOPS } from '#features/shipping/domain/shipment.ts'
import { defineCommand, defineQuery, zDeviceMoment, zId } from '#kernel/contract.ts'
import { zCents, zQuantity } from '#kernel/money.ts'

/** The maximum number of shipments in one answer, the newest ones. The office receives the shipments of all drivers. */
export const MOST_SHIPMENTS = 40

const zGoods = z.object({ productId: z.int(), name: z.string(), unit: z.string(), quantity: zQuantity })
export type Goods = z.output<typeof zGoods>

const zStopCustomer = z.object({
  id: z.int(),
  name: z.string(),
  label: z.string(),
  phone: z.string(),
  phone2: z.string(),
  /** Phones may still keep an earlier answer without it. */
  email: z.string().optional(),
  address: z.string(),
  city: z.string(),
  postcode: z.string(),
  /** What the customer owes. */
  balance: zCents,
  /** What the law of cash needs to know. Phones may still keep an earlier answer without it. */
  cash: zCashParty.optional(),
  lastPayment: z.object({ id: z.int(), date: z.string(), amount: zCents }).nullable(),
  /**
   * The loan balance by product, and the part that the customer holds. The held part excludes items that are packed but
   * not delivered. Products with both at zero are left out.
   */
  loans: z.array(zGoods.extend({ held: zQuantity })),
  /**
   * The loan balance of the customer (C-40). It includes items without a known product, which `loans` leaves out. Phones
   * may still keep an earlier answer without it.
   */
  loanBalance: zQuantity.optional(),
})
export type StopCustomer = z.output<typeof zStopCustomer>

const zUndelivered = z.object({
  orderId: z.int(),
  name: z.string(),
  lines: z.array(z.object({ name: z.string(), unit: z.string(), quantity: zQuantity })),
})
/** The part of an order that was not delivered. */
export type Undelivered = z.output<typeof zUndelivered>

/**
 * Returns everything that a driver needs for a day, for the device to store: open shipments, orders, customers and
 * cash.
 */
export const driverDay = defineQuery('operations.driver-day', {
  right: shippingRights.drive,
  input: z.strictObject({}),
  output: z.object({
    /** The open shipments. Phones store this name. */
    rounds: z.array(
      z.object({
        shipment: zShipmentRow.extend({
          extra: z.string(),
          distance: z.int().nullable(),
          duration: z.int().nullable(),
          /** True if the distances are estimated from straight lines, without a directions service. */
          estimated: z.boolean(),
          /** When the vehicle left. A phone may still keep an earlier answer without it. */
          departedAt: z.string().nullable().optional(),
        }),
        orders: z.array(zCard),
        /**
         * What the vehicle brings back besides whole orders: in `rests` the parts of orders that were not delivered, in
         * `loans` the lent items that were taken back. Phones store these names.
         */
        back: z.object({ rests: z.array(zUndelivered), loans: z.array(zGoods) }),
      }),
    ),
    customers: z.array(zStopCustomer),
    cash: cashCarried.output,
    /**
     * The person's payments of the last hour by card and cheque, which are not carried as cash. A phone that undoes a
     * press adds them to the balance again. It may still keep an earlier answer without them.
     */
    notCarried: z
      .array(z.object({ customerId: z.int(), orderId: z.int().nullable(), amount: zCents, doneAt: z.string() }))
      .optional(),
    company: z.object({
      name: z.string(),
      address: z.string(),
      place: z.tuple([z.number(), z.number()]).nullable(),
      /** How long the driver stays at each stop. A phone may still keep an earlier answer without it. */
      stopMinutes: z.int().optional(),
    }),
    /**
     * The idempotency keys of this person's recent actions that this answer includes, so that the phone does not count
     * these actions again.
     */
    doneKeys: z.array(z.string()),
  }),
  // drivers hear nothing of products: what they deliver is in the orders
  about: () => ({ products: false }),
})
export type DriverDay = z.output<typeof driverDay.output>

/**
 * Undoes a wrong press at the door: the orders that it closed are on their way again, and the payment taken with it is
 * cancelled. Possible for ten minutes after the press, while nothing else followed.
 */
export const undoPress = defineCommand('driver.undo-press', {
  right: shippingRights.drive,
  input: z.strictObject({
    orderIds: z.array(zId).min(1).max(MOST_STOPS),
    /** The shipment in which the orders were closed. */
    shipmentId: zId,
    /** When the orders were closed, by the clock of the phone: `doneAt` of the closings. */
    pressedAt: zDeviceMoment,
    /** When the press was undone, by the same clock. */
    doneAt: zDeviceMoment,
  }),
  output: z.object({ orderIds: z.array(z.int()) }),
})
