/** Reads one order with its lines, loans, last document and the facts of its life cycle, in one statement. */
import { flagsOf } from '#features/settings/domain/document-codes.ts'
import { readCodes } from '#features/settings/server/document-codes.ts'
import { productsRights } from '#features/products/domain/rights.ts'
import { promisedQuantity } from '#features/products/server/figures/promised.ts'
import { refuse } from '#kernel/refusal.ts'
import { may } from '#kernel/rights.ts'
import { query } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'
import { expressionsOf, selected } from '#server/records/kinds.ts'
import * as contract from '../domain/detail-contract.ts'
import { ORDER_FIELDS } from '../domain/fields.ts'
import { messageFor } from '../domain/order.ts'
import { invoicingSteps, ordersRights } from '../domain/rights.ts'
import { CASH_FACTS, type CashFacts, cashWarningOf } from './cash-limit.ts'
import { DOCUMENT_FACTS, DOCUMENTS, OPEN_TASKS } from './lock-orders.ts'
import { PRODUCTS_OF_ORDER, SHORT, STOCK_STATUS } from './order-stock.ts'

/** Selects the stock of the product `p` of a line `l`, as far as it is free for the order `id`. */
const stockFields = (id: number): Sql => sql`
  'stock', p.stock_e4, 'stockStatus', ${STOCK_STATUS},
  'free', p.stock_e4 - ${promisedQuantity(sql`l.product_id`, id)}`

/** Selects the lines of an order `o`. `withCost`: the reader may see cost prices. */
const linesOf = (id: number, withCost: boolean): Sql => sql`coalesce((
  select json_agg(json_build_object(
    'productId', l.product_id, 'name', l.name, 'sku', l.sku, 'unit', l.unit, 'vat', l.vat_bp,
    'salesPrice', l.sales_price_e4, 'costPrice', case when ${withCost} then l.cost_price_e4 end,
    'quantity', l.quantity_e4, 'total', l.total_cents, 'vatAmount', l.vat_cents, 'vatRounding', l.vat_rounding_cents, 'note', l.note, 'service', l.service, 'lost', l.lost,
    ${stockFields(id)}) order by l.line_no)
  from order_lines l ${PRODUCTS_OF_ORDER}
  where l.order_id = o.id), '[]')`

/** Selects the quantity of a loan `l` that the pieces of its product carry, by the product's current requirement and in the
 * unit of the material. */
const CARRIED = sql`(
  select round(sum(g.quantity_e4) * max(r.quantity) / 10000)::bigint
  from order_lines g, lateral (
    select sum(t.quantity_e4 * unit_factor(t.unit, m.unit)) as quantity
    from requirement_materials t join products m on m.id = t.material_id
    where t.product_id = l.origin_product_id and t.material_id = l.product_id) r
  where g.order_id = l.order_id and g.product_id = l.origin_product_id)`

/** Selects the loans of an order `o`. */
const loansOf = (id: number): Sql => sql`coalesce((
  select json_agg(json_build_object(
    'productId', l.product_id, 'originProductId', l.origin_product_id, 'name', l.name, 'sku', l.sku, 'unit', l.unit,
    'quantity', l.quantity_e4, 'carried', ${CARRIED}, ${stockFields(id)}) order by l.line_no)
  from order_loans l ${PRODUCTS_OF_ORDER}
  where l.order_id = o.id), '[]')`

/** Selects the last accounting document of an order `o`. */
const LAST_DOCUMENT = sql`(
  select json_build_object('id', d.id, 'test', d.test, 'withoutMark', d.failure_at is not null, 'kind', d.kind, 'status', d.status, 'series', d.series, 'number', d.number,
    'type', d.type, 'mark', d.mark, 'qrUrl', d.qr_url,
    'errorCode', d.error_code, 'errorMessage', d.error_message, 'settledBy', d.settled_by,
    'settledReason', d.settled_reason, 'attempts', d.attempts, 'updated', d.updated_at)
  from order_documents d where ${DOCUMENTS} order by d.id desc limit 1)`

/** Selects the fields of an order `o` and of its customer `c` that are columns. */
const HEADER = sql`
  o.id, o.version, o.status, o.name, o.label, ${selected(expressionsOf(ORDER_FIELDS, 'o'))},
  o.refcode, o.shipping, nullif(o.shipping_by, '') as "shippingBy", nullif(o.packaged_by, '') as "packagedBy", o.parcels,
  o.invoice_mode as "invoiceMode", o.invoiced_on as "invoicedOn", o.historic, o.packed_earlier as "packedEarlier", o.created_at as created,
  o.updated_at as updated, o.credited_cents as "creditedInPart",
  json_build_object('id', c.id, 'name', c.name, 'label', c.label, 'phone', c.phone, 'vat', c.vat,
    'customFields', c.custom_fields) as customer,
  json_build_object('lineCount', o.line_count, 'quantity', o.quantity_e4, 'products', o.products_cents,
    'vat', o.vat_cents, 'total', o.total_cents) as totals`

type Stored = Omit<contract.OrderDetail, 'grey' | 'cashLimit' | 'facts'> & {
  facts: Omit<contract.OrderDetail['facts'], 'short' | 'openTasks'>
  openTasks: number
  short: string[]
  cash: CashFacts
}

export const orderDetailQuery = query(contract.orderDetail, async ({ rows, actor }, { id }) => {
  const order = await rows.maybe<Stored>(sql`
    select ${HEADER}, ${linesOf(id, may(actor, productsRights.cost))} as lines, ${loansOf(id)} as loans,
      ${LAST_DOCUMENT} as document, to_json(f) as facts, ${SHORT} as short, ${OPEN_TASKS} as "openTasks", ${CASH_FACTS} as cash
    from orders o join customers c on c.id = o.customer_id cross join lateral ${DOCUMENT_FACTS} f
    where o.id = ${id}`)
  if (!order || (order.status === 'OFFER-DELETE' && !may(actor, ordersRights.restoreOffer))) {
    return refuse('missing', 'orders.missing', { orderId: id })
  }
  const { openTasks, short, document, cash, ...detail } = order
  const errorMessage = document && messageFor(document, may(actor, invoicingSteps.answers))
  return {
    order: {
      ...detail,
      cashLimit: cashWarningOf(cash),
      grey: flagsOf(await readCodes(rows), detail.refcode).grey,
      document: document && { ...document, errorMessage },
      facts: { ...order.facts, short, openTasks },
    },
  }
})
