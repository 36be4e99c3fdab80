/** The queries of notes. */
import { may } from '#kernel/rights.ts'
import { query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import * as contract from '../domain/contract.ts'
import { notesRights } from '../domain/rights.ts'
import type { DemandRecord } from './note-record.ts'

export const notesOfRecordQuery = (demandRecord: DemandRecord) =>
  query(contract.notesOfRecord, async ({ rows, actor }, { entity, entityId }) => {
    await demandRecord(rows, actor, entity, entityId)
    const notes = await rows.many<contract.Note>(sql`
      select n.id, n.body, n.user_name as "userName", n.created_at as at,
        (${may(actor, notesRights.removeOthers)}::boolean or coalesce(n.user_id = ${actor.userId}::bigint, false)) as "mayRemove",
        coalesce((
          select json_agg(json_build_object('id', f.id, 'name', f.name, 'mediaType', f.media_type, 'byteCount', f.byte_count)
            order by f.id)
          from files f where f.note_id = n.id), '[]') as files
      from notes n where n.entity = ${entity} and n.entity_id = ${entityId} and n.removed_at is null
      order by n.id desc limit 500`)
    return { notes }
  })
