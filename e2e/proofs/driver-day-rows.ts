/** Reads what is stored of a driver's day, and states what must be stored of an order. */
import { type Database, sql } from '#server/db/database.ts'
import type { Order } from './driver-shipment.ts'

export type Handover = { readonly amount: number; readonly counted: number; readonly note: string }

type StoredOrder = {
  id: number
  follows: number | null
  status: string
  products: number
  vat: number
  lines: number[]
  lent: number
  booked: number
  photos: number
  proofs: number
  stops: [string | null, string | null][] | null
}

/** Reads the orders and payments of the customer, the hand-overs with a higher id than `handover`, loans and stock. */
export async function readDay(db: Database, customer: number, handover: number) {
  const orders = await db.many<StoredOrder>(sql`
    select o.id, o.status, o.follows_order_id as follows, o.products_cents as products, o.vat_cents as vat,
      (select json_agg(quantity_e4 / 10000 order by line_no) from order_lines where order_id = o.id) as lines,
      (select coalesce(sum(quantity_e4), 0)::bigint / 10000 from order_loans where order_id = o.id) as lent,
      (select coalesce(sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end), 0)::bigint / 10000
        from loans where order_id = o.id and origin = 'order') as booked,
      (select count(*)::int from delivery_photos where order_id = o.id) as photos,
      (select count(*)::int from delivery_proofs where order_id = o.id) as proofs,
      (select json_agg(json_build_array(outcome, reason_code)) from shipment_orders where order_id = o.id) as stops
    from orders o where o.customer_id = ${customer} order by o.id`)
  const payments = await db.many<{ taken: number; handover: number | null; carried: number }>(sql`
    select amount_cents as taken, handover_id as handover, carried_by as carried from payments
    where customer_id = ${customer} order by id`)
  const handovers = await db.many<Handover & { id: number }>(sql`
    select id, amount_cents as amount, counted_cents as counted, note from cash_handovers
    where id > ${handover} order by id`)
  const rest = await db.one<{ lent: number; held: number; movements: number }>(sql`
    select (select coalesce(sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end), 0)::bigint / 10000
        from loans where customer_id = ${customer}) as lent,
      (select coalesce(sum(held_e4), 0)::bigint / 10000 from loan_sums where customer_id = ${customer}) as held,
      (select count(*)::int from stock_movements) as movements`)
  return { orders, payments, handovers, rest }
}

/** Returns the stored data of an order and its follow-up orders, with the sums of all of them. */
export function storedParts(orderId: number, stored: readonly StoredOrder[]) {
  const parts = stored.filter(({ id, follows }) => id === orderId || follows === orderId)
  const sum = (of: 'products' | 'vat') => parts.reduce((all, part) => all + part[of], 0)
  return {
    parts: parts.map(({ id: _, follows: __, products: ___, vat: ____, ...part }) => part),
    products: sum('products'),
    vat: sum('vat'),
  }
}

/** Returns the expected data of an order and of its follow-up order. */
export function expectedParts(order: Order) {
  const left = order.left ?? order.lines
  const [first = 0] = left
  const following = (order.lines[0] ?? 0) - first
  const isBack = order.outcome === 'RETURNED' || order.outcome === 'INVOICED'
  const own = {
    status: order.outcome ?? 'ON SHIPPING',
    lines: left.filter((pieces) => pieces > 0),
    lent: first,
    booked: first,
    photos: order.photos,
    proofs: order.outcome === 'SHIPPED' ? 1 : 0,
    stops: [[order.outcome, isBack ? 'closed' : null]],
  }
  const lent = { lent: following, booked: following }
  const rest = { status: 'INVOICED', lines: [following], ...lent, photos: 0, proofs: 0, stops: null }
  const { products, vat } = order.totals
  return { parts: order.left ? [own, rest] : [own], products, vat }
}
