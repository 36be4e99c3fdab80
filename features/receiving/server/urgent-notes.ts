/** Notes that need a person soon: their answer was refused, or their days run out. */
import { addDays } from '#kernel/day.ts'
import { sql } from '#server/db/database.ts'
import { type FactKind, MOST_FACTS } from '#server/notices/notices.ts'
import { RECEIVING_PAGE } from '../domain/contract.ts'
import { latestUrgentDay } from '../domain/received-note.ts'
import { receivingRights } from '../domain/rights.ts'
import { STATE_DAYS } from './fetch-notes.ts'
import { NUMBER } from './queries.ts'

export const urgentNotes: FactKind = {
  name: 'receiving.urgent-notes',
  right: receivingRights.answer,
  page: RECEIVING_PAGE,
  find: async (rows, today) => {
    // the state of an older note is no longer asked for, so whether it still waits is not known
    const found = await rows.many<{ id: number }>(sql`
      select n.id from received_answers a join received_notes n on n.mark = a.note_mark where a.status = 'FAILED' and not n.closed
      union
      select n.id from received_notes n
      where n.day between ${addDays(today, -STATE_DAYS)}::date and ${latestUrgentDay(today)}::date
        and coalesce(n.leaves_on, n.day) <= ${latestUrgentDay(today)}::date and not n.closed
        and not exists (select from received_answers a where a.note_mark = n.mark and a.status in ('WAITING', 'SENDING'))
      order by id desc limit ${MOST_FACTS}`)
    return found.map(({ id }) => id)
  },
  things: async (rows, ids) => {
    const found = await rows.many<{ id: number; title: string }>(
      sql`select n.id, ${NUMBER} as title from received_notes n where n.id = any(${[...ids]}::bigint[])`,
    )
    return found.map(({ id, title }) => ({ id, title, to: `${RECEIVING_PAGE}?note=${id}` }))
  },
}
