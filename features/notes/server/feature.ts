/** What the feature notes brings to the server. */
import { feature } from '#server/feature.ts'
import { addNoteCommand } from './add-note.ts'
import { downloadFile, uploadFile } from './files.ts'
import { notesOfRecordQuery } from './queries.ts'
import { removeNoteCommand } from './remove-note.ts'
import { restoreNoteCommand } from './restore-note.ts'

export const notes = feature({
  name: 'notes',
  commands: [addNoteCommand, removeNoteCommand, restoreNoteCommand],
  queries: [notesOfRecordQuery],
  uploads: [uploadFile],
  downloads: [downloadFile],
})
