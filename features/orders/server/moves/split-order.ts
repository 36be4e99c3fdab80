/** Splits an order that was delivered or packaged in part: the rest becomes a follow-up order (C-27). */
import { bookLoans } from '#features/loans/server/book-loans.ts'
import { changes } from '#kernel/changes.ts'
import { type Cents, PLACES, toNumber, type UnitPrice } from '#kernel/money.ts'
import { stopOn } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { columnsOf } from '#server/records/kinds.ts'
import {
  type Delivered,
  isDeliveredInFull,
  type SplitLine,
  type SplitLoan,
  splitLines,
  splitLoans,
  whyNotDelivered,
} from '../../domain/split.ts'
import { ORDER_FIELDS } from '../../domain/fields.ts'
import { goodsChanges } from '../../domain/goods-history.ts'
import type { OrderStatus } from '../../domain/order.ts'
import { orderTotals, type OrderTotals, withOwnVat } from '../../domain/totals.ts'
import type { LockedOrder } from '../lock-orders.ts'
import { writeLines } from '../write/write-order.ts'
import { creditsByLine, moveCredits, readCredits } from './credits.ts'
import { repostOrders } from './post-orders.ts'

type Line = SplitLine & {
  readonly vatRounding: Cents
  readonly sku: string
  readonly costPrice: UnitPrice
  readonly note: string
  readonly service: boolean
  readonly lost: boolean
}
type Loan = SplitLoan & {
  readonly lineNo: number
  readonly productId: number
  readonly productName: string
  readonly sku: string
  readonly unit: string
  readonly costPrice: UnitPrice
}

/**
 * Keeps the delivered part in the order and writes the rest as a follow-up order, invoiced and waiting for a shipment.
 * Returns its id, or null if there is no rest. Stock does not move.
 */
export async function splitOrder(
  work: Work,
  order: LockedOrder,
  delivered: readonly Delivered[],
): Promise<number | null> {
  const split = await splitGoods(work, order, delivered, 'delivery')
  if (split === null) return null
  // no loan of goods that an earlier system packed was booked here
  if (order.packedEarlier) return split.followUpId
  const customer = { customerId: order.customerId, customerName: order.name }
  await bookLoans(work, 'INBOUND', { id: order.id, ...customer }, split.lentRest)
  await bookLoans(work, 'OUTBOUND', { id: split.followUpId, ...customer }, split.lentRest)
  return split.followUpId
}

/**
 * Keeps the packed part in an order before its goods are taken, and writes the rest as a follow-up order that waits for
 * stock and gets an invoice of its own. Returns its id, or null if there is no rest. Neither stock nor loans move.
 */
export async function splitBeforePacking(
  work: Work,
  order: LockedOrder,
  packed: readonly Delivered[],
): Promise<number | null> {
  const split = await splitGoods(work, order, packed, 'packing')
  return split?.followUpId ?? null
}

/** What left less than the order: a delivery of invoiced goods, or a packing before the invoice. */
type Occasion = 'delivery' | 'packing'

/** Writes both parts of an order with their sums and history. Returns null if there is no rest. */
async function splitGoods(
  work: Work,
  order: LockedOrder,
  delivered: readonly Delivered[],
  occasion: Occasion,
): Promise<{ followUpId: number; lentRest: Loan[] } | null> {
  const { tx } = work
  const lines = await readLines(tx, order.id)
  stopOn(whyNotDelivered(lines, delivered))
  if (isDeliveredInFull(lines, delivered)) return null
  const loans = await readLent(tx, order.id)
  const credits = occasion === 'delivery' ? await readCredits(tx, order.id) : []
  const split = splitLines(lines, delivered, creditsByLine(credits))
  // both parts of a delivery are on one invoice, and each part of a packing will be on its own
  const goods = occasion === 'delivery' ? split : { kept: withOwnVat(split.kept), rest: withOwnVat(split.rest) }
  const lent = splitLoans(loans, lines, goods.rest)
  const followUpId = await insertFollowUp(work, order.id, goods.rest, occasion)
  await writeLines(work, order.id, { lines: goods.kept, loans: named(lent.kept) }, true)
  await writeLines(work, followUpId, { lines: numbered(goods.rest), loans: named(numbered(lent.rest)) }, true)
  const [before, after] = [orderTotals(lines), orderTotals(goods.kept)]
  await tx.run(sql`
    update orders set line_count = ${after.lineCount}, quantity_e4 = ${after.quantity}, products_cents = ${after.products},
      vat_cents = ${after.vat}, total_cents = ${after.total}, updated_at = ${work.now}::timestamptz, version = version + 1
    where id = ${order.id}`)
  await moveCredits(work, { orderId: order.id, followUpId }, credits, goods)
  if (occasion === 'delivery') await repostOrders(tx, [order.id])
  work.record({
    entity: 'orders',
    id: order.id,
    changes: {
      ...changes({ total: euro(before) }, { total: euro(after), followUpOrder: followUpId }),
      ...goodsChanges({ lines, loans: named(loans) }, { lines: goods.kept, loans: named(lent.kept) }),
    },
  })
  work.record({
    entity: 'orders',
    id: followUpId,
    changes: changes(
      {},
      { status: STATUS_OF_REST[occasion], followsOrder: order.id, total: euro(orderTotals(goods.rest)) },
    ),
  })
  return { followUpId, lentRest: lent.rest }
}

