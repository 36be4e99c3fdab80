import { command } from '#server/command.ts'
import * as contract from '../domain/contract.ts'
import { putAway } from './remove-note.ts'

export const restoreNoteCommand = command(contract.restoreNote, (work, { id }) => putAway(work, id, false))
