/** Declares what the invoices of suppliers add to the server. */
import { feature } from '#server/feature.ts'
import { productsRights } from '#features/products/domain/rights.ts'
import { invoiceList } from '../domain/list-contract.ts'
import { cancelInvoiceCommand } from './cancel-invoice.ts'
import { createInvoiceCommand } from './create-invoice.ts'
import { searchedInvoices, storedInvoices } from './entity.ts'
import { numberTakenQuery, providerHabitsQuery, tryInvoiceCostsQuery } from './form-queries.ts'
import { answerLineCommand } from './from-file/answer-line.ts'
import { fileDraftQuery } from './from-file/file-draft.ts'
import { unusedInvoiceFiles, uploadInvoiceFile } from './from-file/stored-file.ts'
import { findGoodsQuery, goodsForDraftQuery } from './goods.ts'
import { lastPricesQuery } from './last-prices.ts'
import { invoicesOfProviders, referencesToProviders } from './merging.ts'
import { invoicePaperMaker } from './paper.ts'
import {
  countInvoicesQuery,
  invoiceDetailQuery,
  invoiceHistoryQuery,
  listInvoicesQuery,
  sumInvoicesQuery,
  totalsByCodeQuery,
} from './queries.ts'
import { invoicesTable, owns } from './tables.ts'

export const supplierInvoices = feature({
  name: 'purchases',
  owns,
  // what is on its way is a figure of each product
  notifiedOf: { invoices: productsRights.read },
  entities: [{ ...storedInvoices, tables: ['inbound_invoices', 'inbound_invoice_lines'] }],
  searched: [searchedInvoices],
  commands: [createInvoiceCommand, cancelInvoiceCommand, answerLineCommand],
  queries: [
    providerHabitsQuery,
    findGoodsQuery,
    goodsForDraftQuery,
    lastPricesQuery,
    numberTakenQuery,
    tryInvoiceCostsQuery,
    listInvoicesQuery,
    countInvoicesQuery,
    sumInvoicesQuery,
    invoiceDetailQuery,
    invoiceHistoryQuery,
    totalsByCodeQuery,
    fileDraftQuery,
  ],
  uploads: [uploadInvoiceFile],
  retentions: [unusedInvoiceFiles],
  papers: [invoicePaperMaker],
  lists: [{ name: 'inbound-invoices', list: invoiceList.list, page: '/invoices' }],
  references: referencesToProviders,
  mergeRules: [invoicesOfProviders],
  tables: [invoicesTable],
})
