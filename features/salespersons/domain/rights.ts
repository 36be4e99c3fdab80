/** Rights to salespersons. */
import { defineRights, OFFICE } from '#kernel/rights.ts'

export const salespersonsRights = defineRights('salespersons', { read: OFFICE, write: OFFICE })
