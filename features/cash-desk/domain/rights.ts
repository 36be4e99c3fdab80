/** Rights to the cash desk. */
import { tillSteps } from '#features/payments/domain/till-settings.ts'
import { defineRights, OFFICE } from '#kernel/rights.ts'

export const cashDeskRights = {
  ...defineRights('cash-desk', {
    read: OFFICE,
    /** Count and close the till, and bring cash to the bank. */
    close: OFFICE,
  }),
  ...tillSteps,
}
