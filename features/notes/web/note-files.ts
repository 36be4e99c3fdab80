/** The files of a note that is being written. */
import { inputAddress } from '#kernel/contract.ts'
import type { Entity } from '#kernel/entity.ts'
import { refusal, Refused } from '#kernel/refusal.ts'
import { useUploads } from '#web/ui/upload/use-uploads.ts'
import { type NoteFile, uploadFile } from '../domain/contract.ts'
import { MOST_FILE_BYTES, MOST_FILES } from '../domain/note.ts'

function whyNot(file: File, count: number): Refused | null {
  const no = (code: string) => new Refused(refusal('invalid', code, { name: file.name }))
  if (file.size > MOST_FILE_BYTES) return no('notes.file-too-large')
  if (file.size === 0) return no('notes.file-empty')
  return count >= MOST_FILES ? no('notes.too-many-files') : null
}

export const useNoteFiles = (entity: Entity, entityId: number) =>
  useUploads<NoteFile>({
    addressOf: ({ name }) => inputAddress(uploadFile, { entity: entity.name, entityId, name: name.slice(-200) }),
    whyNot,
  })
