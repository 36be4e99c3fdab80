/** Asks again for notes and events that were under way when the backup was made. */
import { unknownAfterRestore } from '#features/invoicing/server/sent-tables.ts'
import { saveSetting } from '#server/company.ts'
import { sql } from '#server/db/database.ts'
import { INSTALLATION_SETTINGS } from '#server/restoring/installation-settings.ts'
import { afterRestore } from '#server/restoring/restoring.ts'
import { IS_OPEN, REPORT_JOB } from './events/stored-events.ts'
import { SEND_NOTE_JOB } from './issue-notes.ts'

export const unknownNotes = unknownAfterRestore('delivery_notes', (noteId) => ({
  kind: SEND_NOTE_JOB,
  payload: { noteId },
  bulk: true,
}))

/**
 * An event that waited when the backup was made may have been sent since. With an attempt its job asks the tax office before it sends
 * anything. A press that the backup does not know is made again, so for some weeks each event is looked for first.
 */
export const unknownEvents = afterRestore(async ({ tx, now, enqueue }) => {
  const waiting = await tx.many<{ noteId: number }>(sql`
    update movement_events e
    set status = 'SENDING', attempts = greatest(attempts, 1), unclear_since = ${now}::timestamptz
    where ${IS_OPEN} returning note_id as "noteId"`)
  for (const noteId of new Set(waiting.map((one) => one.noteId)))
    await enqueue({ kind: REPORT_JOB, payload: { noteId }, bulk: true })
  await saveSetting(tx, INSTALLATION_SETTINGS.movementRestored, { at: now })
})
