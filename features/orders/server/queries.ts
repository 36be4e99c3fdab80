/** Reads orders: the list and its counts, one order, and its history. */
import { productsRights } from '#features/products/domain/rights.ts'
import { promisedQuantity } from '#features/products/server/promised.ts'
import { may } from '#kernel/rights.ts'
import { refuse } from '#kernel/refusal.ts'
import { keptQuery, query } from '#server/command.ts'
import { raw, sql } from '#server/db/database.ts'
import { lastChange, readHistory } from '#server/history.ts'
import { requireRecord } from '#server/entities.ts'
import { countRows, countRowsBy } from '#server/paging.ts'
import * as contract from '../domain/contract.ts'
import { ORDER_STATUSES } from '../domain/order.ts'
import { ordersRights } from '../domain/rights.ts'
import { storedOrders } from './entity.ts'
import { orderConditions } from './list-conditions.ts'
import { readOrderPage } from './list-pages.ts'
import { DOCUMENT_OPEN, DOCUMENT_UNDER_WAY, DOCUMENTS, OPEN_TASKS } from './lock-orders.ts'
import { SHORT, STOCK_STATUS } from './order-stock.ts'

export const listOrdersQuery = keptQuery(contract.listOrders, (view, input) => readOrderPage(view, input, raw('')))

export const countOrdersQuery = keptQuery(contract.countOrders, (view, input) =>
  countRows(view.rows, sql`from orders o where ${orderConditions(input, view)}`),
)

export const orderIdsQuery = query(contract.orderIds, async (view, input) => {
  const found = await view.rows.many<{ id: number; openTasks: number }>(sql`
    select o.id, ${OPEN_TASKS} as "openTasks" from orders o where ${orderConditions(input, view)}
    order by o.id limit ${contract.MOST_TOGETHER + 1}`)
  const taken = found.slice(0, contract.MOST_TOGETHER)
  return {
    ids: taken.map((row) => row.id),
    more: found.length > taken.length,
    withOpenTasks: taken.filter((row) => row.openTasks > 0).length,
  }
})

export const orderCountsQuery = keptQuery(contract.orderCounts, async ({ rows }) => {
  return { counts: await countRowsBy(rows, sql`orders`, sql`status`, ORDER_STATUSES) }
})

/** Selects the quantity of a loan `l` that the pieces of its product carry, by the product's current requirement. */
const CARRIED = sql`(
  select round(sum(g.quantity_e4) * max(r.quantity) / 10000)::bigint
  from order_lines g, lateral (
    select sum(quantity_e4) as quantity from requirement_materials
    where product_id = l.origin_product_id and material_id = l.product_id) r
  where g.order_id = l.order_id and g.product_id = l.origin_product_id)`

