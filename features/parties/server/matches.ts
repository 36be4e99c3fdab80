import { type Rows, type Sql, sql } from '#server/db/database.ts'
import type { Match } from '../domain/settlement.ts'

/**
 * Returns what people matched of the payments of a customer to orders, in the order of the payments. A match
 * between two customers does not count; undoing a merge frees it.
 */
export const readCustomerMatches = (rows: Rows, customerId: number): Promise<Match[]> =>
  rows.many<Match>(sql`
    select m.payment_id as "paymentId", m.order_id as "documentId", m.cents from payments p
    join payment_matches m on m.payment_id = p.id join orders o on o.id = m.order_id
    where p.customer_id = ${customerId} and o.customer_id = ${customerId} order by m.payment_id, m.order_id`)

/** Returns what people matched of the payments of a provider to inbound invoices. */
export const readProviderMatches = (rows: Rows, providerId: number): Promise<Match[]> =>
  rows.many<Match>(sql`
    select m.payment_id as "paymentId", m.invoice_id as "documentId", m.cents from payments p
    join payment_matches m on m.payment_id = p.id join inbound_invoices i on i.id = m.invoice_id
    where p.provider_id = ${providerId} and i.provider_id = ${providerId} order by m.payment_id, m.invoice_id`)

/** Over payments `p`: the id of the cancelled payment, for it and for its counter-entry; null for a payment that stands. */
export const PAIR: Sql = sql`coalesce(p.cancels_id, (select p.id from payments c where c.cancels_id = p.id))`
