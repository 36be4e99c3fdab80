/**
 * Gathers what was sent before for the order of a document or delivery note, or with its number: what is stored here, what a restore removed, and
 * what another server may have sent.
 */
import { type Sql, sql } from '#server/db/database.ts'
import type { Sendable } from '#server/integrations/accounting/accounting.ts'
import type { Runner } from '#server/runner.ts'
import { isQuiet } from '../sent-tables.ts'
import type { Earlier } from './ask-earlier.ts'
import { type LostDocument, lostOf, type WithNumber } from './lost-documents.ts'
import { sentElsewhere } from './sent-elsewhere.ts'

export type EarlierSent = Earlier &
  WithNumber & {
    /** The id of the stored document or note; null if there is none. */
    readonly storedId: number | null
    /** The id of the lost document. Both are null for one that only another server may have sent. */
    readonly lostId: number | null
  }

type SentNow = WithNumber & { readonly id: number; readonly request: Sendable }

export type Gathered = { readonly own: EarlierSent | null; readonly earlier: readonly EarlierSent[] }

/**
 * Returns what is sent now, if the service was asked for it, and the earlier ones. `stored` selects both from the table `d`, by order and kind;
 * `adopted` is what another server may have issued for the order.
 */
export async function gatherEarlier(
  { db, clock }: Pick<Runner, 'db' | 'clock'>,
  sent: SentNow,
  wasAsked: boolean,
  { stored, adopted = [] }: { readonly stored: Sql; readonly adopted?: readonly LostDocument[] },
): Promise<Gathered> {
  const now = clock().toISOString()
  const { orderId, kind, series, year, branch, number } = sent
  const known = await db.many<EarlierSent>(sql`
    select d.id as "storedId", null::bigint as "lostId", ${orderId}::bigint as "orderId", ${kind} as kind, d.key, null as way, d.status,
      d.error_code as "errorCode", d.request, d.series, d.series_year as year, d.branch, d.number, d.mark, d.uid,
      d.authentication_code as "authenticationCode", d.qr_url as "qrUrl", ${isQuiet(now)} as quiet
    from ${stored} order by d.id desc`)
  const own = wasAsked ? (known.find(({ storedId }) => storedId === sent.id) ?? null) : null
  const before = known.filter(({ storedId }) => storedId !== sent.id)
  const asked = new Set([...(own ? [own] : []), ...before].map(({ key }) => key))
  const lost = (await lostOf(db, now, sent)).filter(({ key, status }) => status === 'ACKNOWLEDGED' || !asked.has(key))
  const elsewhere = (await sentElsewhere(db, now, { ...sent, stored })).filter(({ key }) => !asked.has(key))
  const of = { orderId, kind, series, year, branch, number }
  return {
    own,
    earlier: [
      ...before,
      ...[...lost, ...adopted].map(({ id, ...one }) => ({ ...one, storedId: null, lostId: id })),
      ...elsewhere.map((one) => ({ ...one, ...of, storedId: null, lostId: null })),
    ],
  }
}
