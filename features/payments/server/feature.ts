/** Declares what the feature payments adds to the server. */
import { feature } from '#server/feature.ts'
import { shortRecordParts } from '#server/records/record.ts'
import { banks } from '../domain/banks-contract.ts'
import { paymentList } from '../domain/office-contract.ts'
import { paymentsRights } from '../domain/rights.ts'
import { PAYMENTS_SHOWN } from '../domain/shown.ts'
import { chequesIn, chequesOut } from './calendar.ts'
import { cancelPaymentCommand } from './cancel/counter-entry.ts'
import { cashCarriedQuery, cashOfDriversQuery } from './cash.ts'
import { handOverCashCommand } from './hand-over-cash.ts'
import { bounceChequeCommand, moveChequesCommand, passChequeCommand } from './cheques/move-cheques.ts'
import { bouncePreviewQuery, chequeRegisterQuery } from './cheques/register.ts'
import { customerStandingQuery } from './debts/customer-standing.ts'
import { FOLD_DEBTS_JOB, foldDebtsOften, foldDebtsWork } from './debts/fold-debts.ts'
import { storedPayments } from './entity.ts'
import { derived } from './derived.ts'
import { paymentRecorded } from './events.ts'
import { searchedPayments } from './find-payments.ts'
import { listPaymentsQuery, countPaymentsQuery, sumPaymentsQuery } from './list/queries.ts'
import { matchPaymentCommand } from './matching/match-payment.ts'
import { partyMatchingQuery, paymentMatchingQuery } from './matching/queries.ts'
import { paymentDetailQuery, paymentEntryQuery } from './payment-detail.ts'
import { paymentsFollow, paymentsOfParties } from './merging.ts'
import { mailReceiptCommand, paymentReceiptMaker, receiptDraftQuery } from './receipt/receipt.ts'
import { receiveCashCommand } from './receive-cash.ts'
import { recordPaymentCommand } from './record-payment.ts'
import { owns, paymentsTable } from './tables.ts'

const ofBanks = shortRecordParts(banks, {
  note: 'The banks of cheques and transfers. Payments name theirs in bankname.',
  notes: { name: 'No two banks have the same name.' },
})

export const payments = feature({
  name: 'payments',
  owns,
  derived,
  rights: paymentsRights,
  notifiedOf: { 'cash-handovers': paymentsRights.collect, postings: paymentsRights.read },
  entities: [
    ...ofBanks.entities,
    { ...storedPayments, tables: ['payments', 'payment_matches', 'cheques'] },
    { name: 'cash-handovers', read: paymentsRights.read },
  ],
  searched: [searchedPayments],
  events: [paymentRecorded],
  commands: [
    recordPaymentCommand,
    cancelPaymentCommand,
    matchPaymentCommand,
    moveChequesCommand,
    passChequeCommand,
    bounceChequeCommand,
    mailReceiptCommand,
    handOverCashCommand,
    receiveCashCommand,
    ...ofBanks.commands,
  ],
  queries: [
    cashCarriedQuery,
    cashOfDriversQuery,
    paymentEntryQuery,
    listPaymentsQuery,
    countPaymentsQuery,
    sumPaymentsQuery,
    paymentDetailQuery,
    receiptDraftQuery,
    ...ofBanks.queries,
    paymentMatchingQuery,
    partyMatchingQuery,
    chequeRegisterQuery,
    bouncePreviewQuery,
    customerStandingQuery,
  ],
  schedules: [foldDebtsOften],
  jobs: (parts) => ({ [FOLD_DEBTS_JOB]: foldDebtsWork(parts) }),
  papers: [paymentReceiptMaker],
  lists: [{ name: 'payments', list: paymentList.list, page: '/payments-list', choices: { show: PAYMENTS_SHOWN } }],
  references: paymentsOfParties,
  mergeRules: paymentsFollow,
  tables: [paymentsTable, ...ofBanks.tables],
  calendar: [chequesIn, chequesOut],
})
