import { command } from '#server/command.ts'
import * as contract from '../domain/contract.ts'
import type { DemandRecord } from './noted.ts'
import { putAway } from './remove-note.ts'

export const restoreNoteCommand = (demandRecord: DemandRecord) =>
  command(contract.restoreNote, (work, { id }) => putAway(demandRecord, work, id, false))
