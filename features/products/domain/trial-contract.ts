/** Declares the query for a trial cost: what a product would cost with other prices of its materials. */
import { z } from 'zod'
import { defineQuery, zId } from '#kernel/contract.ts'
import { zPrice, zQuantity, zRate, zUnitPrice } from '#kernel/money.ts'
import { plainFields, zPhoto } from './fields.ts'
import { UNITS, USAGE_TYPES } from './product.ts'
import { productsRights } from './rights.ts'

const zMargin = plainFields.costMargin

/** The highest number of prices, and of margins, in one trial. */
const MOST_TRIALS = 100

/**
 * Returns the cost of a product by step and material. Trial prices and margins replace the stored ones. Nothing is
 * stored. A material made here has its stored cost, unless the trial changes something below it.
 */
export const trialCost = defineQuery('products.trial-cost', {
  right: productsRights.cost,
  input: z.strictObject({
    productId: zId,
    costs: z
      .array(z.strictObject({ productId: zId, cost: zPrice }))
      .max(MOST_TRIALS)
      .default([]),
    margins: z
      .array(z.strictObject({ productId: zId, margin: zMargin }))
      .max(MOST_TRIALS)
      .default([]),
  }),
  output: z.object({
    product: z.object({
      id: z.int(),
      name: z.string(),
      sku: z.string(),
      provsku: z.string(),
      epsilonCode: z.string(),
      barcode: z.string(),
      category: z.string(),
      description: z.string(),
      photos: z.array(zPhoto),
      unit: z.enum(UNITS),
      usageType: z.enum(USAGE_TYPES),
      salesPrice: zUnitPrice,
      /** The stored cost. */
      cost: zUnitPrice,
      /** True if the cost is computed from the materials. */
      computed: z.boolean(),
    }),
    /** The margin used. */
    margin: zRate,
    storedMargin: zRate,
    /** The cost of all materials, before the margin. */
    materialsSum: zUnitPrice,
    /** The cost of one unit with the margin. */
    total: zUnitPrice,
    steps: z.array(
      z.object({
        seq: z.int(),
        section: z.string(),
        sum: zUnitPrice,
        materials: z.array(
          z.object({
            materialId: z.int(),
            name: z.string(),
            sku: z.string(),
            /** The unit of the material, for which its cost is. */
            materialUnit: z.enum(UNITS),
            usageType: z.enum(USAGE_TYPES),
            quantity: zQuantity,
            /** The unit of the quantity. */
            unit: z.enum(UNITS),
            storedCost: zUnitPrice,
            /** The cost of one unit in this trial. */
            cost: zUnitPrice,
            sum: zUnitPrice,
            /** True if the material has materials of its own. */
            made: z.boolean(),
          }),
        ),
      }),
    ),
  }),
})
export type TrialCost = z.output<typeof trialCost.output>
