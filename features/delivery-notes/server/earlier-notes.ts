/** Reads the notes that were sent before for a stop or with the number of its note. */
import { type Gathered, gatherEarlier } from '#features/invoicing/server/lost/gather-earlier.ts'
import { sql } from '#server/db/database.ts'
import type { Runner } from '#server/runner.ts'
import { NUMBERED_AS } from './note-numbers.ts'
import type { StoredNote } from './stored-note.ts'

/** Returns the note itself if the service was asked for it, and the earlier ones of its first order and direction. */
export function readEarlierNotes(
  runner: Pick<Runner, 'db' | 'clock'>,
  note: StoredNote,
  wasAsked: boolean,
): Promise<Gathered> {
  const { id, direction, orderIds } = note
  const orderId = orderIds[0] ?? 0
  const stored = sql`delivery_notes d where d.order_ids[1] = ${orderId} and d.direction = ${direction} and not d.test
    and (d.id = ${id} or (d.id < ${id} and d.status = 'FAILED' and d.attempts > 0))`
  return gatherEarlier(runner, { ...note, orderId, kind: NUMBERED_AS[direction] }, wasAsked, { stored })
}
