/** Rights to the stock. */
import { defineRights, EVERY_ROLE, OFFICE } from '#kernel/rights.ts'

export const stockRights = defineRights('stock', {
  read: { holders: [...OFFICE, 'section'], most: EVERY_ROLE },
  adjust: { holders: OFFICE, most: [...OFFICE, 'section'] },
  belowZero: OFFICE,
})
