import { type Actor, demand } from '#server/command.ts'
import type { Rows } from '#server/db/database.ts'
import { carryingEntity, type DeclaredEntity, requireRecord } from '#server/entities.ts'

/** Stops a person who may not read the record that a note is about, or names one that does not exist. */
export type DemandRecord = (rows: Rows, actor: Actor, entity: string, id: number) => Promise<void>

export const demandRecordOf =
  (entities: readonly DeclaredEntity[]): DemandRecord =>
  async (rows, actor, name, id) => {
    const entity = carryingEntity(entities, name)
    demand(actor, entity.read)
    await requireRecord(rows, actor, entity, id, 'notes.record-missing')
  }
