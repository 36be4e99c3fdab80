/** Checks the rules that hold after any sequence of commands. Each name counts the violations of one rule. */
import { orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import { PACKAGED_STATUSES, PROMISED_STATUSES } from '#features/orders/domain/order.ts'
import { type Rows, sql } from '#server/db/database.ts'

/** The reason with which a test takes stock below zero. Without it a negative stock is a violation. */
export const OVERRULED = 'μετρήθηκαν στο ράφι'

/**
 * Counts the violations in stock, loans, totals, cash, shipments and invoices, by rule. Every count must be 0. In one piece, because
 * one statement reads one snapshot.
 */
export const countViolations = (db: Rows): Promise<Record<string, number>> =>
  db.one<Record<string, number>>(sql`
    with families as (
      select coalesce(invoice_order_id, id) as family, id, status from orders where not historic and not packed_earlier),
    moved as (
      select f.family, m.product_id, sum(m.quantity_e4) as quantity
      from stock_movements m join families f on f.id = m.order_id group by f.family, m.product_id),
    gone as (
      select f.family, g.product_id, sum(g.quantity_e4) as quantity
      from families f join order_goods g on g.order_id = f.id
      where f.status = any(${PACKAGED_STATUSES}::text[]) group by f.family, g.product_id)
    select
      (select count(*)::int from products p where p.stock_e4 <> coalesce((
        select sum(quantity_e4) from stock_movements where product_id = p.id), 0)) as "stock differs from the sum of its movements",
      (select count(*)::int from products p where coalesce(p.stock_value_cents, 0) <> coalesce((
        select sum(cost_cents) from stock_movements where product_id = p.id), 0)) as "value of a stock differs from the sum of the costs of its movements",
      (select count(*)::int from products p where p.average_cost_e8 is not null and (
        abs(p.stock_value_cents * 10000000000::numeric - p.stock_e4 * p.average_cost_e8::numeric) > greatest(5000000000, abs(p.stock_e4) / 2 + 1)))
        as "value of a stock differs from the stock at its average cost",
      (select count(*)::int from stock_movements
        where is_short(balance_e4) and quantity_e4 < 0 and coalesce(note, '') not like ${`%${OVERRULED}%`}) as "stock below zero without a reason",
      (select count(*)::int from gone full join moved using (family, product_id)
        where coalesce(gone.quantity, 0) + coalesce(moved.quantity, 0) <> 0) as "goods of an order differ from its stock movements",
      (select count(*)::int from orders o where coalesce((
          select sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end)
          from loans where order_id = o.id and origin = 'order'), 0)
        <> case when o.status = any(${PACKAGED_STATUSES}::text[]) and not o.historic and not o.packed_earlier then coalesce((
          select sum(quantity_e4) from order_loans where order_id = o.id), 0) else 0 end) as "loans of an order differ from its lent items",
      (select count(*)::int from loan_sums s where s.held_e4 < 0 and not exists (
        select from loans l where l.customer_id = s.customer_id and l.product_id is not distinct from s.product_id
          and l.reason is not null)) as "a customer holds fewer than zero lent items without a reason",
      (select count(*)::int from orders o cross join lateral (
          select count(*) as lines, sum(quantity_e4) as quantity, sum(total_cents) as products, sum(vat_cents) as vat
          from order_lines where order_id = o.id) l
        where (o.line_count, o.quantity_e4, o.products_cents, o.vat_cents, o.total_cents)
          is distinct from (l.lines, l.quantity, l.products, l.vat, l.products + l.vat) and not o.historic) as "totals differ from the sums of the lines",
      (select count(*)::int from (
          select order_id, product_id, sum(quantity_e4) as quantity from promised_goods group by order_id, product_id) p
        full join (
          select n.order_id, n.product_id, n.quantity_e4 as quantity from order_needs n join orders o on o.id = n.order_id
          where o.status = any(${PROMISED_STATUSES}::text[])) n using (order_id, product_id)
        where p.quantity is distinct from n.quantity) as "promised goods differ from the needs of waiting orders",
      (select count(*)::int from cash_handovers h where h.amount_cents <> coalesce((
        select sum(amount_cents) from payments where handover_id = h.id), 0)) as "a hand-over differs from the sum of its payments",
      (select count(*)::int from account_days d full join (
          select account, day, coalesce(sum(cents) filter (where bound = 'Inbound'), 0) as inbound, coalesce(-sum(cents) filter (where bound = 'Outbound'), 0) as outbound,
            coalesce(sum(cents) filter (where bound = 'Moved'), 0) as moved
          from (
            select case type when 'CASH' then case when carried_by is null then 'till' else 'carried' end when 'BANK' then 'bank'
                when 'CARD' then 'cards' else 'cheques' end as account, date as day, bound,
              case bound when 'Inbound' then amount_cents else -amount_cents end as cents from payments
            union all
            select unnest(array['carried', 'till', 'missing']), received_on, 'Moved',
              unnest(array[-amount_cents, received_cents, amount_cents - received_cents])
            from cash_handovers where status = 'RECEIVED'
            union all
            select unnest(array['till', 'bank']), day, 'Moved', unnest(array[-amount_cents, amount_cents]) from till_deposits
            union all
            select unnest(array['till', 'missing']), day, 'Moved', unnest(array[counted_cents - expected_cents, expected_cents - counted_cents])
            from till_closings where reopened_at is null) moved
          group by 1, 2) p using (account, day)
        where (coalesce(d.inbound_cents, 0), coalesce(d.outbound_cents, 0), coalesce(d.moved_cents, 0))
          is distinct from (coalesce(p.inbound, 0), coalesce(p.outbound, 0), coalesce(p.moved, 0))) as "an account of money differs on a day from what was paid and moved",
      (select count(*)::int from postings p join till_closings c on p.day <= c.day and p.ended_at > c.closed_at
          and (c.reopened_at is null or p.ended_at < c.reopened_at)
        where p.account = 'till') as "a line of the till ended after a closing that covers it",
      (select count(*)::int from shipment_orders so join orders o on o.id = so.order_id
        where so.outcome is null and o.status <> 'ON SHIPPING') as "an open stop of an order that is not on shipping",
      (select count(*)::int from orders o where o.status = 'ON SHIPPING' and not exists (
        select from shipment_orders so where so.order_id = o.id and so.outcome is null)) as "an order on shipping without an open stop",
      (select count(*)::int from shipments s where s.status = 'DONE' and exists (
        select from shipment_orders so where so.shipment_id = s.id and so.outcome is null)) as "a finished shipment with open stops",
      (select count(*)::int from orders o where o.invoice_mode = 'epsilon' and not o.historic and not o.packed_earlier and not exists (
        select from accounting_documents d where d.order_id = coalesce(o.invoice_order_id, o.id) and d.kind = 'invoice'
          and d.status = 'ACKNOWLEDGED')) as "an invoiced order without an accepted document",
      (select count(*)::int from accounting_documents d where d.kind = 'invoice' and d.status = 'ACKNOWLEDGED'
        and (d.request ->> 'total')::bigint <> (
          select sum(o.total_cents) from orders o where d.order_id in (o.id, o.invoice_order_id))) as "the parts of an order differ from its invoice",
      (select count(*)::int from orders o where o.credited_cents <> (
          select coalesce(sum(c.total_cents), 0) from credits c where c.order_id = o.id and c.issued_on is not null)
        or o.credited_cents > o.total_cents) as "what was credited of an order differs from its credit notes or exceeds it",
      (select count(*)::int from credits c cross join lateral (
          select coalesce(sum(net_cents), 0) as net, coalesce(sum(vat_cents), 0) as vat from credit_lines where credit_id = c.id) l
        where (c.net_cents, c.vat_cents) is distinct from (l.net, l.vat)) as "a credit differs from the sum of its lines",
      (select count(*)::int from document_series s where s.last_number - s.first_number + 1 - s.skipped <> (
        select count(*) from document_numbers n where n.series = s.series and n.year = s.year and n.branch = s.branch
          and n.number between s.first_number and s.last_number)) as "a series of documents has a gap",
      (select count(*)::int from accounting_documents d
        join document_numbers n on n.series = d.series and n.year = d.series_year and n.branch = d.branch and n.number = d.number
        where d.status <> 'FAILED' and (n.order_id <> d.order_id or n.voided_at is not null
          or n.issued <> (d.status = 'ACKNOWLEDGED'))) as "a document has a number that is void or of another order",
      (select count(*)::int from orders o where o.invoice_order_id is not null and not exists (
        select from orders f where f.id = o.follows_order_id and f.status = 'SHIPPED')) as "an order follows an undelivered order",
      (select count(*)::int from (
          select source, document_id as id, day, total_cents, party_id from postings
          where line = 0 and source in ('order', 'invoice', 'payment') and ended_at is null) counted
        full join (
          select 'order' as source, id, sale_day(invoiced_on, shipped_on, created_at) as day, total_cents, customer_id as party_id
          from orders where status = 'SHIPPED'
          union all
          select 'order', -c.id, greatest(c.issued_on, sale_day(o.invoiced_on, o.shipped_on, o.created_at)), -c.total_cents, o.customer_id
          from credits c join orders o on o.id = c.order_id where o.status = 'SHIPPED' and c.issued_on is not null and c.total_cents > 0
          union all
          select 'invoice', id, import_date, total_cents, provider_id from booked_invoices
          union all
          select 'payment', id, date, amount_cents, coalesce(customer_id, provider_id) from payments) documents using (source, id)
        where (counted.day, counted.total_cents, counted.party_id) is distinct from
          (documents.day, documents.total_cents, documents.party_id)) as "reports count other documents than there are",
      (select count(*)::int from (
          select source, document_id from postings where ended_at is null group by 1, 2 having sum(cents) <> 0) unbalanced)
        as "the lines of a document do not sum to zero",
      (select count(*)::int from (
          select account, party_id, sum(cents) as cents from postings
          where ended_at is null and party_id is not null and account in ('customers', 'providers') group by 1, 2) posted
        full join (
          select account, party_id, sum(cents) as cents from (
            select 'customers' as account, customer_id as party_id, total_cents - credited_cents as cents from orders where status = 'SHIPPED'
            union all
            select 'providers', provider_id, -total_cents from booked_invoices where provider_id is not null
            union all
            select case when customer_id is null then 'providers' else 'customers' end, coalesce(customer_id, provider_id),
              case bound when 'Inbound' then -amount_cents else amount_cents end
            from payments where coalesce(customer_id, provider_id) is not null
            union all
            select case when customer_id is null then 'providers' else 'customers' end, coalesce(customer_id, provider_id),
              case when customer_id is null then -amount_cents else amount_cents end
            from opening_balances) documents group by 1, 2) owed using (account, party_id)
        where coalesce(posted.cents, 0) <> coalesce(owed.cents, 0)) as "an account differs from the documents of its party"`)

/** Returns the orders with a status change outside the life cycle, and those whose last change is not their status. */
export async function listUnexplained(db: Rows): Promise<string[]> {
  const allowed = new Set(
    Object.values(orderLifecycle.transitions).flatMap(({ from, to }) => from.map((status) => `${status} > ${to}`)),
  )
  for (const begin of ['OFFER', 'PENDING-STOCK', 'STOCK-OK', 'PACKAGED', 'INVOICED']) allowed.add(`new > ${begin}`)
  const rows = await db.many<{ id: number; status: string; steps: [string | null, string][] }>(sql`
    select o.id, o.status, (
      select json_agg(h.changes -> 'status' order by h.id) from history h
      where h.entity = 'orders' and h.entity_id = o.id and h.changes ? 'status') as steps
    from orders o`)
  return rows.flatMap(({ id, status, steps }) => {
    let now: string | null = null
    for (const [from, to] of steps) {
      if (from !== now || !allowed.has(`${from ?? 'new'} > ${to}`)) return [`${id}: ${now} then ${from} > ${to}`]
      now = to
    }
    return now === status ? [] : [`${id}: ${status}, its history ends at ${now}`]
  })
}
