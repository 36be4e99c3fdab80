import { type Actor, demand } from '#server/command.ts'
import type { Rows } from '#server/db/database.ts'
import { carryingEntity, type DeclaredEntity, requireRecord } from '#server/entities.ts'

/** Refuses a record that does not exist, or that the person may not read. */
export type DemandRecord = (rows: Rows, actor: Actor, entity: string, id: number) => Promise<void>

export const demandRecordOf =
  (entities: readonly DeclaredEntity[]): DemandRecord =>
  async (rows, actor, name, id) => {
    const entity = carryingEntity(entities, name)
    demand(actor, entity.read)
    await requireRecord(rows, actor, entity, id, 'notes.record-missing')
  }
