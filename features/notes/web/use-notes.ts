import type { Entity } from '#kernel/entity.ts'
import { useAsk } from '#web/query.ts'
import { notesOfRecord } from '../domain/contract.ts'

/** The notes of a record, kept fresh; pages also show how many there are. */
export const useNotes = (entity: Entity, entityId: number) =>
  useAsk(notesOfRecord, { entity: entity.name, entityId }, { topics: [`${entity.name}:${entityId}`] })
