/** Rights to products and to what they cost. */
import { defineRights, EVERY_ROLE, OFFICE } from '#kernel/rights.ts'

export const productsRights = defineRights('products', {
  read: { holders: [...OFFICE, 'section'], most: EVERY_ROLE },
  write: OFFICE,
  cost: OFFICE, // drivers and workshops never see costs (C-49)
})
