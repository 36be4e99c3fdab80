/** Rights to packaging. */
import { packagingSteps } from '#features/orders/domain/rights.ts'
import { defineRights, OFFICE } from '#kernel/rights.ts'

export const packagingRights = { ...packagingSteps, ...defineRights('packaging', { read: OFFICE }) }
