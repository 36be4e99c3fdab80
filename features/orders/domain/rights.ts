/** Declares the rights to orders and to the transitions of their life cycle. */
import { ADMIN, defineRights, OFFICE } from '#kernel/rights.ts'

export const ordersRights = defineRights('orders', {
  read: OFFICE,
  write: OFFICE,
  process: OFFICE,
  send: OFFICE,
  restoreOffer: { holders: ADMIN, most: ADMIN }, // C-02
  cancel: OFFICE,
})

// The life cycle names the rights of all its transitions. Higher features carry some of them out, so each takes these
// rights into its own list.
export const packagingSteps = defineRights('packaging', { package: OFFICE })

export const invoicingSteps = defineRights('invoicing', {
  release: OFFICE,
  invoice: OFFICE,
  red: ADMIN, // C-32
  answers: ADMIN, // to what the accounting service answered, in its own words
})

export const shippingSteps = defineRights('shipping', { plan: OFFICE, drive: [...OFFICE, 'driver'] })
