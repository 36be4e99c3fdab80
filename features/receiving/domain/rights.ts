/** Rights to the delivery notes of others. They have no prices. Roles that enter supplier invoices hold them (C-49, C-86). */
import { defineRights, OFFICE } from '#kernel/rights.ts'

export const receivingRights = defineRights('receiving', {
  read: OFFICE,
  answer: OFFICE,
})
