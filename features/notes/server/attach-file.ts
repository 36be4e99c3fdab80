/** Attaches a file to a record in the transaction that writes the record. */
import { fileTypeFromBuffer } from 'file-type'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { mediaTypeOf } from '../domain/note.ts'

/** Adds a note that only consists of a file. The caller has checked that the person may change the record, and records the change. */
export async function attachFile(
  { tx, actor, now, moved }: Work,
  file: { readonly entity: string; readonly entityId: number; readonly name: string; readonly content: Buffer },
): Promise<void> {
  const { entity, entityId, name, content } = file
  const { id } = await tx.one<{ id: number }>(sql`
    insert into notes (entity, entity_id, body, user_id, user_name)
    values (${entity}, ${entityId}, '', ${actor.userId}::bigint, ${actor.name}) returning id`)
  const mediaType = mediaTypeOf((await fileTypeFromBuffer(content))?.mime)
  await tx.run(sql`
    insert into files (name, media_type, byte_count, content, user_id, created_at, note_id)
    values (${name}, ${mediaType}, ${content.length}, ${content}, ${actor.userId}::bigint, ${now}::timestamptz, ${id})`)
  moved({ entity, id: entityId })
}
