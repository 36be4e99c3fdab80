/** The right to reports. */
import { defineRights, OFFICE } from '#kernel/rights.ts'

export const reportsRights = defineRights('reports', { read: OFFICE })
