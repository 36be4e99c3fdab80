/** Declares what the feature cash-desk adds to the server. */
import { feature } from '#server/feature.ts'
import { deskPaymentList } from '../domain/contract.ts'
import { cashDeskRights } from '../domain/rights.ts'
import { DEPOSITS_TOPIC, TILL_TOPIC } from '../domain/till-contract.ts'
import {
  chequesByExpiryQuery,
  listDeskPaymentsQuery,
  countDeskPaymentsQuery,
  sumDeskPaymentsQuery,
} from './payments.ts'
import { deskReportQuery } from './report.ts'
import { closeDayCommand, reopenDayCommand } from './till/close-day.ts'
import { cancelDepositCommand, depositCashCommand } from './till/deposit-cash.ts'
import { expectedTillQuery, tillNowQuery } from './till/queries.ts'
import { tillForm } from './till/till-form.ts'
import { owns } from './tables.ts'

export const cashDesk = feature({
  name: 'cash-desk',
  owns,
  rights: cashDeskRights,
  notifiedOf: { 'account-days': cashDeskRights.read },
  entities: [
    { name: TILL_TOPIC, read: cashDeskRights.read },
    { name: DEPOSITS_TOPIC, read: cashDeskRights.read },
  ],
  commands: [closeDayCommand, reopenDayCommand, depositCashCommand, cancelDepositCommand],
  settings: [tillForm],
  queries: [
    tillNowQuery,
    expectedTillQuery,
    deskReportQuery,
    listDeskPaymentsQuery,
    countDeskPaymentsQuery,
    sumDeskPaymentsQuery,
    chequesByExpiryQuery,
  ],
  lists: [{ name: 'cash-desk-payments', list: deskPaymentList.list, page: '/cashregister' }],
})
