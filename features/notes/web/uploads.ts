/** Uploads files as soon as they are chosen. A failed upload can be retried. */
import { useRef, useState } from 'react'
import type { Entity } from '#kernel/entity.ts'
import { refusal, Refused } from '#kernel/refusal.ts'
import { newKey } from '#web/api.ts'
import { sendFile } from '#web/send-file.ts'
import { type NoteFile, uploadFile } from '../domain/contract.ts'
import { MOST_FILE_BYTES, MOST_FILES } from '../domain/note.ts'

export type Upload = {
  readonly key: string
  readonly file: File
  /** The part that has been sent, from 0 to 1. */
  readonly part: number
  /** Its id at the server, or null until the upload is complete. */
  readonly id: number | null
  readonly error: unknown
}

/** Returns why a file cannot be uploaded, or null. It is checked before anything is sent. */
function whyNot(file: File, count: number): Refused | null {
  const no = (code: string) => new Refused(refusal('invalid', code, { name: file.name }))
  if (file.size > MOST_FILE_BYTES) return no('notes.file-too-large')
  if (file.size === 0) return no('notes.file-empty')
  return count >= MOST_FILES ? no('notes.too-many-files') : null
}

/** Holds the files of a note that is being written. */
export function useUploads(entity: Entity, entityId: number) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const stoppers = useRef(new Map<string, AbortController>())
  const change = (key: string, patch: Partial<Upload>) =>
    setUploads((now) => now.map((one) => (one.key === key ? { ...one, ...patch } : one)))

  const send = (key: string, file: File) => {
    const stopper = new AbortController()
    stoppers.current.set(key, stopper)
    change(key, { error: null, part: 0 })
    const input = encodeURIComponent(JSON.stringify({ entity: entity.name, entityId, name: file.name.slice(-200) }))
    sendFile(`/app/${uploadFile.name}?input=${input}`, file, {
      progress: (part) => change(key, { part }),
      signal: stopper.signal,
    }).then(
      (answer) => change(key, { id: (answer as NoteFile).id, part: 1 }),
      (error: unknown) => change(key, { error }),
    )
  }

  const add = (files: readonly File[]) => {
    const fresh = files.map((file, index): Upload => {
      const error = whyNot(file, uploads.length + index)
      return { key: newKey(), file, part: 0, id: null, error }
    })
    setUploads((now) => [...now, ...fresh])
    for (const { key, file, error } of fresh) if (error === null) send(key, file)
  }

  const remove = (key: string) => {
    stoppers.current.get(key)?.abort()
    setUploads((now) => now.filter((one) => one.key !== key))
  }

  /** Removes the files of a note that has been saved. */
  const clear = (written: readonly Upload[]) => {
    const keys = new Set(written.map((one) => one.key))
    setUploads((now) => now.filter((one) => !keys.has(one.key)))
  }

  return { uploads, add, remove, retry: ({ key, file }: Upload) => send(key, file), clear }
}
