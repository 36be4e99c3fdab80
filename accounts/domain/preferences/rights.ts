/** The right to keep an own language and layout. An account that waits for approval keeps them on the device only. */
import { defineRights, EVERY_ROLE } from '#kernel/rights.ts'

export const preferencesRights = defineRights('preferences', { keep: { holders: EVERY_ROLE, fixed: true } })