const STATUS_OF_REST = { delivery: 'INVOICED', packing: 'PENDING-STOCK' } as const satisfies Record<
  Occasion,
  OrderStatus
>

/** Returns a total in the format of the history. */
const euro = ({ total }: OrderTotals): number => toNumber(total, PLACES.cents)

/** Returns the lines of an order with their totals. */
const readLines = (tx: Rows, orderId: number): Promise<Line[]> =>
  tx.many<Line>(sql`
    select line_no as "lineNo", product_id as "productId", name, sku, unit, vat_bp as vat, sales_price_e4 as "salesPrice",
      cost_price_e4 as "costPrice", quantity_e4 as quantity, total_cents as total, vat_cents as "vatAmount", vat_rounding_cents as "vatRounding", note, service, lost
    from order_lines where order_id = ${orderId} order by line_no`)

const readLent = (tx: Rows, orderId: number): Promise<Loan[]> =>
  tx.many<Loan>(sql`
    select line_no as "lineNo", product_id as "productId", origin_product_id as "originProductId", name as "productName",
      sku, unit, cost_price_e4 as "costPrice", quantity_e4 as quantity
    from order_loans where order_id = ${orderId} order by line_no`)

const numbered = <T extends object>(rows: readonly T[]): (T & { lineNo: number })[] =>
  rows.map((row, index) => ({ ...row, lineNo: index + 1 }))

/** Returns loans with their names, as the history of orders needs them. */
const named = (loans: readonly Loan[]) => loans.map((loan) => ({ ...loan, name: loan.productName }))

/**
 * Writes the follow-up order: customer and texts of the first order, and its own sums. After a delivery it also has the
 * packer and the invoice of the first order. After packing it has neither.
 */
async function insertFollowUp(
  { tx, now }: Work,
  orderId: number,
  lines: readonly Line[],
  occasion: Occasion,
): Promise<number> {
  const totals = orderTotals(lines)
  const { id } = await tx.one<{ id: number }>(sql`
    insert into orders (status, customer_id, name, label, ${columnsOf(ORDER_FIELDS)}, refcode, packaged_by, packaged_at, invoice_mode, invoice_reason, invoiced_on, packed_earlier,
      follows_order_id, invoice_order_id, line_count, quantity_e4, products_cents, vat_cents, total_cents, created_at, updated_at)
    select ${STATUS_OF_REST[occasion]}, o.customer_id, o.name, o.label, ${columnsOf(ORDER_FIELDS, 'o')}, d.refcode, coalesce(d.packaged_by, ''), d.packaged_at, d.invoice_mode,
      d.invoice_reason, d.invoiced_on, coalesce(d.packed_earlier, false), o.id, coalesce(d.invoice_order_id, d.id), ${totals.lineCount}::int,
      ${totals.quantity}::bigint, ${totals.products}::bigint, ${totals.vat}::bigint, ${totals.total}::bigint,
      ${now}::timestamptz, ${now}::timestamptz
    from orders o left join orders d on d.id = o.id and ${occasion === 'delivery'}::boolean
    where o.id = ${orderId}
    returning id`)
  return id
}
