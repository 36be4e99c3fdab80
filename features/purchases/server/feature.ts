/** Declares what the feature purchases adds to the server. */
import { feature } from '#server/feature.ts'
import { invoiceList } from '../domain/list-contract.ts'
import { requestList } from '../domain/requests/contract.ts'
import { productsRights } from '#features/products/domain/rights.ts'
import { purchasesRights } from '../domain/rights.ts'
import { lastPricesQuery, productProvidersQuery, providerProductsQuery } from './catalogue/queries.ts'
import { removeProviderProductCommand, setProviderProductCommand } from './catalogue/set-product.ts'
import { cancelInvoiceCommand } from './cancel-invoice.ts'
import { createInvoiceCommand } from './create-invoice.ts'
import { searchedInvoices, storedInvoices } from './entity.ts'
import { findProvidersQuery, numberTakenQuery, providerHabitsQuery, tryInvoiceCostsQuery } from './form-queries.ts'
import { findGoodsQuery, goodsForDraftQuery } from './goods.ts'
import { invoicesOfProviders, purchasesOfProviders } from './merging.ts'
import { invoicePaperMaker } from './paper.ts'
import {
  invoiceDetailQuery,
  invoiceHistoryQuery,
  listInvoicesQuery,
  countInvoicesQuery,
  sumInvoicesQuery,
  totalsByCodeQuery,
} from './queries.ts'
import { invoicesTable, owns } from './tables.ts'
import { askForMissingCommand } from './requests/ask-for-missing.ts'
import { askForGoodsCommand, cancelRequestCommand, setDueDayCommand } from './requests/change-request.ts'
import { mailOrderSheetCommand, orderGoodsCommand } from './requests/order-goods.ts'
import { orderSheetDraftQuery, orderSheetMaker } from './requests/order-sheet.ts'
import { overdueRequests } from './requests/overdue.ts'
import { listProposalsQuery } from './requests/proposals.ts'
import {
  countRequestsQuery,
  countRequestStatesQuery,
  listRequestsQuery,
  requestDetailQuery,
  requestToReceiveQuery,
} from './requests/queries.ts'
import { answerLineCommand } from './from-file/answer-line.ts'
import { fileDraftQuery } from './from-file/file-draft.ts'
import { unusedInvoiceFiles, uploadInvoiceFile } from './from-file/stored-file.ts'

export const purchases = feature({
  name: 'purchases',
  owns,
  rights: purchasesRights,
  // what is on its way is a figure of each product
  notifiedOf: { invoices: productsRights.read },
  entities: [{ ...storedInvoices, tables: ['inbound_invoices', 'inbound_invoice_lines'] }],
  searched: [searchedInvoices],
  commands: [
    createInvoiceCommand,
    cancelInvoiceCommand,
    setProviderProductCommand,
    removeProviderProductCommand,
    askForGoodsCommand,
    askForMissingCommand,
    cancelRequestCommand,
    setDueDayCommand,
    orderGoodsCommand,
    mailOrderSheetCommand,
    answerLineCommand,
  ],
  queries: [
    findProvidersQuery,
    providerHabitsQuery,
    findGoodsQuery,
    goodsForDraftQuery,
    numberTakenQuery,
    tryInvoiceCostsQuery,
    listInvoicesQuery,
    countInvoicesQuery,
    sumInvoicesQuery,
    invoiceDetailQuery,
    invoiceHistoryQuery,
    totalsByCodeQuery,
    productProvidersQuery,
    providerProductsQuery,
    lastPricesQuery,
    listProposalsQuery,
    listRequestsQuery,
    countRequestsQuery,
    countRequestStatesQuery,
    requestDetailQuery,
    requestToReceiveQuery,
    orderSheetDraftQuery,
    fileDraftQuery,
  ],
  uploads: [uploadInvoiceFile],
  retentions: [unusedInvoiceFiles],
  papers: [invoicePaperMaker, orderSheetMaker],
  lists: [
    { name: 'inbound-invoices', list: invoiceList.list, page: '/invoices' },
    { name: 'purchase-requests', list: requestList.list },
  ],
  references: purchasesOfProviders,
  mergeRules: [invoicesOfProviders],
  tables: [invoicesTable],
  facts: [overdueRequests],
})
