/** The data API of inbound invoices and requests, one table as programs know it (C-13). */
import { z } from 'zod'
import { UNITS } from '#features/products/domain/product.ts'
import { productsRights } from '#features/products/domain/rights.ts'
import { zId } from '#kernel/contract.ts'
import { PLACES, quantity, rate, unitPrice, zPositiveQuantity } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { dataRights } from '#kernel/rights.ts'
import type { Work } from '#server/command.ts'
import { boolean, computed, day, integer, json, moment, type RecordOf, text } from '#server/data-api/fields.ts'
import { dataTable, importOf } from '#server/data-api/table.ts'
import { zWireDecimal, zWireId } from '#server/data-api/values.ts'
import { empty, raw, type Sql, sql } from '#server/db/database.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { NO_PROVIDER_ID } from '#kernel/import/placeholder-numbers.ts'
import { createInvoice, MOST_INVOICE_LINES } from '../domain/contract.ts'
import { ALL_STATES, INVOICE_TYPES } from '../domain/invoice.ts'
import { purchasesRights } from '#features/supplier-catalogue/domain/rights.ts'
import { bookInvoice } from './book-invoice.ts'
import { importFields, importInvoice } from './history/import-invoice.ts'
import { insertRequest } from '#features/buying/server/insert-request.ts'

export const owns = ['received_costs', 'purchase_files', 'purchase_answers'] as const
export const reads = [
  'inbound_invoice_lines',
  'inbound_invoices',
  'postings',
  'products',
  'provider_products',
  'providers',
  'requirement_materials',
  'stock_movements',
] as const

/** An item as programs send it. Further fields of the product are accepted, and the server computes the amounts. */
const zContent = z.array(
  z.looseObject({
    id: zWireId.nullish(),
    name: z.string().max(300).nullish(),
    unit: z.enum(UNITS).nullish().catch(null),
    quantity: zWireDecimal(PLACES.quantity),
    costpricenew: zWireDecimal(PLACES.unitPrice, { rounded: true }).nullish(),
    vat: zWireDecimal(PLACES.rate).nullish(),
  }),
)

const zShownContent = z.array(
  z.object({
    id: z.int().nullable(),
    name: z.string(),
    description: z.string(),
    sku: z.string(),
    category: z.string(),
    quantity: z.number(),
    unit: z.string(),
    stock: z.number(),
    // only for people who may see costs
    costprice: z.number().optional(),
    costpricenew: z.number().optional(),
    vatProducts: z.number().optional(),
    totalPrdAmmount: z.number().optional(),
  }),
)

const zShownTotals = z.object({
  totalPrdAmmount: z.number(),
  totalVat: z.number(),
  totalQuantity: z.number(),
  totalOrder: z.number(),
})

const content = (costs: Sql) => sql`coalesce((
  select json_agg(json_build_object('id', l.product_id, 'name', l.name, 'description', l.description, 'sku', l.sku,
    'category', l.category, 'quantity', l.quantity_e4 / 10000.0, 'unit', l.unit, 'stock', l.stock_e4 / 10000.0
    ${costs}) order by l.line_no)
  from inbound_invoice_lines l where l.invoice_id = i.id), '[]'::json)`

const COSTS = sql`, 'costprice', l.cost_price_e4 / 10000.0, 'costpricenew', l.new_cost_price_e4 / 10000.0,
  'vatProducts', l.vat_cents / 100.0, 'totalPrdAmmount', l.net_cents / 100.0`

const TOTALS = sql`json_build_object('totalPrdAmmount', i.goods_cents / 100.0, 'totalVat', i.vat_cents / 100.0,
  'totalQuantity', i.quantity_e4 / 10000.0, 'totalOrder', i.total_cents / 100.0)`

