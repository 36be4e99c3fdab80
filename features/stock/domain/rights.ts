/** Rights to the stock. */
import { defineRights, OFFICE } from '#kernel/rights.ts'

export const stockRights = defineRights('stock', {
  read: [...OFFICE, 'section'],
  adjust: OFFICE,
  belowZero: OFFICE,
})
