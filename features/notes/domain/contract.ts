/** Declares the names, inputs and outputs of notes and their files. */
import { z } from 'zod'
import { defineCommand, defineQuery, zFileAnswer, zFileName, zId, zText } from '#kernel/contract.ts'
import { MOST_FILES } from './note.ts'
import { notesRights } from './rights.ts'

/** The name of the kind of record that a note is about. */
const zEntityName = zText(60)

const zNoteFile = z.object({ id: z.int(), name: z.string(), mediaType: z.string(), byteCount: z.int() })
export type NoteFile = z.output<typeof zNoteFile>

/** Uploads a file before its note is written. The input is in the address, and the file is the body. */
export const uploadFile = defineCommand('notes.upload', {
  right: notesRights.use,
  input: z.strictObject({
    entity: zEntityName,
    entityId: zId,
    name: zFileName,
  }),
  output: zNoteFile,
})

/** Returns the bytes of a file. */
export const noteFile = defineQuery('notes.file', {
  right: notesRights.use,
  input: z.strictObject({ id: zId }),
  output: zFileAnswer,
})

/** Adds a note to a record. Its files must be uploaded before. Colleagues whom it names with @ are told of it. */
export const addNote = defineCommand('notes.add-note', {
  right: notesRights.use,
  input: z.strictObject({
    entity: zEntityName,
    entityId: zId,
    body: zText(4000).default(''),
    fileIds: z.array(zId).max(MOST_FILES).default([]),
  }),
  output: z.object({ id: z.int() }),
})

/** Removes a note with its files. Both stay stored and can be restored. */
export const removeNote = defineCommand('notes.remove-note', {
  right: notesRights.use,
  input: z.strictObject({ id: zId }),
  output: z.object({ id: z.int() }),
})

/** Restores a removed note. */
export const restoreNote = defineCommand('notes.restore-note', {
  right: notesRights.use,
  input: z.strictObject({ id: zId }),
  output: z.object({ id: z.int() }),
})

const zNote = z.object({
  id: z.int(),
  body: z.string(),
  userName: z.string(),
  at: z.string(),
  /** Whether this person may remove the note. */
  mayRemove: z.boolean(),
  files: z.array(zNoteFile),
})
export type Note = z.output<typeof zNote>

/** Returns the people whom a note about a kind of record can name: those who may read it. */
export const colleaguesForNote = defineQuery('notes.colleagues', {
  right: notesRights.use,
  input: z.strictObject({ entity: zEntityName }),
  output: z.object({ colleagues: z.array(z.object({ id: z.int(), name: z.string() })) }),
})

/** Returns the notes of a record, newest first. */
export const notesOfRecord = defineQuery('notes.of-record', {
  right: notesRights.use,
  input: z.strictObject({ entity: zEntityName, entityId: zId }),
  output: z.object({ notes: z.array(zNote) }),
  about: ({ entity, entityId }) => ({ notes: false, files: false, [entity]: entityId }),
})
