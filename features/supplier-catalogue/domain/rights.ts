/** Rights to inbound invoices and requests. Their prices are what goods cost, so only the office holds them (C-49). */
import { defineRights, OFFICE } from '#kernel/rights.ts'

export const purchasesRights = defineRights('purchases', {
  read: OFFICE,
  write: OFFICE,
  cancel: OFFICE,
})
