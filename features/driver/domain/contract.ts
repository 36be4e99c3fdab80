/** Names, inputs and outputs of what joins orders, shipping and payments. */
import { z } from 'zod'
import { cashCarried } from '#features/payments/domain/contract.ts'
import { zCard, zShipmentRow } from '#features/shipping/domain/contract.ts'
import { shippingRights } from '#features/shipping/domain/rights.ts'
import { defineQuery } from '#kernel/contract.ts'
import { zCents, zQuantity } from '#kernel/money.ts'

/** The most rounds that one phone takes along; the office sees all drivers' rounds here. */
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
   * What is lent to the customer, product by product: the balance and what of it the customer holds, which is less by
   * what is packed for him and not delivered yet. None of which both are zero.
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

/** Everything a driver needs for his day, in one answer that the phone keeps: open rounds, their orders, the customers. */
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
          /** Worked out from straight lines, by no directions service. */
          estimated: z.boolean(),
        }),
        orders: z.array(zCard),
        /** What comes back on the truck besides whole orders: parts that were not left, and lent pieces taken back. */
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
    /** Idempotency keys of what this person did lately and this answer contains: the phone does not count it again. */
    doneKeys: z.array(z.string()),
  }),
})
export type DriverDay = z.output<typeof driverDay.output>
