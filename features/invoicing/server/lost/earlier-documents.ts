/** Reads what was sent before for the order of a document or with its number: what is stored here, and what a restore removed. */
import { sql } from '#server/db/database.ts'
import type { AccountingDocument } from '#server/integrations/accounting/accounting.ts'
import { vatOnWire } from '#server/integrations/accounting/epsilon-wire.ts'
import type { Runner } from '#server/runner.ts'
import { isQuiet } from '../sent-tables.ts'
import type { Earlier } from './ask-earlier.ts'
import { adoptedFor, type LostDocument, lostOf, type OfSale, type WithNumber } from './lost-documents.ts'
import { sentElsewhere } from './sent-elsewhere.ts'

export type EarlierDocument = Earlier &
  Pick<LostDocument, 'orderId' | 'kind' | 'series' | 'year' | 'branch' | 'number'> & {
    /** The id of the stored document; null if there is none. */
    readonly documentId: number | null
    /** The id of the lost document. Both are null for one that only another server may have sent. */
    readonly lostId: number | null
  }

type SoldTo = { readonly customer: { readonly vat: string }; readonly total: number }

/** Returns what a document has in common with one that another server issued. */
export const saleOf = ({
  orderId,
  kind,
  request,
}: Pick<OfSale, 'orderId' | 'kind'> & { readonly request: SoldTo }): OfSale => ({
  orderId,
  kind,
  customerVat: vatOnWire(request.customer),
  total: request.total,
})

/**
 * Returns the document itself if the service was asked for it, and the earlier ones. A stored one that was never sent from here is among them:
 * it may have been, after the backup that was restored. So are those that another server may have sent for the order.
 */
export async function readEarlier(
  { db, clock }: Pick<Runner, 'db' | 'clock'>,
  stored: WithNumber & { readonly id: number; readonly request: AccountingDocument },
  wasAsked: boolean,
): Promise<{ readonly own: EarlierDocument | null; readonly earlier: readonly EarlierDocument[] }> {
  const now = clock().toISOString()
  const known = await db.many<EarlierDocument>(sql`
    select d.id as "documentId", null::bigint as "lostId", d.order_id as "orderId", d.kind, d.key, null as way, d.status,
      d.error_code as "errorCode", d.request, d.series, d.series_year as year, d.branch, d.number, d.mark, d.uid,
      d.authentication_code as "authenticationCode", d.qr_url as "qrUrl",
      ${isQuiet(now)} as quiet
    from accounting_documents d
    where d.order_id = ${stored.orderId} and d.kind = ${stored.kind} and not d.test
      and (d.id = ${stored.id} or (d.id < ${stored.id} and d.status = 'FAILED'))
    order by d.id desc`)
  const own = wasAsked ? (known.find(({ documentId }) => documentId === stored.id) ?? null) : null
  const before = known.filter(({ documentId }) => documentId !== stored.id)
  const asked = new Set([...(own ? [own] : []), ...before].map(({ key }) => key))
  const lost = (await lostOf(db, now, stored)).filter(({ key, status }) => status === 'ACKNOWLEDGED' || !asked.has(key))
  const adopted = await adoptedFor(db, now, saleOf(stored))
  const elsewhere = await sentElsewhere(db, now, stored)
  const { orderId, kind, series, year, branch, number } = stored
  return {
    own,
    earlier: [
      ...before,
      ...[...lost, ...adopted].map(({ id, ...one }) => ({ ...one, documentId: null, lostId: id })),
      ...elsewhere
        .filter(({ key }) => !asked.has(key))
        .map((one) => ({ ...one, orderId, kind, series, year, branch, number, documentId: null, lostId: null })),
    ],
  }
}
