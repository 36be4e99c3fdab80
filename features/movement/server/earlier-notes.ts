/** Reads the notes that were sent before for a stop or with the number of its note: those that are stored here, and those that a restore removed. */
import type { Earlier } from '#features/invoicing/server/lost/ask-earlier.ts'
import { type LostDocument, lostOf } from '#features/invoicing/server/lost/lost-documents.ts'
import { sentElsewhere } from '#features/invoicing/server/lost/sent-elsewhere.ts'
import { isQuiet } from '#features/invoicing/server/sent-tables.ts'
import { sql } from '#server/db/database.ts'
import type { Runner } from '#server/runner.ts'
import { NUMBERED_AS } from './note-numbers.ts'
import type { StoredNote } from './stored-note.ts'

export type EarlierNote = Earlier &
  Pick<LostDocument, 'series' | 'number'> & {
    /** The id of the stored note; null if there is none. */
    readonly noteId: number | null
    /** The id of the lost note. Both are null for one that only another server may have sent. */
    readonly lostId: number | null
  }

/**
 * Returns the note itself if the service was asked for it, and the earlier ones of its first order and direction, also those that another
 * server may have sent.
 */
export async function readEarlierNotes(
  { db, clock }: Pick<Runner, 'db' | 'clock'>,
  note: StoredNote,
  wasAsked: boolean,
): Promise<{ readonly own: EarlierNote | null; readonly earlier: readonly EarlierNote[] }> {
  const now = clock().toISOString()
  const orderId = note.orderIds[0] ?? 0
  const known = await db.many<EarlierNote>(sql`
    select d.id as "noteId", null::bigint as "lostId", d.key, null as way, d.status, d.error_code as "errorCode", d.request, d.series, d.number,
      d.mark, d.uid, d.authentication_code as "authenticationCode", d.qr_url as "qrUrl",
      ${isQuiet(now)} as quiet
    from delivery_notes d
    where d.order_ids[1] = ${orderId} and d.direction = ${note.direction} and not d.test
      and (d.id = ${note.id} or (d.id < ${note.id} and d.status = 'FAILED' and d.attempts > 0))
    order by d.id desc`)
  const own = wasAsked ? (known.find(({ noteId }) => noteId === note.id) ?? null) : null
  const before = known.filter(({ noteId }) => noteId !== note.id)
  const asked = new Set([...(own ? [own] : []), ...before].map(({ key }) => key))
  const { series, year, branch, number } = note
  const lost = await lostOf(db, now, { orderId, kind: NUMBERED_AS[note.direction], series, year, branch, number })
  const elsewhere = await sentElsewhere(db, now, { orderId, request: note.request })
  return {
    own,
    earlier: [
      ...before,
      ...lost
        .filter(({ key, status }) => status === 'ACKNOWLEDGED' || !asked.has(key))
        .map(({ id, ...one }) => ({ ...one, noteId: null, lostId: id })),
      ...elsewhere
        .filter(({ key }) => !asked.has(key))
        .map((one) => ({ ...one, series, number, noteId: null, lostId: null })),
    ],
  }
}
