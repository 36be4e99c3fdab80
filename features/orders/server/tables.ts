/** Declares the table `custorders`, orders as programs read and write them. */
import { z } from 'zod'
import { productsRights } from '#features/products/domain/rights.ts'
import { stopOn } from '#kernel/refusal.ts'
import { PAYMENT_WAY_NAMES } from '#kernel/tax/payment-ways.ts'
import { dataRights, may } from '#kernel/rights.ts'
import type { Actor } from '#server/command.ts'
import { boolean, computed, day, decimal, integer, json, moment, text } from '#server/data-api/fields.ts'
import { type DataTable, dataTable, importOf } from '#server/data-api/table.ts'
import { zWireDecimal, zWireId } from '#server/data-api/values.ts'
import { type Sql, sql } from '#server/db/database.ts'
import { declaredWireFields, wireNames } from '#server/records/wire.ts'
import { MOST_NOTE } from '../domain/contract.ts'
import { ORDER_FIELDS } from '../domain/fields.ts'
import { ORDER_STATUSES, STATUS_ALIASES, whyNotNewStatus } from '../domain/order.ts'
import { ordersRights, packagingSteps, shippingSteps } from '../domain/rights.ts'
import { insertOrder } from './write/create-order.ts'
import { importFields, importOrder } from './write/import-order.ts'
import type { MovesAbove } from './moves/own-moves.ts'
import { contentOf, patchOrder } from './moves/patch-order.ts'
import { PRODUCTS_OF_ORDER, STOCK_STATUS } from './order-stock.ts'
import { hasWordsInTexts } from './search/find-orders.ts'
import { setSentPaymentWay } from './write/payment-way.ts'
import * as wire from './write/wire.ts'

export const owns = [
  'orders',
  'order_lines',
  'order_loans',
  'credits',
  'credit_lines',
  'order_words',
  'order_texts',
] as const
export const slots = ['open_order_tasks', 'order_documents'] as const
export const reads = [
  'customers',
  'mails',
  'postings',
  'products',
  'promised_lines',
  'requirement_materials',
  'requirement_steps',
  'sections',
] as const

const zProducts = z.array(
  z.looseObject({
    id: zWireId,
    quantity: zWireDecimal(4),
    salesprice: zWireDecimal(4, { rounded: true }).optional(),
    note: z.string().max(MOST_NOTE).nullish(),
  }),
)
const zLoans = z.array(z.looseObject({ id: zWireId, originid: zWireId, quantity: zWireDecimal(4).optional() }))

const STOCK_FIELDS = sql`'stock', p.stock_e4 / 10000.0, 'stockStatus', ${STOCK_STATUS},
  'requirements', coalesce((
    select json_agg(json_build_object('seq', s.seq, 'typid', s.section) order by s.seq) from requirement_steps s where s.product_id = p.id), '[]')`

// only a line with a note, with lost pieces or that carries VAT of other lines (C-93) has the field, so that the lines of older programs are answered as before
const lines = (cost: Sql) => sql`coalesce((
  select json_agg(json_strip_nulls(json_build_object('id', l.product_id, 'name', l.name, 'sku', l.sku, 'unit', l.unit, 'vat', l.vat_bp / 100.0,
    'salesprice', l.sales_price_e4 / 10000.0, ${cost}
    'quantity', l.quantity_e4 / 10000.0, 'totalPrdAmmount', l.total_cents / 100.0, 'vatProducts', (l.vat_cents - l.vat_rounding_cents) / 100.0, 'vatRounding', nullif(l.vat_rounding_cents, 0) / 100.0, 'note', nullif(l.note, ''),
    'lost', nullif(l.lost, false),
    ${STOCK_FIELDS})) order by l.line_no)
  from order_lines l ${PRODUCTS_OF_ORDER} where l.order_id = o.id), '[]'::json)`

// a loan is not charged, so its total is 0
const lent = (cost: Sql) => sql`coalesce((
  select json_agg(json_build_object('id', l.product_id, 'originid', l.origin_product_id, 'name', l.name, 'sku', l.sku, 'unit', l.unit,
    'vat', p.vat_bp / 100.0, 'salesprice', p.sales_price_e4 / 10000.0, ${cost}
    'quantity', l.quantity_e4 / 10000.0, 'totalPrdAmmount', 0, 'vatProducts', 0, ${STOCK_FIELDS}) order by l.line_no)
  from order_loans l ${PRODUCTS_OF_ORDER} where l.order_id = o.id), '[]'::json)`

const TOTALS = sql`json_build_object('totalOrder', o.total_cents / 100.0, 'totalVat', o.vat_cents / 100.0,
  'totalProductsAmmount', o.products_cents / 100.0, 'totalItems', o.line_count, 'totalQuantity', o.quantity_e4 / 10000.0)`

