/** Writes the orders of a driver's day into the database, in one shipment. */
import { lineAmounts, orderTotals } from '#features/orders/domain/totals.ts'
import { quantity, rate, unitPrice } from '#kernel/money.ts'
import { sql } from '#server/db/database.ts'
import type { TestCompany } from '#testing/company.ts'

/** The quantity of one piece. */
export const PIECE = 10_000
/** At this price the amounts of partly delivered lines need rounding. */
const PRICE = unitPrice(3_3350)

export type Order = {
  readonly id: number
  /** Pieces of each line. */
  readonly lines: readonly number[]
  readonly totals: { readonly products: number; readonly vat: number }
  outcome: string | null
  /** The delivered pieces of each line, or null if all were delivered. */
  left: readonly number[] | null
  photos: number
}

/** The customer of the day, the shipment, its orders, and what was stored before: the stock movements and the newest hand-over. */
export type Shipment = {
  readonly customer: number
  readonly shipment: number
  readonly orders: Order[]
  readonly before: { readonly movements: number; readonly handover: number }
}

/**
 * Creates the orders in one shipment of the driver, with the given pieces of each line. A glass is lent with each
 * piece of the first line.
 */
export async function createShipment(company: TestCompany, given: readonly (readonly number[])[]): Promise<Shipment> {
  const { db } = company
  const driver = company.userIds.driver
  // Payments that the driver carries from an earlier day would change the sums of this day.
  await db.run(sql`update payments set carried_by = null where carried_by = ${driver} and handover_id is null`)
  const { customer, shipment, ...before } = await db.one<{
    customer: number
    shipment: number
    movements: number
    handover: number
  }>(sql`
    with c as (insert into customers (name) values ('Ταβέρνα Πλάτανος') returning id),
      s as (insert into shipments (driver, driver_user_id) values ('Ονομα driver', ${driver}) returning id)
    select c.id as customer, s.id as shipment, (select count(*)::int from stock_movements) as movements,
      (select coalesce(max(id), 0) from cash_handovers) as handover from c, s`)
  const orders: Order[] = []
  for (const pieces of given)
    orders.push(await writeOrder(company, { customer, shipment, position: orders.length + 1 }, pieces))
  return { customer, shipment, orders, before }
}

/** Writes one order with the pieces of each line, its loan and its place in the shipment. */
async function writeOrder(
  { db, stock }: TestCompany,
  stop: { readonly customer: number; readonly shipment: number; readonly position: number },
  pieces: readonly number[],
): Promise<Order> {
  const lines = pieces.map((count, index) => {
    const figures = { quantity: quantity(count * PIECE), salesPrice: PRICE, vat: rate(2400) }
    // A glass is lent with the product of the first line.
    const productId = index === 0 ? stock.candle : stock.glass
    return { ...figures, ...lineAmounts(figures), productId, lineNo: index + 1 }
  })
  const totals = orderTotals(lines)
  const { id } = await db.one<{ id: number }>(sql`
    with o as (
      insert into orders (status, customer_id, name, packaged_by, refcode, invoice_mode, invoiced_on, line_count,
        quantity_e4, products_cents, vat_cents, total_cents)
      values ('ON SHIPPING', ${stop.customer}, 'Ταβέρνα Πλάτανος', 'Νίκος', '71.00.01', 'epsilon', '2026-11-20',
        ${totals.lineCount}, ${totals.quantity}, ${totals.products}, ${totals.vat}, ${totals.total})
      returning id),
    lines as (
      insert into order_lines (order_id, line_no, product_id, name, unit, vat_bp, sales_price_e4, cost_price_e4,
        quantity_e4, total_cents, vat_cents)
      select o.id, "lineNo", "productId", 'Κερί', 'Item', vat, "salesPrice", 0, quantity, total, "vatAmount"
      from o, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l("lineNo" int, "productId" bigint, vat int,
        "salesPrice" bigint, quantity bigint, total bigint, "vatAmount" bigint)),
    lent as (
      insert into order_loans (order_id, line_no, product_id, origin_product_id, name, unit, quantity_e4)
      select o.id, 1, ${stock.glass}, ${stock.candle}, 'Ποτήρι', 'Item', ${lines[0]?.quantity}::bigint from o),
    loans as (
      insert into loans (bound, customer_id, customer_name, product_id, product_name, order_id, origin, quantity_e4, user_name)
      select 'OUTBOUND', ${stop.customer}, 'Ταβέρνα Πλάτανος', ${stock.glass}, 'Ποτήρι', o.id, 'order',
        ${lines[0]?.quantity}::bigint, 'Νίκος' from o),
    stop as (
      insert into shipment_orders (shipment_id, order_id, position) select ${stop.shipment}, o.id, ${stop.position} from o)
    select id from o`)
  return { id, lines: pieces, totals, outcome: null, left: null, photos: 0 }
}
