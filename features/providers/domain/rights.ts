/** Rights to providers. */
import { defineRights, OFFICE } from '#kernel/rights.ts'

export const providersRights = defineRights('providers', { read: OFFICE, write: OFFICE })
