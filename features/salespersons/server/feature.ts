/** Declares what the feature salespersons adds to the server. */
import { feature } from '#server/feature.ts'
import { salespersonsRights } from '../domain/rights.ts'
import { salespersonOptionsQuery } from './queries.ts'
import { salespersonsTable } from './tables.ts'

export const salespersons = feature({
  name: 'salespersons',
  rights: salespersonsRights,
  entities: [{ name: 'salespersons', read: salespersonsRights.read }],
  queries: [salespersonOptionsQuery],
  tables: [salespersonsTable],
})
