/** Posts delivered orders and their credit notes in part to the ledger of money. A sale counts on its own day (C-70). */
import { type Documents, post, repost, VAT_PART } from '#features/ledger/server/post.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { isOneOf } from '#server/db/one-of.ts'
import type { MergeRule } from '#server/merging/merging.ts'

/** The salesperson of a sale: that of its customer now. */
const AT_SALE: Sql = sql`select u.salesperson_id from customers u where u.id = o.customer_id`
const rate = (salesperson: Sql): Sql => sql`case when ${salesperson} is null then 0 else commission_rate() end`
/** The salesperson and the rate of a sale. One that was posted before keeps those of its moment, whatever has changed since. */
const AS_POSTED: Sql = sql`
  select case when p.id is null then s.salesperson_id else p.salesperson_id end as salesperson_id,
    case when p.id is null then ${rate(sql`s.salesperson_id`)} else p.commission_bp end as commission_bp
  from (${AT_SALE}) s left join postings p on p.source = 'order' and p.document_id = o.id and p.line = 0 and p.ended_at is null`

/** What a line of the ledger says of every order and credit note `o`. */
const COMMON: Sql = sql`coalesce(o.refcode, '') as refcode, null::text as bound, null::text as type, coalesce(o.invoice_mode = 'red', false) as red,
  s.salesperson_id, s.commission_bp`
const AGAINST: Sql = sql`o.historic, 'sales' as against, null::bigint as against_party, '' as against_reference`

/** Delivered orders `o` with the credit notes in part that were issued, as they post. */
export const ordersPosted = (which: Sql, seller: Sql = AS_POSTED): Documents => ({
  source: 'order',
  parts: VAT_PART,
  of: sql`
  select o.id as document_id, sale_day(o.invoiced_on, o.shipped_on, o.created_at) as day, 'customers' as account,
    o.customer_id as party_id, o.total_cents as cents, o.products_cents as net_cents, o.vat_cents, o.total_cents, coalesce((
      select sum(round(l.quantity_e4::numeric * l.cost_price_e4 / 1000000)) from order_lines l where l.order_id = o.id), 0)::bigint as cost_cents,
    ${COMMON}, coalesce(o.refcode, '') as reference, null::bigint as answers_id, ${AGAINST}
  from orders o cross join lateral (${seller}) s
  where o.status = 'SHIPPED' and ${which}
  union all
  select -c.id, greatest(c.issued_on, sale_day(o.invoiced_on, o.shipped_on, o.created_at)), 'customers', o.customer_id,
    -c.total_cents, -c.net_cents, -c.vat_cents, -c.total_cents, 0::bigint, ${COMMON}, concat_ws(' ', d.series, d.number), o.id, ${AGAINST}
  from orders o cross join lateral (${seller}) s join credits c on c.order_id = o.id join order_documents d on d.id = c.document_id
  where o.status = 'SHIPPED' and o.credited_cents > 0 and c.issued_on is not null and c.total_cents > 0 and ${which}`,
})

/** Posts orders that have just been delivered. */
export const postOrders = (tx: Rows, ids: readonly number[]): Promise<void> =>
  post(
    tx,
    ordersPosted(
      isOneOf(sql`o.id`, ids),
      sql`select s.salesperson_id, ${rate(sql`s.salesperson_id`)} as commission_bp from (${AT_SALE}) s`,
    ),
  )

/** Posts orders again that have changed, or that no longer count as delivered. */
export const repostOrders = (tx: Rows, ids: readonly number[]): Promise<void> =>
  repost(
    tx,
    sql`(${isOneOf(sql`p.document_id`, ids)} or p.document_id in (select -c.id from credits c where ${isOneOf(sql`c.order_id`, ids)}))`,
    ordersPosted(isOneOf(sql`o.id`, ids)),
  )

/** The orders that a merge of customers moved are on the account of the other one. */
export const postingsFollow: MergeRule = {
  of: 'customers',
  whyNot: async () => null,
  whyNoUndo: async () => null,
  settle: async ({ tx }, { keptId, mergedId }) => {
    const moved = await tx.many<{ id: number }>(sql`
      select o.id from postings p join orders o on o.id = p.document_id
      where p.account = 'customers' and p.party_id = any(${[keptId, mergedId]}::bigint[]) and p.ended_at is null and p.source = 'order'
        and p.document_id > 0 and o.customer_id <> p.party_id`)
    if (moved.length > 0)
      await repostOrders(
        tx,
        moved.map(({ id }) => id),
      )
  },
}
