import { type Actor, demand } from '#server/command.ts'
import type { Rows } from '#server/db/database.ts'
import { requireRecord } from '#server/records.ts'
import { type Noted, RIGHT_OF } from '../domain/note.ts'

/** Stops whoever may not see the record that a note is about, or asks about one that does not exist. */
export async function demandRecord(rows: Rows, actor: Actor, entity: Noted, id: number): Promise<void> {
  demand(actor, RIGHT_OF[entity])
  await requireRecord(rows, actor, entity, id, 'notes.record-missing')
}
