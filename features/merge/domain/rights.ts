import { ADMIN, defineRights } from '#kernel/rights.ts'

/** The right to merge two records and to undo it. An administrator may give it to other roles of the office. */
export const mergeRights = defineRights('merge', { write: ADMIN })
