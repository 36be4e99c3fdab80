/** Rights to the cash desk. */
import { defineRights, OFFICE } from '#kernel/rights.ts'

export const cashDeskRights = defineRights('cash-desk', { read: OFFICE })
