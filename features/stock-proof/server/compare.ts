/**
 * Compares what the database stores of the stock with what follows from its documents. Each comparison is one statement, so it reads
 * one snapshot and goods may move meanwhile.
 */
import { PROMISED_STATUSES } from '#features/orders/domain/order.ts'
import { promisedLines } from '#features/orders/server/derived.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { type DifferenceKind, MOST_DIFFERENCES } from '../domain/contract.ts'

/** A difference as it is stored. `orderId` names the first order that does not fit, `movementId` the first movement. */
export type Found = {
  readonly productId: number
  readonly kind: DifferenceKind
  readonly right: number
  readonly stored: number
  readonly movementId: number | null
  readonly rightBalance: number | null
  readonly orderId: number | null
}

/** Products compared by one statement, so that a single connection is free again soon. */
const PRODUCTS_AT_ONCE = 100

export type Piece = {
  /** The last product of the piece; null after the last piece. */
  readonly last: number | null
  readonly products: number
  readonly movements: number
  readonly found: readonly Found[]
}

/** The movements of lent goods. */
const OF_LOANS: Sql = sql`reason in ('lent', 'lent-restored')`

/**
 * A cost that does not fit in the `chain` of movements: the value is not the one before plus the cost, a cost is missing, or the value is
 * not what the stock is worth at the average. That is rounded to half a hundred-millionth, and the value to half a cent. A price difference
 * belongs to the movement before it. A balance that does not fit is a difference of the ledger.
 */
const COST_MISFIT: Sql = sql`(case when cost_cents is null then value_before is not null
  else value_cents is distinct from coalesce(value_before, 0) + cost_cents or average_cost_e8 is null or (
    followed_by is distinct from 'price-difference' and balance_e4 = right_e4 and
    abs(value_cents * 10000000000::numeric - balance_e4 * average_cost_e8::numeric) > greatest(5000000000, abs(balance_e4) / 2 + 1)) end)`

/**
 * Compares the next products after the product `after`: their stock and its value with the ledger, and their loans with the lent goods.
 */
export async function comparePiece(rows: Rows, after: number): Promise<Piece> {
  const edge = await rows.maybe<{ last: number | null }>(sql`
    select max(id) as last from (select id from products where id > ${after} order by id limit ${PRODUCTS_AT_ONCE}) p`)
  const last = edge?.last ?? null
  if (last === null) return { last, products: 0, movements: 0, found: [] }
  const { products, movements, found } = await rows.one<Omit<Piece, 'last'>>(compareProducts(after, last))
  return { last, products, movements, found }
}

