/** Rights to the settings of the company. */
import { ADMIN, defineRights, EVERY_ROLE } from '#kernel/rights.ts'

export const settingsRights = defineRights('settings', { read: EVERY_ROLE, write: ADMIN })
