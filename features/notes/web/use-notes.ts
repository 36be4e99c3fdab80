import type { Entity } from '#kernel/entity.ts'
import { useAsk } from '#web/query.ts'
import { notesOfRecord } from '../domain/contract.ts'

/** Reads the notes of a record with live updates. */
export const useNotes = (entity: Entity, entityId: number) => useAsk(notesOfRecord, { entity: entity.name, entityId })
