/** Locks the rows of orders and reads them with the facts of their life cycle. */
import type { Quantity } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { AWAITS_DOCUMENT, type OrderFacts } from '../domain/lifecycle.ts'
import {
  AWAITS_MARK,
  AWAITS_MARK_CODES,
  CONFIRMED_NOT_ISSUED,
  OPEN_DOCUMENT_STATUSES,
  QUIET_MINUTES,
} from '../domain/order.ts'
import { SHORT_IF_WAITING } from './order-stock.ts'

export type LockedOrder = OrderFacts & {
  readonly id: number
  readonly version: number
  readonly customerId: number
  readonly name: string
  readonly label: string
  /** The packer, or null while the order is not packed. */
  readonly packagedBy: string | null
  /** The number of parcels, 1 until the order is packaged. */
  readonly parcels: number
  readonly refcode: string | null
  readonly invoiceReason: string | null
  readonly invoicedOn: string | null
  readonly shipping: Record<string, unknown>
  /** The driver, or null if none is chosen. */
  readonly shippingBy: string | null
  /** True if a document waits for the accounting service or for a person. */
  readonly documentOpen: boolean
  /** True if the order was imported as an earlier system left it. No command changes it (C-76). */
  readonly historic: boolean
  /** True if its goods left the stock of an earlier system: whatever happens to it moves neither stock nor loans (C-94). */
  readonly packedEarlier: boolean
}

/** Counts the open production tasks of an order `o`. */
export const OPEN_TASKS: Sql = sql`coalesce((select t.tasks from open_order_tasks t where t.order_id = o.id), 0)`

/**
 * Selects the accounting documents `d` of an order `o`: its own, and for a follow-up order also the invoice that covers
 * its goods (C-27).
 */
export const DOCUMENTS: Sql = sql`(d.order_id = o.id or (d.order_id = o.invoice_order_id and d.kind = 'invoice'))`

/** Over documents `d`: reports whether one is the newest invoice of its order, and the accounting service has not accepted it. */
export const NEWEST_UNACCEPTED: Sql = sql`(d.kind = 'invoice' and d.status <> 'ACKNOWLEDGED' and not exists (
  select from order_documents newer
  where newer.order_id = d.order_id and newer.kind = 'invoice' and newer.id > d.id))`

/** Over documents `d`: reports whether one waits for the accounting service or for a person. */
const DOCUMENT_OPEN: Sql = sql`d.status = any(${OPEN_DOCUMENT_STATUSES}::text[])`

/** Selects what lists and pages show of a document `d`: its status, or that a person enters its MARK, as `shownStatus` says. */
export const SHOWN_STATUS: Sql = sql`(
  case when d.status = 'SENDING' and d.error_code = any(${[...AWAITS_MARK_CODES]}::text[]) then ${AWAITS_MARK} else d.status end)`

/** Over a document `d` of an order `o`: reports whether it is of a kind for which the order waits in its status. */
function waitsFor(kind: keyof typeof AWAITS_DOCUMENT): Sql {
  return sql`(d.kind = ${kind} and o.status = any(${[...AWAITS_DOCUMENT[kind]]}::text[]))`
}

/**
 * Selects what lists show of the newest document of an order `o`, or null if the service has accepted it or the order waits for none in its
 * status. A document that failed is no longer shown when a later one is accepted.
 */
export const WAITING_DOCUMENT: Sql = sql`
  case when o.status = any(${Object.values(AWAITS_DOCUMENT).flat()}::text[]) then (
    select ${SHOWN_STATUS} from order_documents d
    where d.order_id = o.id and d.status <> 'ACKNOWLEDGED' and (${waitsFor('invoice')} or ${waitsFor('credit-note')}) and not exists (
      select from order_documents later where later.order_id = d.order_id and later.id > d.id and later.status = 'ACKNOWLEDGED')
    order by d.id desc limit 1) end`

/**
 * Over documents or delivery notes `d`: reports whether a call for one may still be in progress although a person confirmed that nothing
 * was issued.
 */
