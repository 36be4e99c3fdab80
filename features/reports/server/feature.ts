/** Declares what the feature reports adds to the server. */
import { feature } from '#server/feature.ts'
import { AGED_KINDS, agedList } from '../domain/aged.ts'
import { customerTotalsList } from '../domain/contract.ts'
import { reportsRights } from '../domain/rights.ts'
import {
  countCustomerTotalsQuery,
  customerTotalsSummaryQuery,
  listCustomerTotalsQuery,
  sumCustomerTotalsQuery,
} from './queries.ts'
import { countAgedQuery, countOpenQuery, listAgedQuery, listOpenQuery, sumAgedQuery, sumOpenQuery } from './aged.ts'
import { commissionForm, commissionQuery } from './commission.ts'
import { derived } from './derived.ts'
import { economicsQuery } from './economics.ts'
import { expensesQuery } from './expenses.ts'
import { FOLD_JOB, foldOften, foldWork } from './fold-goods.ts'
import { countExpectedQuery, listExpectedQuery, sumExpectedQuery } from './forecast/expected.ts'
import { forecastQuery } from './forecast/forecast.ts'
import { marginsQuery } from './margins.ts'
import { ledgerDiffers, PROVE_JOB, proveNightly, proveWork, repostAll } from './prove-ledger.ts'
import { redInvoicesQuery, salesQuery, vatQuery } from './sales.ts'
import { topMaterialsQuery, topProductsQuery } from './top.ts'
import { countDocumentsQuery, listDocumentsQuery, sumDocumentsQuery } from './frame/documents.ts'
import { owns } from './tables.ts'

export const reports = feature({
  name: 'reports',
  owns,
  derived,
  rights: reportsRights,
  notifiedOf: { 'account-days': reportsRights.read, postings: reportsRights.read },
  queries: [
    listCustomerTotalsQuery,
    countCustomerTotalsQuery,
    sumCustomerTotalsQuery,
    customerTotalsSummaryQuery,
    economicsQuery,
    expensesQuery,
    salesQuery,
    vatQuery,
    redInvoicesQuery,
    marginsQuery,
    commissionQuery,
    topProductsQuery,
    topMaterialsQuery,
    listAgedQuery,
    countAgedQuery,
    sumAgedQuery,
    listOpenQuery,
    countOpenQuery,
    sumOpenQuery,
    forecastQuery,
    listExpectedQuery,
    countExpectedQuery,
    sumExpectedQuery,
    listDocumentsQuery,
    countDocumentsQuery,
    sumDocumentsQuery,
  ],
  settings: [commissionForm],
  facts: [ledgerDiffers],
  schedules: [foldOften, proveNightly],
  jobs: (parts) => ({ [FOLD_JOB]: foldWork(parts), [PROVE_JOB]: proveWork(parts) }),
  afterRestore: [repostAll],
  lists: [
    { name: 'customer-totals', list: customerTotalsList.list, page: '/customer-balance' },
    { name: 'aged', list: agedList.list, page: '/aged', choices: { kind: AGED_KINDS } },
  ],
})
