import { useAsk } from '#web/query.ts'
import { notesOfRecord } from '../domain/contract.ts'
import type { Noted } from '../domain/note.ts'

/** The notes of a record, kept fresh; pages also show how many there are. */
export const useNotes = (entity: Noted, entityId: number) =>
  useAsk(notesOfRecord, { entity, entityId }, { topics: [`${entity}:${entityId}`] })
