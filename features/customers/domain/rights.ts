/** Rights to customers. */
import { defineRights, OFFICE } from '#kernel/rights.ts'

export const customersRights = defineRights('customers', { read: OFFICE, write: OFFICE })
