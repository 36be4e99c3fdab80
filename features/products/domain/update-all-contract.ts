/** Declares how a changed material is carried into all recipes that use it, with a preview. */
import { z } from 'zod'
import { defineCommand, defineQuery, zAsWritten, zId, zRefusal, zVersion } from '#kernel/contract.ts'
import { zPositiveQuantity, zQuantity, zUnitPrice } from '#kernel/money.ts'
import { zProductPatch } from './contract.ts'
import { UNITS } from './product.ts'
import { productsRights } from './rights.ts'

/** More products than this are not shown and changed at once. The others follow in the next preview. */
export const MOST_CARRIED = 1_000

const zLine = z.strictObject({ materialId: zId, quantity: zPositiveQuantity, unit: z.enum(UNITS) })
const zReplacements = z
  .array(z.strictObject({ from: zLine, to: zLine }))
  .min(1)
  .max(50)

const zShownLine = z.object({ name: z.string(), quantity: zQuantity, unit: z.enum(UNITS) })

/**
 * Returns every other product that uses a changed material, with what would change, also by the other `changes` of the
 * product. With `after` it returns the products after that id. Stores nothing.
 */
export const previewUpdateAll = defineQuery('products.preview-update-all', {
  right: productsRights.write,
  input: z.strictObject({ id: zId, changes: zProductPatch, replacements: zReplacements, after: zId.optional() }),
  output: z.object({
    rows: z.array(
      z.object({
        id: z.int(),
        version: z.int(),
        name: z.string(),
        sku: z.string(),
        /** The lines that change. `differs`: it had another quantity than the changed line. */
        lines: z.array(z.object({ from: zShownLine, to: zShownLine, differs: z.boolean() })),
        /** The cost before and after; null for people who may not see costs. */
        oldCost: zUnitPrice.nullable(),
        newCost: zUnitPrice.nullable(),
        /** Why the product cannot be changed, or null. */
        refusal: zRefusal.nullable(),
      }),
    ),
    /** The id after which the next preview continues; null if this is the last one. */
    next: z.int().nullable(),
  }),
})
export type CarriedRow = z.output<typeof previewUpdateAll.output>['rows'][number]

/**
 * Saves a product and carries its changed materials into the chosen products, all in one transaction. A product that
 * changed since the preview, or that would be made of itself, is refused by name, and the others are changed.
 */
export const updateAll = defineCommand('products.update-all', {
  right: productsRights.write,
  input: z.strictObject({
    id: zId,
    version: zVersion,
    changes: zProductPatch,
    asWritten: zAsWritten,
    replacements: zReplacements,
    products: z.array(z.strictObject({ id: zId, version: zVersion })).max(MOST_CARRIED),
  }),
  output: z.object({
    version: z.int(),
    changed: z.int(),
    refused: z.array(z.object({ id: z.int(), name: z.string(), refusal: zRefusal })),
  }),
})
