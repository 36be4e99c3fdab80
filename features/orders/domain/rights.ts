/** Rights to orders and to the steps of their life. */
import { ADMIN, defineRights, OFFICE } from '#kernel/rights.ts'

export const ordersRights = defineRights('orders', {
  read: OFFICE,
  write: OFFICE,
  process: OFFICE,
  send: OFFICE,
  restoreOffer: ADMIN, // ruling C-02
  cancel: OFFICE,
})

// The life cycle names the rights of all its steps. Those of the steps that higher features carry out are declared here,
// and each of those features takes them into its own rights.
export const packagingSteps = defineRights('packaging', { package: OFFICE })

export const invoicingSteps = defineRights('invoicing', {
  release: OFFICE,
  invoice: OFFICE,
  red: ADMIN, // ruling C-32
})

export const shippingSteps = defineRights('shipping', { plan: OFFICE, drive: [...OFFICE, 'driver'] })
