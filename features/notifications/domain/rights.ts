/** The right to be told what waits. Each kind also needs the right to the records behind it. */
import { defineRights, OFFICE } from '#kernel/rights.ts'

export const notificationsRights = defineRights('notifications', { use: OFFICE })
