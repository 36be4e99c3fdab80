import { refuse } from '#kernel/refusal.ts'
import { may } from '#kernel/rights.ts'
import { command, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { withdrawMessages } from '#server/notices/notices.ts'
import * as contract from '../domain/contract.ts'
import { summaryOf } from '../domain/note.ts'
import { notesRights } from '../domain/rights.ts'
import { MENTION } from './mentions.ts'
import type { DemandRecord } from './note-record.ts'

type Stored = {
  entity: string
  entityId: number
  body: string
  userId: number | null
  removed: boolean
  files: string[]
}

/** Removes or restores a note. Its author and administrators may do that. Doing it twice has no further effect. */
async function setRemoved(demandRecord: DemandRecord, work: Work, id: number, away: boolean): Promise<{ id: number }> {
  const { tx, actor, now, record } = work
  const note = await tx.maybe<Stored>(sql`
    select entity, entity_id as "entityId", body, user_id as "userId", removed_at is not null as removed,
      coalesce((select json_agg(f.name order by f.id) from files f where f.note_id = notes.id), '[]') as files
    from notes where id = ${id} for update`)
  if (!note) return refuse('missing', 'notes.missing')
  await demandRecord(tx, actor, note.entity, note.entityId)
  const own = actor.userId !== null && note.userId === actor.userId
  if (!own && !may(actor, notesRights.removeOthers))
    refuse('forbidden', 'notes.not-yours', { right: notesRights.removeOthers.name })
  if (note.removed === away) return { id }
  await tx.run(sql`update notes set removed_at = ${away ? now : null}::timestamptz where id = ${id}`)
  await withdrawMessages(work, MENTION, id, away)
  record({ entity: note.entity, id: note.entityId, note: summaryOf(note.body, note.files) })
  return { id }
}

export const removeNoteCommand = (demandRecord: DemandRecord) =>
  command(contract.removeNote, (work, { id }) => setRemoved(demandRecord, work, id, true))

export const restoreNoteCommand = (demandRecord: DemandRecord) =>
  command(contract.restoreNote, (work, { id }) => setRemoved(demandRecord, work, id, false))
