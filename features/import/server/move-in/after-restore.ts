/** Stops move-ins when a backup is restored, because the records that they have written may be gone. */
import { refusal } from '#kernel/refusal.ts'
import { sql } from '#server/db/database.ts'
import { afterRestore } from '#server/restoring/restoring.ts'

const STOPPED = JSON.stringify(refusal('conflict', 'import.move-in-restored'))
const TAKEN_BACK = JSON.stringify(refusal('conflict', 'import.move-in-taken-back'))

/**
 * A restore forgets the jobs that wait, so a move-in that goes on would never end. It stops, and begins again with the check when a person
 * lets it go on. One that ended after the backup was made says that its records are gone. A zip that is being read goes on.
 */
export const stoppedMoveIns = afterRestore(async ({ tx, madeAt }) => {
  await tx.run(sql`
    update move_in_records r set stage = 0, outcome = null, problem = null
    from move_ins m where m.id = r.move_in_id and m.state <> 'DONE' and r.stage > 0`)
  await tx.run(sql`
    update move_ins set state = 'STOPPED', failure = ${STOPPED}::jsonb, backup_id = null,
      stopped_while = case when 'READING' in (state, stopped_while) then 'READING' else 'CHECKING' end,
      counts = (select coalesce(jsonb_object_agg(kind, count - '1' - '2'), '{}') from jsonb_each(counts) as c(kind, count))
    where state in ('CHECKING', 'CHECKED', 'IMPORTING', 'STOPPED') or state = 'READING' and source = 'address'`)
  await tx.run(sql`
    update move_ins set failure = ${TAKEN_BACK}::jsonb where state = 'DONE' and done_at >= ${madeAt}::timestamptz`)
})
