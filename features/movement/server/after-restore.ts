import { UNDER_WAY } from '#features/invoicing/domain/document.ts'
import { sql } from '#server/db/database.ts'
import { afterRestore } from '#server/restoring/restoring.ts'
import { SEND_NOTE_JOB } from './issue-notes.ts'

/** A note that waited when the backup was made may have been issued since, so its job asks the service first (C-33). */
export const unknownNotes = afterRestore(async ({ tx, now, enqueue }) => {
  const waiting = await tx.many<{ id: number }>(sql`
    update delivery_notes
    set status = 'UNKNOWN', attempts = greatest(attempts, 1), unclear_since = ${now}::timestamptz
    where status = any(${[...UNDER_WAY]}::text[]) returning id`)
  for (const { id } of waiting) await enqueue({ kind: SEND_NOTE_JOB, payload: { noteId: id }, bulk: true })
})
