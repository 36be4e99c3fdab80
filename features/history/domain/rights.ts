/** The right to browse the changes of every record. */
import { ADMIN, defineRights } from '#kernel/rights.ts'

export const changesRights = defineRights('changes', { browse: { holders: ADMIN, fixed: true } })
