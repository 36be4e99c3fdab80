/** Declares what the feature notes adds to the server. */
import type { DeclaredEntity } from '#server/entities.ts'
import { type Feature, feature } from '#server/feature.ts'
import { notesRights } from '../domain/rights.ts'
import { addNoteCommand } from './add-note.ts'
import { downloadFile, unnamedFiles, uploadFile } from './files.ts'
import { demandRecordOf } from './note-record.ts'
import { notesOfRecordQuery } from './queries.ts'
import { removeNoteCommand } from './remove-note.ts'
import { restoreNoteCommand } from './restore-note.ts'

/** The manifest of notes, which may be about records of these kinds. */
export const notes = (entities: readonly DeclaredEntity[]): Feature => {
  const demandRecord = demandRecordOf(entities)
  return feature({
    name: 'notes',
    rights: notesRights,
    commands: [addNoteCommand(demandRecord), removeNoteCommand(demandRecord), restoreNoteCommand(demandRecord)],
    queries: [notesOfRecordQuery(demandRecord)],
    uploads: [uploadFile(demandRecord)],
    downloads: [downloadFile(demandRecord)],
    retentions: [unnamedFiles],
  })
}
