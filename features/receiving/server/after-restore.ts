/**
 * Keeps what was answered to notes through every restore. The tax office takes no answer back, and an older copy would answer again or show a
 * note as open.
 */
import { raw, type Sql, sql } from '#server/db/database.ts'
import { restoring } from '#server/restoring/restoring.ts'
import { FETCH_JOB } from './fetch-notes.ts'
import { ANSWER_JOB, IS_OPEN } from './send-answer.ts'
import { closeNotes } from './stored-notes.ts'

const COLUMNS: Sql = raw(
  `note_mark, qr_url, kind, reason, status, attempts, unclear_since, mark, error_code, error_message, user_id, user_name, pressed_at,
   updated_at`,
)

/**
 * The present answers replace those of the backup, unless only the backup knows that the tax office has one. Answers on their way go on: the
 * tax office is asked before each is sent. Notes that the backup lacks are fetched again.
 */
export const keptAnswers = restoring(
  async ({ tx }) => {
    await tx.run(sql`create temporary table kept_answers on commit drop as select ${COLUMNS} from received_answers`)
  },
  async ({ tx, enqueue }) => {
    await tx.run(sql`
      delete from received_answers a using kept_answers k
      where k.note_mark = a.note_mark and (k.status = 'DONE' or a.status <> 'DONE')`)
    await tx.run(sql`
      insert into received_answers (${COLUMNS}) select ${COLUMNS} from kept_answers on conflict (note_mark) do nothing`)
    await closeNotes(tx, sql`true`)
    const open = await tx.many<{ noteMark: string }>(
      sql`select note_mark as "noteMark" from received_answers where ${IS_OPEN} order by note_mark`,
    )
    for (const { noteMark } of open) await enqueue({ kind: ANSWER_JOB, payload: { noteMark }, bulk: true })
    await enqueue({ kind: FETCH_JOB, payload: {}, bulk: true })
  },
)
