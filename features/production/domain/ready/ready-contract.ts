/** Declares the earliest day on which an order can be ready, and the open orders that will be late. */
import { z } from 'zod'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { MOST_LINES } from '#features/products/domain/contract.ts'
import { defineQuery, zId } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zPositiveQuantity, zQuantity } from '#kernel/money.ts'
import { productionRights } from '../rights.ts'

/** The most orders that the list of late orders examines, and thus shows. Those with the earliest delivery come first. */
export const MOST_EXAMINED = 150

/** One thing that takes time, as the rule `ready-day.ts` found it. */
const zReadyLink = z.object({
  kind: z.enum(['coming', 'buy', 'step', 'no-recipe']),
  product: z.string(),
  unit: z.string(),
  quantity: zQuantity,
  /** The section of a step. */
  section: z.string().nullable(),
  /** What brings goods that are on their way. */
  from: z.enum(['task', 'request']).nullable(),
  /** Null if it is not known. */
  day: zDay.nullable(),
  /** True for a step that begins later because its section is full. */
  waited: z.boolean(),
})
export type ShownLink = z.output<typeof zReadyLink>

const zReady = z.object({
  /** The earliest day; null if it is not known. */
  day: zDay.nullable(),
  /** What the day follows from, each thing after the one that it waits for; empty if everything lies on the shelf. */
  chain: z.array(zReadyLink),
  /** What is not known, so that there is no day. */
  unknown: z.array(zReadyLink),
})
export type Ready = z.output<typeof zReady>

/** Returns the earliest day on which goods can be ready for an order that is being typed. */
export const readyDayOf = defineQuery('production.ready-day', {
  right: ordersRights.write,
  input: z.strictObject({
    /** What the order sells and lends. */
    goods: z
      .array(z.strictObject({ productId: zId, quantity: zPositiveQuantity }))
      .min(1)
      .max(2 * MOST_LINES),
    /** The order that is being changed, or none for a new one. */
    orderId: zId.optional(),
  }),
  output: zReady,
})

const zLateOrder = z.object({
  orderId: z.int(),
  customer: z.string(),
  delivery: zDay,
  /** The earliest day that the person was told when the delivery was decided; null if nobody was told. */
  told: zDay.nullable(),
  /** The number of days by which it will be late; null if the day is not known. */
  days: z.int().nullable(),
  ready: zReady,
})
export type LateOrder = z.output<typeof zLateOrder>

/**
 * Returns the open orders with too little stock that cannot be ready on their day of delivery by the present plan, the earliest
 * delivery first. Goods go to the orders in the order of their delivery.
 */
export const lateOrders = defineQuery('production.late-orders', {
  right: productionRights.write,
  input: z.strictObject({}),
  output: z.object({
    rows: z.array(zLateOrder),
    /** True if later orders were not examined. */
    more: z.boolean(),
  }),
})
