/** Rights to invoices. */
import { invoicingSteps } from '#features/orders/domain/rights.ts'
import { defineRights, OFFICE } from '#kernel/rights.ts'

export const invoicingRights = { ...invoicingSteps, ...defineRights('invoicing', { settle: OFFICE }) }
