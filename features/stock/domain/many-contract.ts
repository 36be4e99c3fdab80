/** Declares how the stock of many products is adjusted at once. */
import { z } from 'zod'
import { MOST_MANY } from '#features/products/domain/many/contract.ts'
import { defineCommand, zId, zText } from '#kernel/contract.ts'
import { zQuantity, zQuantityFromZero } from '#kernel/money.ts'
import { stockRights } from './rights.ts'

/**
 * Sets the stock of products to new quantities with one reason, all or none. It refuses if the stock of one of them moved
 * after the person saw it.
 */
export const adjustMany = defineCommand('stock.adjust-many', {
  right: stockRights.adjust,
  input: z.strictObject({
    reason: zText(500).pipe(z.string().min(1)),
    products: z
      .array(
        z.strictObject({
          productId: zId,
          /** The stock that the person saw. */
          shown: zQuantity,
          newStock: zQuantityFromZero,
        }),
      )
      .min(1)
      .max(MOST_MANY)
      .refine((products) => new Set(products.map(({ productId }) => productId)).size === products.length),
  }),
  output: z.object({ changed: z.int() }),
})
