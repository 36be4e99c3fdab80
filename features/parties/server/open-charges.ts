/** What is open of the charges of parties: the rule of `settle`, in one statement for many parties. */
import { type Sql, sql } from '#server/db/database.ts'
import { openingEntries } from './opening-balances.ts'
import { STANDING_PAYMENT } from './standing-payments.ts'

type Of = (column: Sql) => Sql

/** What people matched of payments to orders of the same customer, by `key`: the order or the payment. */
const matchedToOrders = (key: Sql, of: Of): Sql => sql`(
  select m.${key}, sum(m.cents)::bigint as cents from payment_matches m
  join payments p on p.id = m.payment_id join orders o on o.id = m.order_id
  where o.customer_id = p.customer_id and ${of(sql`p.customer_id`)} group by m.${key})`

/** What people matched of payments to invoices of the same provider, by `key`: the invoice or the payment. */
const matchedToInvoices = (key: Sql, of: Of): Sql => sql`(
  select m.${key}, sum(m.cents)::bigint as cents from payment_matches m
  join payments p on p.id = m.payment_id join inbound_invoices i on i.id = m.invoice_id
  where i.provider_id = p.provider_id and ${of(sql`p.provider_id`)} group by m.${key})`

/** The entries of customers without what people matched. `of` selects the customers by the column that it gets. */
const ofCustomers = (of: Of): Sql => sql`
  select o.customer_id as party, 'order' as kind, o.id, sale_day(o.invoiced_on, o.shipped_on, o.created_at) as day, '' as reference,
    o.total_cents - o.credited_cents - coalesce(m.cents, 0) as amount
  from orders o left join ${matchedToOrders(sql`order_id`, of)} m on m.order_id = o.id
  where o.status = 'SHIPPED' and ${of(sql`o.customer_id`)}
  union all
  select p.customer_id, case p.bound when 'Inbound' then 'received' else 'refunded' end, p.id, p.date, '',
    case p.bound when 'Outbound' then p.amount_cents else coalesce(m.cents, 0) - p.amount_cents end
  from payments p left join ${matchedToOrders(sql`payment_id`, of)} m on m.payment_id = p.id
  where p.customer_id is not null and ${STANDING_PAYMENT} and ${of(sql`p.customer_id`)}`

/** The entries of providers without what people matched. */
const ofProviders = (of: Of): Sql => sql`
  select i.provider_id as party, 'invoice' as kind, i.id, i.import_date as day, i.number as reference,
    i.total_cents - coalesce(m.cents, 0) as amount
  from booked_invoices i left join ${matchedToInvoices(sql`invoice_id`, of)} m on m.invoice_id = i.id
  where i.provider_id is not null and ${of(sql`i.provider_id`)}
  union all
  select p.provider_id, case p.bound when 'Outbound' then 'paid' else 'returned' end, p.id, p.date, '',
    case p.bound when 'Inbound' then p.amount_cents else coalesce(m.cents, 0) - p.amount_cents end
  from payments p left join ${matchedToInvoices(sql`payment_id`, of)} m on m.payment_id = p.id
  where p.provider_id is not null and ${STANDING_PAYMENT} and ${of(sql`p.provider_id`)}`

/** The entries of parties with their opening balances. A positive amount is a charge. */
const entriesOf = (kind: 'customers' | 'providers', of: Of): Sql => sql`
  ${kind === 'customers' ? ofCustomers(of) : ofProviders(of)}
  union all
  select party, 'opening', id, day, note, amount from (${openingEntries(kind, of)}) openings`

/** The open charges among `entries`. Matches by hand are left out of them, and what is left of all payments settles the oldest charges. */
const openOf = (entries: Sql): Sql => sql`
  select party, kind, id, day, reference, least(amount, reached - settled)::bigint as open from (
    select party, kind, id, day, reference, amount,
      sum(greatest(amount, 0)) over (partition by party order by day, kind, id rows unbounded preceding) as reached,
      sum(greatest(-amount, 0)) over (partition by party) as settled
    from ${entries} entries) summed
  where amount > 0 and reached > settled`

/**
 * Selects the charges of which something is open: `party, kind, id, day, reference, open`. Matches by hand come first, and what is left of all
 * payments settles the oldest charges. `of` selects the parties by the column that it gets.
 */
export const openCharges = (kind: 'customers' | 'providers', of: Of): Sql => openOf(sql`(${entriesOf(kind, of)})`)

/**
 * Selects the same, and for each party that paid beyond all charges one row of the kind `credit`, whose `open` is below zero. Such a party
 * has no open charge.
 */
export const openChargesAndCredits = (kind: 'customers' | 'providers', of: Of): Sql => sql`
  with entries as (${entriesOf(kind, of)})
  ${openOf(sql`entries`)}
  union all
  select party, 'credit', 0, null::date, '', sum(amount)::bigint from entries group by party having sum(amount) < 0`
