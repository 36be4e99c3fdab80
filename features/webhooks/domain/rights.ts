/** The right to manage the receivers of events. They tell another program of every area, so nobody can give this right. */
import { ADMIN, defineRights } from '#kernel/rights.ts'

export const webhooksRights = defineRights('webhooks', { write: { holders: ADMIN, fixed: true } })
