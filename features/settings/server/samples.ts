/** Provides a valid input for each command and query of settings, for tests that call all of them. */
import { readCompany, readShippingLists } from './company.ts'
import { fixed, type Samples } from '#server/testing/sample-parts.ts'

export const samples: Samples = (company) => {
  return {
    'settings.save-shipping-lists': async () => ({
      drivers: ['Κώστας'],
      vehicles: ['TAXI'],
      place: [37.9, 23.7],
      shown: { ...(await readShippingLists(company.db)), place: (await readCompany(company.db)).place },
    }),
    'settings.shipping-lists': fixed(),
  }
}
