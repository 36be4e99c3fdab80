/** Rights to payments. */
import { defineRights, OFFICE } from '#kernel/rights.ts'

export const paymentsRights = defineRights('payments', {
  read: OFFICE,
  write: OFFICE,
  collect: [...OFFICE, 'driver'],
})
