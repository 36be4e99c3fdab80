/** What the feature salespersons brings to the server. */
import { feature } from '#server/feature.ts'
import { salespersonOptionsQuery } from './queries.ts'
import { salespersonsTable } from './tables.ts'

export const salespersons = feature({
  name: 'salespersons',
  queries: [salespersonOptionsQuery],
  tables: [salespersonsTable],
})
