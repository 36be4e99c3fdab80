/** Names, inputs and outputs of notes and their files. */
import { z } from 'zod'
import { defineCommand, defineQuery, zFileAnswer, zId, zText } from '#kernel/contract.ts'
import { MOST_FILES } from './note.ts'
import { notesRights } from './rights.ts'

/** The name of the kind of record that a note is about. */
const zEntityName = zText(60)

export const zNoteFile = z.object({ id: z.int(), name: z.string(), mediaType: z.string(), byteCount: z.int() })
export type NoteFile = z.output<typeof zNoteFile>

/** Sends up a file before its note: this stands in the address, the file is the body. */
export const uploadFile = defineCommand('notes.upload', {
  right: notesRights.use,
  input: z.strictObject({
    entity: zEntityName,
    entityId: zId,
    name: zText(200).refine((name) => name !== '', { message: 'required' }),
  }),
  output: zNoteFile,
})

/** A file of a note; the answer is its bytes. */
export const noteFile = defineQuery('notes.file', {
  right: notesRights.use,
  input: z.strictObject({ id: zId }),
  output: zFileAnswer,
})

/** Writes a note on a record; its files have been sent up before. */
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

/** Takes a note away, with its files; both are kept and can be brought back. */
export const removeNote = defineCommand('notes.remove-note', {
  right: notesRights.use,
  input: z.strictObject({ id: zId }),
  output: z.object({ id: z.int() }),
})

/** Brings back a note that was taken away. */
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
  /** Whether this person may take it away. */
  mayRemove: z.boolean(),
  files: z.array(zNoteFile),
})
export type Note = z.output<typeof zNote>

/** The notes of a record, newest first. */
export const notesOfRecord = defineQuery('notes.of-record', {
  right: notesRights.use,
  input: z.strictObject({ entity: zEntityName, entityId: zId }),
  output: z.object({ notes: z.array(zNote) }),
})
