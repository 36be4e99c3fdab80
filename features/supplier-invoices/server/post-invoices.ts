/** Posts inbound invoices to the ledger of money. Requests and cancelled invoices never post (C-13). */
import { type Documents, post, repost, VAT_PART } from '#features/ledger/server/post.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { isOneOf } from '#server/db/one-of.ts'

/** Booked invoices `i` as they post. */
export const invoicesPosted = (which: Sql): Documents => ({
  source: 'invoice',
  parts: VAT_PART,
  of: sql`
  select i.id as document_id, i.import_date as day, 'providers' as account, i.provider_id as party_id,
    -i.total_cents as cents, i.goods_cents as net_cents, i.vat_cents, i.total_cents, 0::bigint as cost_cents, i.refcode, null::text as bound,
    null::text as type, false as red, null::bigint as salesperson_id, 0 as commission_bp, i.number as reference, null::bigint as answers_id,
    i.historic, 'purchases' as against, null::bigint as against_party, '' as against_reference
  from inbound_invoices i where i.type = 'INBOUND' and i.state = 'BOOKED' and ${which}`,
})

/** Posts invoices that have just been booked. */
export const postInvoices = (tx: Rows, ids: readonly number[]): Promise<void> =>
  post(tx, invoicesPosted(isOneOf(sql`i.id`, ids)))

/** Posts an invoice again, which ends its lines if it was cancelled. */
export const repostInvoice = (tx: Rows, id: number): Promise<void> =>
  repost(tx, sql`p.document_id = ${id}`, invoicesPosted(sql`i.id = ${id}`))

/** Posts the invoices of two providers again that a merge or its undo moved. */
export function repostMoved(tx: Rows, providerIds: readonly number[]): Promise<void> {
  const moved = sql`
    select i.id from postings q join inbound_invoices i on i.id = q.document_id
    where q.account = 'providers' and q.party_id = any(${[...providerIds]}::bigint[]) and q.ended_at is null and q.source = 'invoice'
      and i.provider_id <> q.party_id`
  return repost(tx, sql`p.document_id in (${moved})`, invoicesPosted(sql`i.id in (${moved})`))
}
