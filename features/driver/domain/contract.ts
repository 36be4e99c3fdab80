/** Declares the names, inputs and outputs of the driver's page, which joins orders, shipping and payments. */
import { z } from 'zod'
import { cashCarried } from '#features/payments/domain/contract.ts'
import { zCard, zShipmentRow } from '#features/shipping/domain/contract.ts'
import { shippingRights } from '#features/shipping/domain/rights.ts'
import { defineQuery } from '#kernel/contract.ts'
import { zCents, zQuantity } from '#kernel/money.ts'

/** The highest number of shipments in one answer. The office receives the shipments of all drivers. */
export const MOST_ROUNDS = 40

const zGoods = z.object({ productId: z.int(), name: z.string(), unit: z.string(), quantity: zQuantity })
export type Goods = z.output<typeof zGoods>

const zStopCustomer = z.object({
  id: z.int(),
  name: z.string(),
  label: z.string(),
  phone: z.string(),
  phone2: z.string(),
  address: z.string(),
  city: z.string(),
  postcode: z.string(),
  /** What the customer owes. */
  balance: zCents,
  lastPayment: z.object({ id: z.int(), date: z.string(), amount: zCents }).nullable(),
  /**
   * The loan balance by product, and the part that the customer holds. The held part excludes items that are packed but
   * not delivered. Products with both at zero are left out.
   */
  loans: z.array(zGoods.extend({ held: zQuantity })),
})
export type StopCustomer = z.output<typeof zStopCustomer>

const zRest = z.object({
  orderId: z.int(),
  name: z.string(),
  lines: z.array(z.object({ name: z.string(), unit: z.string(), quantity: zQuantity })),
})
export type Rest = z.output<typeof zRest>

/**
 * Returns everything that a driver needs for a day, for the device to store: open shipments, orders, customers and
 * cash.
 */
export const driverDay = defineQuery('operations.driver-day', {
  right: shippingRights.drive,
  input: z.strictObject({}),
  output: z.object({
    rounds: z.array(
      z.object({
        shipment: zShipmentRow.extend({
          extra: z.string(),
          distance: z.int().nullable(),
          duration: z.int().nullable(),
          /** True if the distances are estimated from straight lines, without a directions service. */
          estimated: z.boolean(),
        }),
        orders: z.array(zCard),
        /**
         * What comes back in the vehicle besides whole orders: undelivered parts of orders, and lent items taken back.
         */
        back: z.object({ rests: z.array(zRest), loans: z.array(zGoods) }),
      }),
    ),
    customers: z.array(zStopCustomer),
    cash: cashCarried.output,
    company: z.object({
      name: z.string(),
      address: z.string(),
      place: z.tuple([z.number(), z.number()]).nullable(),
    }),
    /**
     * Idempotency keys of this person's recent actions that this answer includes, so that the phone does not count them
     * again.
     */
    doneKeys: z.array(z.string()),
  }),
})
export type DriverDay = z.output<typeof driverDay.output>
