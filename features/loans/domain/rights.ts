/** Rights to loans. */
import { defineRights, OFFICE } from '#kernel/rights.ts'

export const loansRights = defineRights('loans', { read: OFFICE, write: OFFICE })
