import { unknownAfterRestore } from '#features/invoicing/server/sent-tables.ts'
import { SEND_NOTE_JOB } from './issue-notes.ts'

export const unknownNotes = unknownAfterRestore('delivery_notes', (noteId) => ({
  kind: SEND_NOTE_JOB,
  payload: { noteId },
  bulk: true,
}))
