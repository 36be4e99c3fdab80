/** Rights to invoices. */
import { invoicingSteps } from '#features/orders/domain/rights.ts'
import { ADMIN, defineRights, OFFICE } from '#kernel/rights.ts'

export const invoicingRights = { ...invoicingSteps, ...defineRights('invoicing', { settle: OFFICE, answers: ADMIN }) }
