/** The right to search. */
import { defineRights, OFFICE } from '#kernel/rights.ts'

export const searchRights = defineRights('search', { use: OFFICE })