export const MAY_BE_BOOKED: Sql = sql`(d.status = 'FAILED' and d.error_code = ${CONFIRMED_NOT_ISSUED}
  and coalesce(d.unclear_since > now() - make_interval(mins => ${QUIET_MINUTES}), false))`

/**
 * Over documents `d`: reports whether one may still be issued. So the order waits some minutes before it may be changed, cancelled or
 * invoiced otherwise.
 */
const DOCUMENT_UNDER_WAY: Sql = sql`(${DOCUMENT_OPEN} or ${MAY_BE_BOOKED})`

/** Selects what the documents of an order `o` mean for its life cycle, as a table of one row for `cross join lateral`. */
export const DOCUMENT_FACTS: Sql = sql`(
  select coalesce(bool_or(${DOCUMENT_OPEN}), false) as "documentOpen",
    coalesce(bool_or(${DOCUMENT_UNDER_WAY}), false) as "documentUnderWay",
    coalesce(bool_or(d.kind = 'invoice' and d.status = 'ACKNOWLEDGED'), false) as "invoiceAccepted",
    coalesce(bool_or(d.kind = 'credit-note' and d.status = 'ACKNOWLEDGED'), false)
      or (o.credited_cents > 0 and o.credited_cents = o.total_cents) as credited
  from order_documents d where ${DOCUMENTS})`

/** Returns those of some orders of which a document may still be issued, such as a credit note. */
export async function ordersUnderWay(rows: Rows, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const found = await rows.many<{ id: number }>(sql`
    select o.id from orders o cross join lateral ${DOCUMENT_FACTS} f where ${isOneOf(sql`o.id`, ids)} and f."documentUnderWay"`)
  return new Set(found.map(({ id }) => id))
}

/** Returns orders by id, locked until the command ends. Missing orders are left out. */
export function lockOrders(tx: Rows, ids: readonly number[]): Promise<LockedOrder[]> {
  return tx.many<LockedOrder>(sql`
    select o.id, o.version, o.status, o.customer_id as "customerId", o.name, o.label, nullif(o.packaged_by, '') as "packagedBy",
      o.parcels, o.refcode, o.invoice_reason as "invoiceReason", o.invoiced_on as "invoicedOn",
      o.shipping, nullif(o.shipping_by, '') as "shippingBy", o.historic, o.packed_earlier as "packedEarlier",
      o.invoice_mode as "invoiceMode",
      ${SHORT_IF_WAITING} as short,
      ${OPEN_TASKS} as "openTasks", f."documentOpen", f."documentUnderWay", f."invoiceAccepted", f.credited
    from orders o cross join lateral ${DOCUMENT_FACTS} f
    where ${isOneOf(sql`o.id`, ids)}
    order by o.id
    for update of o`)
}

/** Returns one locked order, and refuses if there is none. */
export async function lockOrder(tx: Rows, id: number): Promise<LockedOrder> {
  const [order] = await lockOrders(tx, [id])
  return order ?? refuse('missing', 'orders.missing', { orderId: id })
}

type Piece = {
  readonly orderId: number
  readonly productId: number
  readonly productName: string
  readonly quantity: Quantity
}

/** What an order takes from the stock: the products it sells and the materials it lends. */
export type Goods = { readonly lines: readonly Piece[]; readonly loans: readonly Piece[] }

/** Reads what an order takes, or took, from the stock. */
export async function readGoods(tx: Rows, orderId: number): Promise<Goods> {
  const goods = await tx.many<Piece & { lent: boolean }>(sql`
    select order_id as "orderId", product_id as "productId", name as "productName", quantity_e4 as quantity, lent
    from order_goods where order_id = ${orderId}`)
  const plain = ({ lent: _, ...rest }: Piece & { lent: boolean }): Piece => rest
  return { lines: goods.filter((one) => !one.lent).map(plain), loans: goods.filter((one) => one.lent).map(plain) }
}
