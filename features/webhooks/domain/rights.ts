/** The right to manage the receivers of events. It is fixed, because a receiver gets the events of every area. */
import { ADMIN, defineRights } from '#kernel/rights.ts'

export const webhooksRights = defineRights('webhooks', { write: { holders: ADMIN, fixed: true } })
