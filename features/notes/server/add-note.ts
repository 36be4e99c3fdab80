import { refuse } from '#kernel/refusal.ts'
import { command } from '#server/command.ts'
import { tell } from '#server/notices/notices.ts'
import { sql } from '#server/db/database.ts'
import * as contract from '../domain/contract.ts'
import { mentionedIn } from '../domain/mention.ts'
import { summaryOf } from '../domain/note.ts'
import { type ColleaguesOf, MENTION } from './mentions.ts'
import type { DemandRecord } from './note-record.ts'

export const addNoteCommand = (demandRecord: DemandRecord, colleagues: ColleaguesOf) =>
  command(contract.addNote, async (work, input) => {
    const { tx, actor, record } = work
    const { entity, entityId, body } = input
    const fileIds = [...new Set(input.fileIds)]
    await demandRecord(tx, actor, entity, entityId)
    if (body === '' && fileIds.length === 0) refuse('invalid', 'notes.empty', { fields: { body: 'notes.empty' } })
    const { id } = await tx.one<{ id: number }>(sql`
      insert into notes (entity, entity_id, body, user_id, user_name)
      values (${entity}, ${entityId}, ${body}, ${actor.userId}::bigint, ${actor.name}) returning id`)
    // A note takes only files that the same person has uploaded and that belong to no note yet.
    const files = await tx.many<{ name: string }>(sql`
      update files set note_id = ${id}
      where id = any(${fileIds}::bigint[]) and note_id is null and user_id is not distinct from ${actor.userId}::bigint
      returning name`)
    if (files.length !== fileIds.length) refuse('refused', 'notes.file-gone')
    const names = files.map((file) => file.name)
    record({ entity, id: entityId, note: summaryOf(body, names) })
    if (body.includes('@')) {
      const userIds = mentionedIn(body, await colleagues(tx, entity))
      await tell(work, { kind: MENTION, userIds, entity, entityId, sourceId: id, text: summaryOf(body, names) })
    }
    return { id }
  })
