import { command } from '#server/command.ts'
import * as contract from '../domain/contract.ts'
import type { DemandRecord } from './note-record.ts'
import { setRemoved } from './remove-note.ts'

export const restoreNoteCommand = (demandRecord: DemandRecord) =>
  command(contract.restoreNote, (work, { id }) => setRemoved(demandRecord, work, id, false))
