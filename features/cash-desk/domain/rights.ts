/** Rights to the cash desk. */
import { defineRights, OFFICE } from '#kernel/rights.ts'

export const cashDeskRights = defineRights('cash-desk', {
  read: OFFICE,
  /** Count and close the till, and bring cash to the bank. */
  close: OFFICE,
  /** Reopen a closed day, and see the expected amount before the count. */
  reopen: ['admin'],
})
