/** Declares the rights to shipments. */
import { shippingSteps } from '#features/orders/domain/rights.ts'
import { defineRights, OFFICE } from '#kernel/rights.ts'

export const shippingRights = {
  ...shippingSteps,
  ...defineRights('shipping', { read: OFFICE, view: [...OFFICE, 'driver'] }),
}
