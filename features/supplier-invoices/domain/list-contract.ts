/** Declares the list of inbound invoices, one invoice, its paper, and the totals by code. */
import { z } from 'zod'
import { UNITS } from '#features/products/domain/product.ts'
import { definePaper, defineHistory, defineQuery, zId, zName } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zCents, zQuantity, zRate, zUnitPrice } from '#kernel/money.ts'
import { field } from '#kernel/records/fields.ts'
import { defineList } from '#kernel/records/list.ts'
import { historyRights } from '#kernel/rights.ts'
import { ALL_STATES, INVOICE_STATES, INVOICE_TYPES } from './invoice.ts'
import { purchasesRights } from '#features/supplier-catalogue/domain/rights.ts'

const right = purchasesRights.read

/** The list of inbound invoices. Its sums leave out cancelled ones. */
export const invoiceList = defineList('inbound-invoices', {
  feature: 'purchases',
  right,
  queries: { list: 'purchases.invoices', count: 'purchases.count-invoices', sums: 'purchases.sum-invoices' },
  size: 150,
  page: '/invoice-detail/$id',
  columns: {
    importDate: field.day({ sort: true, filter: true }),
    number: field.text(50, { sort: true, filter: true, width: 150, card: 'end' }),
    providerName: field.name(200, { word: 'column.provider', sort: true, filter: true, width: 240, card: 'title' }),
    providerVat: field.text(50, { word: 'column.provider-vat', hidden: true }),
    refcode: field.code(30, { sort: true, filter: true, from: 760 }),
    lineCount: field.count({ word: 'column.lines', from: 1120 }),
    goods: field.money({ sort: true, sum: true, filter: true, from: 900 }),
    vat: field.money({ sort: true, sum: true, filter: true, from: 980 }),
    total: field.money({ sort: true, sum: true, filter: true }),
    state: field.choice(INVOICE_STATES, { words: 'state', sort: true, from: 760 }),
    userName: field.name(200, { word: 'column.user', hidden: true }),
    id: field.id({ sort: true, filter: true, hidden: true }),
  },
  row: { providerId: z.int(), quantity: zQuantity },
  filters: {
    providerId: zId,
    /** Invoices with a line of this product. */
    productId: zId,
    state: z.array(z.enum(INVOICE_STATES)).min(1).max(INVOICE_STATES.length),
  },
})

const zLine = z.object({
  lineNo: z.int(),
  productId: z.int().nullable(),
  name: z.string(),
  description: z.string(),
  sku: z.string(),
  providerSku: z.string(),
  category: z.string(),
  unit: z.enum(UNITS),
  quantity: zQuantity,
  price: zUnitPrice,
  discount: zRate,
  costBefore: zUnitPrice,
  newCost: zUnitPrice,
  setsCost: z.boolean(),
  vatRate: zRate,
  net: zCents,
  vat: zCents,
  /** The stock before the booking. */
  stock: zQuantity,
  requestId: z.int().nullable(),
  requestLineNo: z.int().nullable(),
  received: zQuantity,
})
export type InvoiceLine = z.output<typeof zLine>

const zLinked = z.object({ id: z.int(), number: z.string() }).nullable()

const zInvoice = z.object({
  id: z.int(),
  version: z.int(),
  type: z.enum(INVOICE_TYPES),
  state: z.enum(ALL_STATES),
  providerId: z.int().nullable(),
  providerName: z.string(),
  providerLabel: z.string(),
  providerVat: z.string(),
  importDate: zDay,
  number: z.string(),
  refcode: z.string(),
  note: z.string(),
  goods: zCents,
  vat: zCents,
  total: zCents,
  quantity: zQuantity,
  lineCount: z.int(),
  created: z.string(),
  updated: z.string(),
  userName: z.string(),
  canceledAt: z.string().nullable(),
  canceledName: z.string().nullable(),
  cancelReason: z.string().nullable(),
  orderId: z.int().nullable(),
  taskId: z.int().nullable(),
  section: z.string(),
  dueOn: zDay.nullable(),
  /** The flags of its code (C-35). */
  grey: z.boolean(),
  showsVat: z.boolean(),
  codeName: z.string(),
  /** The cancelled invoice that this one replaces, and the one that replaces it. */
  corrects: zLinked,
  correctedBy: zLinked,
  /** True for an invoice of an earlier system, which never changes. */
  historic: z.boolean(),
  lines: z.array(zLine),
})
export type Invoice = z.output<typeof zInvoice>

export const invoiceDetail = defineQuery('purchases.invoice', {
  right,
  input: z.strictObject({ id: zId }),
  output: z.object({ invoice: zInvoice }),
  about: ({ id }) => ({ invoices: id }),
})

export const invoiceHistory = defineHistory('purchases.history', historyRights.read, 'invoices')

export const invoicePaper = definePaper('purchases.invoice-paper', { right, input: z.strictObject({ id: zId }) })

/**
 * Returns what the booked invoices of a period add up to for each code. With `refcode` only for that one. Codes without amounts are
 * left out.
 */
export const totalsByCode = defineQuery('purchases.totals-by-code', {
  right,
  input: z.strictObject({ from: zDay, to: zDay, refcode: zName(30).optional() }),
  output: z.object({
    rows: z.array(
      z.object({
        refcode: z.string(),
        /** The name in the table of codes; empty if it has none. */
        name: z.string(),
        count: z.int(),
        goods: zCents,
        vat: zCents,
        total: zCents,
      }),
    ),
  }),
})