export const orderDetailQuery = query(contract.orderDetail, async ({ rows, actor }, { id }) => {
  const stockFields = sql`'stock', p.stock_e4, 'stockStatus', ${STOCK_STATUS}, 'free', p.stock_e4 - ${promisedQuantity(sql`l.product_id`, id)}`
  const order = await rows.maybe<contract.OrderDetail & { openTasks: number; short: string[] }>(sql`
    select o.id, o.version, o.status, o.name, o.label, o.description, o.driver_note as "driverNote",
      o.delivery_address as "deliveryAddress", o.expected_delivery_at as "expectedDelivery", o.valid_until as "validUntil",
      o.refcode, o.shipping, nullif(o.shipping_by, '') as "shippingBy", nullif(o.packaged_by, '') as "packagedBy",
      o.invoice_mode as "invoiceMode",
      o.invoiced_on as "invoicedOn", o.historic, o.created_at as created, o.updated_at as updated,
      json_build_object('id', c.id, 'name', c.name, 'label', c.label, 'phone', c.phone, 'vat', c.vat, 'customFields', c.custom_fields) as customer,
      json_build_object('lineCount', o.line_count, 'quantity', o.quantity_e4, 'products', o.products_cents, 'vat', o.vat_cents, 'total', o.total_cents) as totals,
      coalesce((
        select json_agg(json_build_object(
          'productId', l.product_id, 'name', l.name, 'sku', l.sku, 'unit', l.unit, 'vat', l.vat_bp, 'salesPrice', l.sales_price_e4,
          'costPrice', case when ${may(actor.role, productsRights.cost)} then l.cost_price_e4 end, 'quantity', l.quantity_e4,
          'total', l.total_cents, 'vatAmount', l.vat_cents,
          ${stockFields}) order by l.line_no)
        from order_lines l join products p on p.id = l.product_id
        where l.order_id = o.id), '[]') as lines,
      coalesce((
        select json_agg(json_build_object('productId', l.product_id, 'originProductId', l.origin_product_id, 'name', l.name,
          'sku', l.sku, 'unit', l.unit, 'quantity', l.quantity_e4, 'carried', ${CARRIED}, ${stockFields}) order by l.line_no)
        from order_loans l join products p on p.id = l.product_id
        where l.order_id = o.id), '[]') as loans,
      ${SHORT} as short,
      (select json_build_object('kind', d.kind, 'status', d.status, 'mark', d.mark, 'qrUrl', d.qr_url,
          'errorCode', d.error_code, 'errorMessage', d.error_message, 'settledBy', d.settled_by,
          'settledReason', d.settled_reason, 'attempts', d.attempts, 'updated', d.updated_at)
        from accounting_documents d where ${DOCUMENTS} order by d.id desc limit 1) as document,
      (select json_build_object(
          'documentOpen', coalesce(bool_or(${DOCUMENT_OPEN}), false),
          'documentUnderWay', coalesce(bool_or(${DOCUMENT_UNDER_WAY}), false),
          'invoiceAccepted', coalesce(bool_or(d.kind = 'invoice' and d.status = 'ACKNOWLEDGED'), false),
          'credited', coalesce(bool_or(d.kind = 'credit-note' and d.status = 'ACKNOWLEDGED'), false))
        from accounting_documents d where ${DOCUMENTS}) as facts,
      ${OPEN_TASKS} as "openTasks"
    from orders o join customers c on c.id = o.customer_id
    where o.id = ${id}`)
  if (!order || (order.status === 'OFFER-DELETE' && !may(actor.role, ordersRights.restoreOffer))) {
    return refuse('missing', 'orders.missing', { orderId: id })
  }
  const { openTasks, short, ...detail } = order
  return { order: { ...detail, facts: { ...order.facts, short, openTasks } } }
})

/** Leaves out offers, cancelled orders and follow-up orders, which do not show what the customer usually buys. */
export const lastOrderQuery = query(contract.lastOrder, async ({ rows }, { customerId }) => ({
  order:
    (await rows.maybe<contract.LastOrder>(sql`
      select o.id, o.created_at as created, o.total_cents as total,
        coalesce((
          select json_agg(json_build_object('productId', l.product_id, 'name', l.name, 'quantity', l.quantity_e4,
            'salesPrice', l.sales_price_e4) order by l.line_no)
          from order_lines l where l.order_id = o.id), '[]') as lines,
        coalesce((
          select json_agg(json_build_object('productId', n.product_id, 'originProductId', n.origin_product_id,
            'name', n.name, 'quantity', n.quantity_e4) order by n.line_no)
          from order_loans n where n.order_id = o.id), '[]') as loans
      from orders o
      where o.customer_id = ${customerId} and o.status not in ('OFFER', 'OFFER-DELETE', 'CANCELED')
        and o.follows_order_id is null
      order by o.id desc limit 1`)) ?? null,
}))

export const orderHistoryQuery = query(contract.orderHistory, async ({ rows, actor }, input) => {
  await requireRecord(rows, actor, storedOrders, input.id, 'orders.missing')
  return readHistory(rows, 'orders', input)
})

export const lastOrderChangeQuery = query(contract.lastOrderChange, async ({ rows, actor }, { id }) => {
  await requireRecord(rows, actor, storedOrders, id, 'orders.missing')
  return { change: await lastChange(rows, 'orders', id) }
})
