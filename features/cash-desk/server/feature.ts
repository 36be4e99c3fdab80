/** Declares what the feature cash-desk adds to the server. */
import { feature } from '#server/feature.ts'
import { listDeskPayments } from '../domain/contract.ts'
import { cashDeskRights } from '../domain/rights.ts'
import {
  chequesByExpiryQuery,
  countDeskPaymentsQuery,
  listDeskPaymentsQuery,
  sumDeskPaymentsQuery,
} from './payments.ts'
import { deskReportQuery } from './report.ts'

export const cashDesk = feature({
  name: 'cash-desk',
  rights: cashDeskRights,
  queries: [deskReportQuery, listDeskPaymentsQuery, countDeskPaymentsQuery, sumDeskPaymentsQuery, chequesByExpiryQuery],
  lists: [{ name: 'cash-desk-payments', list: listDeskPayments, page: '/cashregister' }],
})
