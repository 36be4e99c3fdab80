/** Rights to the settings of the company. */
import { ADMIN, defineRights, EVERY_ROLE } from '#kernel/rights.ts'

export const settingsRights = defineRights('settings', {
  read: { holders: EVERY_ROLE, fixed: true },
  write: { holders: ADMIN, fixed: true },
})
