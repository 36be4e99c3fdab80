/** Declares what the feature reports adds to the server. */
import { feature } from '#server/feature.ts'
import { listCustomerTotals } from '../domain/contract.ts'
import { reportsRights } from '../domain/rights.ts'
import {
  countCustomerTotalsQuery,
  customerTotalsSummaryQuery,
  listCustomerTotalsQuery,
  sumCustomerTotalsQuery,
} from './queries.ts'

export const reports = feature({
  name: 'reports',
  rights: reportsRights,
  queries: [listCustomerTotalsQuery, countCustomerTotalsQuery, sumCustomerTotalsQuery, customerTotalsSummaryQuery],
  lists: [{ name: 'customer-totals', list: listCustomerTotals, page: '/customer-balance' }],
})
