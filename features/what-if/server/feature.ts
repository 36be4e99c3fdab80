/** Declares what the feature what-if adds to the server. */
import { feature } from '#server/feature.ts'
import { changeCostsCommand } from './trial.ts'
import { latestPricesQuery, tryPricesQuery } from './queries.ts'

export const whatIf = feature({
  name: 'what-if',
  commands: [changeCostsCommand],
  queries: [tryPricesQuery, latestPricesQuery],
})
