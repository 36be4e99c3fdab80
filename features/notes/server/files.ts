/** Stores the files of notes in the database, and returns them to people who may read the record. */
import { fileTypeFromBuffer } from 'file-type'
import { refuse } from '#kernel/refusal.ts'
import { download, upload } from '#server/bytes.ts'
import { sql } from '#server/db/database.ts'
import { forgetRows, type Retention } from '#server/jobs/retention.ts'
import * as contract from '../domain/contract.ts'
import { MOST_FILE_BYTES, mediaTypeOf } from '../domain/note.ts'
import type { DemandRecord } from './note-record.ts'

/** Stores a file until its note is written. */
export const uploadFile = (demandRecord: DemandRecord) =>
  upload(contract.uploadFile, MOST_FILE_BYTES, async ({ tx, actor, now }, input, content) => {
    const { entity, entityId, name } = input
    if (content.length === 0) refuse('invalid', 'notes.file-empty', { name })
    await demandRecord(tx, actor, entity, entityId)
    const found = await fileTypeFromBuffer(content)
    const mediaType = mediaTypeOf(found?.mime)
    const { id } = await tx.one<{ id: number }>(sql`
      insert into files (name, media_type, byte_count, content, user_id, created_at)
      values (${name}, ${mediaType}, ${content.length}, ${content}, ${actor.userId}::bigint, ${now}::timestamptz) returning id`)
    return { id, name, mediaType, byteCount: content.length }
  })

/** Uploaded files that no note has used. */
export const unnamedFiles: Retention = {
  name: 'unnamed-files',
  days: 1,
  leastDays: 1,
  forget: forgetRows(
    sql`delete from files`,
    (before) => sql`from files where note_id is null and created_at < ${before}`,
    { order: 'created_at' },
  ),
}

/** Returns a file of a note to people who may read its record. */
export const downloadFile = (demandRecord: DemandRecord) =>
  download(contract.noteFile, async ({ rows, actor }, { id }) => {
    const file = await rows.maybe<{ entity: string; entityId: number; name: string; mediaType: string }>(sql`
      select n.entity, n.entity_id as "entityId", f.name, f.media_type as "mediaType"
      from files f join notes n on n.id = f.note_id and n.removed_at is null where f.id = ${id}`)
    if (!file) return refuse('missing', 'notes.file-missing')
    await demandRecord(rows, actor, file.entity, file.entityId)
    const { content } = await rows.one<{ content: Buffer }>(sql`select content from files where id = ${id}`)
    return { name: file.name, mediaType: file.mediaType, content }
  })
