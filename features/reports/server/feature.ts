/** What the feature reports brings to the server. */
import { feature } from '#server/feature.ts'
import { countCustomerTotalsQuery, customerTotalsSummaryQuery, listCustomerTotalsQuery } from './queries.ts'

export const reports = feature({
  name: 'reports',
  queries: [listCustomerTotalsQuery, countCustomerTotalsQuery, customerTotalsSummaryQuery],
})
