/** Rights to products and to what they cost. */
import { defineRights, OFFICE } from '#kernel/rights.ts'

export const productsRights = defineRights('products', {
  read: [...OFFICE, 'section'],
  write: OFFICE,
  cost: OFFICE,
})
