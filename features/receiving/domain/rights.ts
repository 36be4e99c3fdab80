/** Rights to the delivery notes of others. They have no prices. Whoever enters supplier invoices holds them (C-49, C-86). */
import { defineRights, OFFICE } from '#kernel/rights.ts'

export const receivingRights = defineRights('receiving', {
  read: OFFICE,
  answer: OFFICE,
})