const fields = {
  id: integer('o.id'),
  name: text('o.name', {
    note: 'Name of the customer, unless another is sent.',
    searched: hasWordsInTexts,
    max: 300,
  }),
  label: text('o.label', { max: 300 }),
  customer_id: integer('o.customer_id', { required: true }),
  customer_id_ref: computed(integer('o.customer_id')),
  ...declaredWireFields(ORDER_FIELDS, 'o'),
  status: text('o.status', { aliases: STATUS_ALIASES, values: ORDER_STATUSES, plainOrder: true }),
  refcode: text('o.refcode', { note: 'Set by invoicing.' }),
  shipping: json<Record<string, unknown>>('o.shipping', {
    shape: z.record(z.string(), z.unknown()),
    answers: wire.zShownShipping,
    note: 'driver, type, car, extra.',
  }),
  shipping_by: text('o.shipping_by'),
  packagedBy: text('o.packaged_by'),
  products: json(lines(sql`'costprice', l.cost_price_e4 / 10000.0,`), {
    shape: zProducts,
    answers: wire.zShownLines,
    instead: { without: productsRights.cost, column: lines(sql``) },
  }),
  loans: json(lent(sql`'costprice', l.cost_price_e4 / 10000.0,`), {
    shape: zLoans,
    answers: wire.zShownLoans,
    instead: { without: productsRights.cost, column: lent(sql``) },
  }),
  services: json('o.services'),
  totals: computed(json(TOTALS, { answers: wire.zShownTotals })),
  created: computed(moment('o.created_at')),
  updated: computed(moment('o.updated_at')),
  invoicedAt: text('o.invoice_mode', { note: "'red' or 'epsilon'." }),
  invoiced_on: computed(day('o.invoiced_on')),
  total: computed(decimal('o.total_cents', 2)),
  paymentWay: text('o.payment_way', {
    note: 'How the customer pays this order, until it is invoiced. Empty: the usual way of the customer.',
    values: ['', ...PAYMENT_WAY_NAMES],
  }),
  vatAbroad: boolean(sql`null::boolean`, {
    note: 'Send true with INVOICED if VAT for a company abroad is right; otherwise its invoice is refused. It can only be written.',
  }),
  credited: computed(
    decimal('o.credited_cents', 2, { note: 'What issued credit notes for parts of the order took back.' }),
  ),
  packed_earlier: computed(
    boolean('o.packed_earlier', {
      note: 'Packed in an earlier system and imported; it moves neither stock nor loans here.',
    }),
  ),
  historic: computed(
    boolean('o.historic', { note: 'Imported as an old system left it; it moved no stock and cannot be changed.' }),
  ),
}

/** What features above orders add: their moves, and the condition over orders `o` that a driver sees one. */
export type OrderParts = { readonly moves: MovesAbove; readonly seenByDriver: (driver: Actor) => Sql }

/** Drivers see only orders of their shipments. Only people who may restore a deleted offer see it. */
const visibleTo =
  ({ seenByDriver }: OrderParts) =>
  (actor: Actor): Sql | null => {
    if (may(actor, ordersRights.restoreOffer)) return null
    return actor.role === 'driver' ? seenByDriver(actor) : sql`o.status <> 'OFFER-DELETE'`
  }

/** Returns the table `custorders`. */
export const custorders = (parts: OrderParts): DataTable =>
  dataTable({
    name: 'custorders',
    note: 'Orders and offers. Totals, line amounts, stock status and the status of a new order are computed; a PATCH of the status is the command that leads there, or is refused.',
    from: sql`orders o`,
    id: 'id',
    fields,
    read: [ordersRights.read, shippingSteps.drive],
    write: { create: ordersRights.write, update: [ordersRights.read, shippingSteps.drive, packagingSteps.package] },
    visible: visibleTo(parts),
    ownOnly: ({ role }) => role === 'driver',
    create: async (work, record) => {
      stopOn(whyNotNewStatus(record.status || null))
      const { id } = await insertOrder(work, { ...contentOf(record, {}), services: record.services ?? [] })
      if (record.paymentWay) await setSentPaymentWay(work, id, record.paymentWay)
      return id
    },
    why: {
      DELETE: 'Orders are cancelled, never deleted: PATCH the status CANCELED, for an offer OFFER-DELETE.',
    },
    imports: importOf({ right: dataRights.import, fields: importFields, create: importOrder, numbering: 'orders' }),
    names: {
      customerId: 'customer_id',
      ...wireNames(ORDER_FIELDS),
      lines: 'products',
      productId: 'id',
      originProductId: 'originid',
      salesPrice: 'salesprice',
    },
    update: (work, id, record) => patchOrder(work, id, record, parts.moves),
  })
