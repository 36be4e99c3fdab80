/** Uploads files as soon as they are chosen. A failed upload keeps its file and can be retried. */
import { useRef, useState } from 'react'
import { newKey } from '#web/api.ts'
import { sendFile } from '#web/send-file.ts'

export type Upload<Answer = unknown> = {
  readonly key: string
  readonly file: File
  /** The part that has been sent, from 0 to 1. */
  readonly part: number
  /** What the server answered, or null until the upload is complete. */
  readonly answer: Answer | null
  readonly error: unknown
}

type Uploading<Answer> = {
  /** Returns the address to which a file is sent. */
  readonly addressOf: (file: File) => string
  /** Returns why a file cannot be uploaded, or null. It is asked before anything is sent; `count` files are there already. */
  readonly whyNot: (file: File, count: number) => Error | null
  /** Returns the file that is sent in the place of the chosen one, such as a smaller one. Throws why there is none. */
  readonly prepare?: (file: File) => Promise<File>
  /** Called when a file is stored. With true the upload leaves the list. */
  readonly stored?: (answer: Answer) => boolean
  /** True sends one file after the other, so that they are stored in the order in which they were chosen. */
  readonly inOrder?: boolean
}

/** Holds the files that are being sent, and those that were not taken. */
export function useUploads<Answer>({ addressOf, whyNot, prepare, stored, inOrder = false }: Uploading<Answer>) {
  const [uploads, setUploads] = useState<readonly Upload<Answer>[]>([])
  const stoppers = useRef(new Map<string, AbortController>())
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const change = (key: string, patch: Partial<Upload<Answer>>) =>
    setUploads((now) => now.map((one) => (one.key === key ? { ...one, ...patch } : one)))
  const drop = (key: string) => setUploads((now) => now.filter((one) => one.key !== key))

  const sendNow = async (key: string, file: File, stopper: AbortController): Promise<void> => {
    if (stopper.signal.aborted) return
    try {
      const options = { progress: (part: number) => change(key, { part }), signal: stopper.signal }
      const prepared = prepare ? await prepare(file) : file
      const answer = (await sendFile(addressOf(prepared), prepared, options)) as Answer
      if (stored?.(answer)) drop(key)
      else change(key, { answer, part: 1 })
    } catch (error) {
      change(key, { error })
    }
  }
  const send = (key: string, file: File) => {
    const stopper = new AbortController()
    stoppers.current.set(key, stopper)
    change(key, { error: null, part: 0 })
    const before = inOrder ? last.current : Promise.resolve()
    last.current = before.then(() => sendNow(key, file, stopper))
  }

  const add = (files: readonly File[]) => {
    const fresh = files.map((file, index): Upload<Answer> => {
      const error = whyNot(file, uploads.length + index)
      return { key: newKey(), file, part: 0, answer: null, error }
    })
    setUploads((now) => [...now, ...fresh])
    for (const { key, file, error } of fresh) if (error === null) send(key, file)
  }

  const remove = (key: string) => {
    stoppers.current.get(key)?.abort()
    drop(key)
  }

  /** Removes uploads from the list whose files were used. */
  const clear = (used: readonly Upload<Answer>[]) => {
    const keys = new Set(used.map((one) => one.key))
    setUploads((now) => now.filter((one) => !keys.has(one.key)))
  }

  return { uploads, add, remove, retry: ({ key, file }: Upload<Answer>) => send(key, file), clear }
}
