/** Declares the trial of new prices of materials, and the command that stores them. */
import { z } from 'zod'
import { ORDER_STATUSES } from '#features/orders/domain/order.ts'
import { UNITS } from '#features/products/domain/product.ts'
import { productsRights } from '#features/products/domain/rights.ts'
import { defineCommand, defineQuery, zId, zRefusal } from '#kernel/contract.ts'
import { LIMITS, zCents, zPrice, zRate, zRateBetween, zUnitPrice } from '#kernel/money.ts'
import { LEAST_PERCENT } from './typed-price.ts'

/** The highest number of materials in one trial. */
export const MOST_PRICES = 50
/** A trial shows this many products at first, and at most. The figures count all of them. */
export const FIRST_PRODUCTS = 30
export const MOST_PRODUCTS = 1_000
/** A trial names at most this many offers and orders. The figure counts all of them. */
export const MOST_ORDERS = 50

const zPercent = zRateBetween(LEAST_PERCENT, LIMITS.rate)

/** A new price, or the percentage by which the stored one changes. */
const zPrices = z
  .array(
    z.strictObject({
      productId: zId,
      change: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('price'), price: zPrice }),
        z.strictObject({ kind: z.literal('percent'), percent: zPercent }),
      ]),
    }),
  )
  .min(1)
  .max(MOST_PRICES)

const zMaterial = z.object({
  id: z.int(),
  name: z.string(),
  sku: z.string(),
  unit: z.enum(UNITS),
  oldCost: zUnitPrice,
  /** The new cost, or the stored one if the material is closed. */
  newCost: zUnitPrice,
  /** Why its cost cannot be changed, or null. */
  closed: zRefusal.nullable(),
})

const zProduct = z.object({
  id: z.int(),
  name: z.string(),
  sku: z.string(),
  oldCost: zUnitPrice,
  newCost: zUnitPrice,
  /** The lowest sale price; null for a product that is not sold. */
  price: zUnitPrice.nullable(),
  oldMargin: zRate.nullable(),
  newMargin: zRate.nullable(),
  wasBelow: z.boolean(),
  isBelow: z.boolean(),
})
export type TrialProduct = z.output<typeof zProduct>

const zLosingOrder = z.object({
  id: z.int(),
  status: z.enum(ORDER_STATUSES),
  name: z.string(),
  /** How many of its lines would cost more than they earn, and what they lose together. */
  lines: z.int(),
  loss: zCents,
  /** The lines that lose most. */
  worst: z.array(z.object({ name: z.string(), price: zUnitPrice, cost: zUnitPrice })),
})
export type LosingOrder = z.output<typeof zLosingOrder>

/** Returns what new prices of materials would change. Stores nothing. */
export const tryPrices = defineQuery('what-if.trial', {
  right: productsRights.cost,
  input: z.strictObject({ prices: zPrices, products: z.int().min(1).max(MOST_PRODUCTS).default(FIRST_PRODUCTS) }),
  output: z.object({
    materials: z.array(zMaterial),
    /** All products whose cost changes, with the materials themselves. */
    dearer: z.int(),
    cheaper: z.int(),
    /** The products of the dearer ones that are below the least margin then. */
    below: z.int(),
    least: zRate,
    products: z.array(zProduct),
    /** The open offers and orders that would lose money; null for people who may not see orders. */
    losing: z.object({ count: z.int(), orders: z.array(zLosingOrder) }).nullable(),
    /** Identifies what is shown of the products. The command takes it. */
    mark: z.string(),
  }),
})
export type PriceTrial = z.output<typeof tryPrices.output>

/**
 * Stores the new prices of a trial and the costs of all products above, in one transaction. It is refused as a conflict if it
 * would change anything else than the trial with this mark showed.
 */
export const changeCosts = defineCommand('what-if.change-costs', {
  right: productsRights.write,
  input: z.strictObject({ prices: zPrices, mark: z.string().max(100) }),
  output: z.object({ changed: z.int() }),
})

/** Returns the materials whose price a person changed last, newest first. */
export const latestPrices = defineQuery('what-if.latest', {
  right: productsRights.cost,
  input: z.strictObject({}),
  output: z.object({
    rows: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        sku: z.string(),
        unit: z.enum(UNITS),
        cost: zUnitPrice,
        oldCost: zUnitPrice,
        newCost: zUnitPrice,
        at: z.string(),
        userName: z.string(),
      }),
    ),
  }),
})