const fields = {
  id: integer('i.id'),
  providerid: integer(sql`coalesce(i.provider_id, ${raw(String(NO_PROVIDER_ID))})`, {
    note: `${NO_PROVIDER_ID} stands for a request without a provider.`,
  }),
  providername: computed(text('i.provider_name')),
  providervat: computed(text('i.provider_vat', { plainOrder: true })),
  importDate: day('i.import_date', { note: 'Today when left out.' }),
  number: text('i.number', {
    plainOrder: true,
    max: 50,
    note: 'At least four characters for INBOUND. A provider gives a number once among the invoices that are not cancelled.',
  }),
  type: text('i.type', {
    values: INVOICE_TYPES,
    ignoresCase: true,
    plainOrder: true,
    note: 'INBOUND when left out. A REQUEST-PM changes no stock, cost, balance or total.',
  }),
  content: json(content(COSTS), {
    shape: zContent,
    instead: { without: productsRights.cost, column: content(empty) },
    answers: zShownContent,
    note: 'Written are id, quantity, costpricenew and, where it differs from the product, vat in percent. An item without id is an expense and needs a name.',
  }),
  refcode: text('i.refcode', { plainOrder: true, max: 30, note: 'The category code, such as 24.00.00.' }),
  totals: computed(json(TOTALS, { answers: zShownTotals })),
  created: computed(moment('i.created_at')),
  enteredby: computed(text('i.user_name')),
  order_ref: integer('i.order_id', { note: 'The order of a request.' }),
  section: text('i.section', { max: 100, note: 'The section of a request.' }),
  status: computed(text('i.state', { values: ALL_STATES, plainOrder: true })),
  historic: computed(
    boolean('i.historic', {
      note: 'Imported as an old system left it; it moved no stock, set no cost and cannot be changed.',
    }),
  ),
}

/** What a request asks for. */
const zRequestContent = z.object({
  lines: z.array(z.object({ productId: zId.nullable(), quantity: zPositiveQuantity })).max(MOST_INVOICE_LINES),
})

type Sent = RecordOf<typeof fields>

async function create(work: Work, record: Sent): Promise<number> {
  const type = INVOICE_TYPES.find((one) => one === (record.type ?? 'INBOUND').trim().toUpperCase())
  if (!type) refuse('invalid', 'purchases.type')
  const items = record.content ?? []
  if (type === 'REQUEST-PM') {
    return insertRequest(work, {
      providerId: record.providerid === NO_PROVIDER_ID ? null : (record.providerid ?? null),
      importDate: record.importDate ?? null,
      number: record.number ?? '',
      refcode: record.refcode ?? '',
      orderId: record.order_ref ?? null,
      section: record.section ?? '',
      lines: parseInput(zRequestContent, {
        lines: items.map((item) => ({ productId: item.id ?? null, quantity: quantity(item.quantity) })),
      }).lines,
    })
  }
  if (record.providerid == null) refuse('invalid', 'purchases.missing-provider')
  const input = parseInput(createInvoice.input, {
    providerId: record.providerid,
    importDate: record.importDate ?? undefined,
    number: record.number ?? '',
    refcode: record.refcode ?? '',
    lines: items.map((item) => ({
      productId: item.id ?? null,
      name: item.name ?? '',
      unit: item.id == null ? (item.unit ?? undefined) : undefined,
      quantity: quantity(item.quantity),
      price: unitPrice(item.costpricenew ?? 0),
      ...(item.vat == null ? {} : { vat: rate(item.vat) }),
    })),
  })
  return (await bookInvoice(work, input)).id
}

const WHY = 'An invoice is never changed: it is cancelled on its page, and entered again.'

/** Inbound invoices and requests. A POST books the stock and the costs, so programs no longer change them afterwards. */
export const invoicesTable = dataTable({
  name: 'invoices',
  note: 'Invoices of providers (INBOUND) and requests to buy (REQUEST-PM). A POST of INBOUND raises the stock and sets the costs of its products in one transaction, so programs no longer PATCH products after it. Amounts and totals are computed.',
  from: sql`inbound_invoices i`,
  id: 'id',
  fields,
  read: purchasesRights.read,
  write: { create: purchasesRights.write },
  why: { PUT: WHY, PATCH: WHY, DELETE: 'Invoices are cancelled on their pages, never deleted.' },
  names: {
    providerId: 'providerid',
    importDate: 'importDate',
    productId: 'id',
    price: 'costpricenew',
    lines: 'content',
  },
  create,
  imports: importOf({ right: dataRights.import, fields: importFields, create: importInvoice, numbering: 'invoices' }),
})
