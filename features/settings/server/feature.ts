/** Declares what the feature settings adds to the server. */
import { feature } from '#server/feature.ts'
import { settingsRights } from '../domain/rights.ts'
import { saveShippingListsCommand } from './save-shipping-lists.ts'
import { shippingListsQuery } from './shipping-lists.ts'

export const settings = feature({
  name: 'settings',
  rights: settingsRights,
  entities: [{ name: 'settings', read: settingsRights.read }],
  commands: [saveShippingListsCommand],
  queries: [shippingListsQuery],
})
