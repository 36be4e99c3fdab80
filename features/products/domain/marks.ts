/** What the lists of products and materials can be asked for, and the figures that they show of the stock. */
import { z } from 'zod'
import { defineQuery } from '#kernel/contract.ts'
import { zCents, zQuantity } from '#kernel/money.ts'
import { productsRights } from './rights.ts'

/**
 * What holds for a product:
 * - `low`: less is free and on its way than its reorder point says,
 * - `promised`, `free`, `incoming`: there is such a quantity,
 * - `belowMargin`: its lowest sale price leaves less than the least margin of the company, or less than its cost,
 * - `withoutRecipe`: it is made here, and nothing says of what. A product with a SKU of a supplier is bought,
 * - `withoutCode`: it has no code of goods that is valid today. A service needs none.
 */
export const PRODUCT_MARKS = [
  'low',
  'promised',
  'free',
  'incoming',
  'belowMargin',
  'withoutRecipe',
  'withoutCode',
] as const
export type ProductMark = (typeof PRODUCT_MARKS)[number]

/** The page that lists what is running out, with what is on its way. */
export const RUNNING_OUT_PAGE = '/products?f.marks=low'

/** The marks that need somebody, which a row shows. The others say the same as its figures. */
export const MARKS_TO_ACT = ['low', 'belowMargin', 'withoutRecipe'] as const satisfies readonly ProductMark[]

/** A filter by marks. All of them must hold. */
export const zMarks = z.array(z.enum(PRODUCT_MARKS)).min(1).max(PRODUCT_MARKS.length)

/** The figures of a row. The value and the mark `belowMargin` are left out for people without the right to see costs (C-49). */
export const goodsFigures = {
  promised: zQuantity,
  free: zQuantity,
  incoming: zQuantity,
  /** The stock at cost. */
  value: zCents.nullable(),
  marks: z.array(z.enum(MARKS_TO_ACT)),
}

/** Returns how many products, or only materials, have each mark. Marks that the person may not see are left out. */
export const countMarks = defineQuery('products.count-marks', {
  right: productsRights.read,
  input: z.strictObject({ materials: z.boolean().default(false) }),
  output: z.object({ counts: z.partialRecord(z.enum(PRODUCT_MARKS), z.int()) }),
})
