/** Declares what the feature invoicing adds to the server. */
import { settingsRights } from '#features/settings/domain/rights.ts'
import { feature } from '#server/feature.ts'
import { MOST_TRIES } from '../domain/document.ts'
import { COMPARISONS_TOPIC } from '../domain/comparison/contract.ts'
import { invoicingRights } from '../domain/rights.ts'
import { TAX_FORM } from '../domain/tax/settings.ts'
import { SENDING_FORM } from '../domain/ways.ts'
import { chargeVatCommand } from './charge-vat.ts'
import { documentXmlDownload } from './document-xml.ts'
import { askAgainCommand, confirmNotIssuedLookup, enterMarkCommand, withoutMarkCommand } from './end-by-hand.ts'
import { invoiceIssued } from './events.ts'
import { searchedDocuments } from './find-documents.ts'
import { keptNumbers, unknownDocuments } from './after-restore.ts'
import { askForLost } from './lost/ask-for-lost.ts'
import { keptDocuments, LOST_JOB } from './lost/lost-documents.ts'
import { creditableLinesQuery, creditPartCommand } from './credit/credit-part.ts'
import { failedInvoices } from './failed-invoices.ts'
import {
  choosePaymentWayCommand,
  creditAndCancelCommand,
  invoiceRedCommand,
  sendInvoicesCommand,
} from './invoice-orders.ts'
import { announcePacked, invoicePacked, PACKED_JOB, packedNotInvoiced } from './invoice-packed.ts'
import { giveUpDocument, sendDocument } from './jobs.ts'
import { documentsOfCustomer, taxDocumentsOfCustomers } from './merging.ts'
import {
  accountingStateQuery,
  customersInDoubtQuery,
  documentProblemsQuery,
  invoicesOfOrderQuery,
  invoicesUnderWayQuery,
  problemsOfManyQuery,
} from './queries.ts'
import { documentNumbersQuery } from './numbers/numbers-query.ts'
import { voidNumberLookup } from './numbers/void-number.ts'
import { documentPaperMaker } from './paper/document-paper.ts'
import { documentDraftQuery, mailDocumentCommand } from './paper/mail-document.ts'
import { importAnswerCommand } from './ways/import-answer.ts'
import { compareLookup, comparisonsQuery, explainDifferenceCommand } from './tax-office/compare.ts'
import {
  COMPARE_JOB,
  compareNightly,
  compareWork,
  documentDifferences,
  oldComparisons,
} from './tax-office/compare-nightly.ts'
import { taxOfficeLookups, taxOfficeQuery } from './tax-office/lookups.ts'
import { readDocumentsLookup } from './unread/read-documents.ts'
import { unreadAfterRestore } from './unread/unread.ts'
import { wayEndedByLaw } from './ways/lawful-way.ts'
import { refuseSwitch } from './ways/sending-way.ts'
import { SEND_JOB } from './write-document.ts'
import { owns } from './tables.ts'

export const invoicing = feature({
  name: 'invoicing',
  owns,
  rights: invoicingRights,
  notifiedOf: { [COMPARISONS_TOPIC]: invoicingRights.invoice },
  searched: [searchedDocuments],
  events: [invoiceIssued],
  commands: [
    sendInvoicesCommand,
    invoiceRedCommand,
    choosePaymentWayCommand,
    chargeVatCommand,
    creditAndCancelCommand,
    creditPartCommand,
    askAgainCommand,
    enterMarkCommand,
    withoutMarkCommand,
    importAnswerCommand,
    mailDocumentCommand,
    explainDifferenceCommand,
  ],
  queries: [
    invoicesOfOrderQuery,
    invoicesUnderWayQuery,
    customersInDoubtQuery,
    documentProblemsQuery,
    problemsOfManyQuery,
    accountingStateQuery,
    documentNumbersQuery,
    creditableLinesQuery,
    documentDraftQuery,
    taxOfficeQuery,
    comparisonsQuery,
  ],
  lookups: [confirmNotIssuedLookup, voidNumberLookup, readDocumentsLookup, compareLookup, ...taxOfficeLookups],
  papers: [documentPaperMaker],
  downloads: [documentXmlDownload],
  settings: [
    { ...TAX_FORM, right: settingsRights.write },
    { ...SENDING_FORM, right: settingsRights.write, refuses: refuseSwitch },
  ],
  followings: [documentsOfCustomer],
  mergeRules: [taxDocumentsOfCustomers],
  announces: [announcePacked],
  facts: [failedInvoices, packedNotInvoiced, documentDifferences, wayEndedByLaw],
  retentions: [oldComparisons],
  schedules: [compareNightly],
  restoring: [unknownDocuments, keptNumbers, keptDocuments, unreadAfterRestore],
  jobs: ({ runner, outside, log }) => ({
    [SEND_JOB]: {
      run: sendDocument(runner, outside, log),
      onAbandoned: giveUpDocument(runner),
      atOnce: 4,
      tries: MOST_TRIES,
    },
    [PACKED_JOB]: { run: invoicePacked(runner), atOnce: 2, tries: MOST_TRIES },
    [LOST_JOB]: { run: askForLost(runner, outside), atOnce: 2, tries: MOST_TRIES },
    [COMPARE_JOB]: compareWork({ runner, outside, log }),
  }),
})