/** The statement that compares the products after `after` up to `last`. In one piece, because it must read one snapshot. */
const compareProducts = (after: number, last: number): Sql => sql`
  with chain as (
    select product_id, id, at, reason, quantity_e4,
      balance_e4, coalesce(lead(balance_e4) over newest_first, 0) + quantity_e4 as right_e4, cost_cents, value_cents, average_cost_e8,
      lead(value_cents) over newest_first as value_before, lag(reason) over newest_first as followed_by
    from stock_movements where product_id > ${after} and product_id <= ${last}
    window newest_first as (partition by product_id order by at desc, id desc)),
  ledger as (
    select product_id, sum(quantity_e4)::bigint as total_e4, count(*) as movements,
      (array_agg(id order by at, id) filter (where balance_e4 <> right_e4))[1] as misfit,
      (array_agg(right_e4 order by at, id) filter (where balance_e4 <> right_e4))[1] as misfit_right_e4,
      coalesce(-sum(quantity_e4) filter (where ${OF_LOANS}), 0)::bigint as lent_e4, sum(cost_cents)::bigint as total_cents,
      (array_agg(id order by at, id) filter (where ${COST_MISFIT}))[1] as cost_misfit,
      (array_agg(average_cost_e8 order by at desc, id desc) filter (where average_cost_e8 is not null))[1] as average_cost_e8
    from chain group by product_id),
  booked as (
    select product_id, sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end)::bigint as lent_e4
    from loans where product_id > ${after} and product_id <= ${last} and origin = 'order' and not moves_no_stock
    group by product_id),
  compared as (
    select p.id, p.stock_e4, coalesce(l.total_e4, 0) as total_e4, l.misfit, l.misfit_right_e4, coalesce(l.movements, 0) as movements,
      coalesce(l.lent_e4, 0) as moved_e4, coalesce(b.lent_e4, 0) as booked_e4, coalesce(l.total_cents, 0) as total_cents,
      coalesce(p.stock_value_cents, 0) as value_cents, l.cost_misfit,
      p.average_cost_e8 is distinct from l.average_cost_e8 as differs_in_average
    from products p left join ledger l on l.product_id = p.id left join booked b on b.product_id = p.id
    where p.id > ${after} and p.id <= ${last}),
  found as (
    select id as "productId", 'LEDGER' as kind, total_e4 as "right", stock_e4 as stored, misfit as "movementId",
      misfit_right_e4 as "rightBalance", null::bigint as "orderId"
    from compared where stock_e4 <> total_e4 or misfit is not null
    union all
    select id, 'VALUE', total_cents, value_cents, cost_misfit, null, null
    from compared where value_cents <> total_cents or cost_misfit is not null or differs_in_average
    union all
    select c.id, 'LOANS', c.moved_e4, c.booked_e4, family.movement, null, family.order_id
    from compared c left join lateral (
      -- a follow-up order continues the loans of the order that was invoiced
      select coalesce(o.invoice_order_id, lent.order_id) as order_id, min(lent.movement) as movement
      from (
        select order_id, -quantity_e4 as quantity_e4, id as movement from stock_movements where product_id = c.id and ${OF_LOANS}
        union all
        select order_id, case bound when 'OUTBOUND' then -quantity_e4 else quantity_e4 end, null from loans
        where product_id = c.id and origin = 'order' and not moves_no_stock) lent
      left join orders o on o.id = lent.order_id
      group by 1 having sum(lent.quantity_e4) <> 0 order by min(lent.movement), 1 limit 1) family on true
    where c.moved_e4 <> c.booked_e4)
  select (select count(*)::int from compared) as products, (select coalesce(sum(movements), 0)::bigint from compared) as movements,
    (select coalesce(jsonb_agg(found), '[]') from found) as found`

type Promises = {
  readonly orders: number
  /** All products whose promises differ. */
  readonly differing: readonly number[]
  /** The first of their differences, at most as many as a check stores. */
  readonly found: readonly Found[]
}

/** Compares what is promised with the lines and lent items of the orders that wait for their goods. */
export async function comparePromises(rows: Rows): Promise<Promises> {
  return rows.one<Promises>(sql`
    with needed as (
      select product_id, order_id, sum(quantity_e4)::bigint as e4 from (${promisedLines.computed}) wanted group by product_id, order_id),
    promised as (
      select product_id, order_id, sum(quantity_e4)::bigint as e4 from promised_lines group by product_id, order_id),
    both_sides as (
      select product_id, order_id, coalesce(n.e4, 0) as right_e4, coalesce(p.e4, 0) as stored_e4
      from needed n full join promised p using (product_id, order_id)),
    found as materialized (
      select b.product_id as "productId", 'PROMISES' as kind, sum(right_e4)::bigint as "right", sum(stored_e4)::bigint as stored,
        null as "movementId", null as "rightBalance", min(order_id) filter (where right_e4 <> stored_e4) as "orderId"
      from both_sides b join products on products.id = b.product_id group by b.product_id
      having bool_or(right_e4 <> stored_e4))
    select (select count(*)::int from orders where status = any(${[...PROMISED_STATUSES]}::text[])) as orders, (select coalesce(jsonb_agg("productId"), '[]') from found) as differing,
      (select coalesce(jsonb_agg(f), '[]') from (select * from found order by "productId" limit ${MOST_DIFFERENCES}) f) as found`)
}
