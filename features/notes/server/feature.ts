/** Declares what the feature notes adds to the server. */
import type { DeclaredEntity } from '#server/entities.ts'
import { type Feature, feature } from '#server/feature.ts'
import { notesRights } from '../domain/rights.ts'
import { addNoteCommand } from './add-note.ts'
import { downloadFile, unnamedFiles, uploadFile } from './files.ts'
import { colleaguesOf, colleaguesQuery, type ColleaguesWith, mentions } from './mentions.ts'
import { demandRecordOf } from './note-record.ts'
import { notesOfRecordQuery } from './queries.ts'
import { notesOfRecords } from './references.ts'
import { removeNoteCommand, restoreNoteCommand } from './remove-note.ts'
import { owns } from './tables.ts'

/** The manifest of notes, which may be about records of these kinds and name people with given rights. */
export const notes = (entities: readonly DeclaredEntity[], colleaguesWith: ColleaguesWith): Feature => {
  const colleagues = colleaguesOf(entities, colleaguesWith)
  const demandRecord = demandRecordOf(entities)
  return feature({
    name: 'notes',
    owns,
    rights: notesRights,
    notifiedOf: { rights: notesRights.use },
    commands: [
      addNoteCommand(demandRecord, colleagues),
      removeNoteCommand(demandRecord),
      restoreNoteCommand(demandRecord),
    ],
    queries: [notesOfRecordQuery(demandRecord), colleaguesQuery(entities, colleagues)],
    references: [notesOfRecords],
    messages: [mentions],
    uploads: [uploadFile(demandRecord)],
    downloads: [downloadFile(demandRecord)],
    retentions: [unnamedFiles],
  })
}
