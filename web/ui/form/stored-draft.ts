/**
 * Stores what a person types in a long form on this device, until it is saved. Each form declares its draft once with
 * `draftStore`. The key contains the person, because several people may use a device.
 */
import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { say } from '#web/ui/say.tsx'

const PAUSE_MS = 300

export type DraftStore<D> = {
  /** Returns the stored draft of a person; null if there is none or this version of the page cannot read it. */
  readonly read: (personId: number, storage?: Storage) => D | null
  /** Stores a draft. Deletes it instead if `draft` is null or empty. */
  readonly store: (personId: number, draft: D | null, storage?: Storage) => void
  readonly isEmpty: (draft: D) => boolean
  readonly empty: D
}

/** Declares the draft of a form: its name in the storage, its shape, and when it is empty. */
export function draftStore<D>(declared: {
  name: string
  shape: z.ZodType<D>
  isEmpty: (draft: D) => boolean
  empty: D
}): DraftStore<D> {
  const { name, shape, isEmpty, empty } = declared
  const keyOf = (personId: number): string => `${name}:${personId}`
  const read = z.string().transform((raw, context): unknown => {
    try {
      return JSON.parse(raw)
    } catch {
      // Another value under this key is not a draft.
      context.addIssue({ code: 'custom', message: 'format' })
      return z.NEVER
    }
  })
  return {
    read: (personId, storage = localStorage) => {
      const text = storage.getItem(keyOf(personId))
      if (text === null) return null
      const result = read.pipe(shape).safeParse(text)
      return result.success ? result.data : null
    },
    store: (personId, draft, storage = localStorage) => {
      if (draft === null || isEmpty(draft)) storage.removeItem(keyOf(personId))
      else storage.setItem(keyOf(personId), JSON.stringify(draft))
    },
    isEmpty,
    empty,
  }
}

/**
 * Stores `draft` after a pause, and at once when the page is left. Returns a function that stores another one at once and
 * returns the previous one.
 */
export function useStoring<D>(store: DraftStore<D>, personId: number, draft: D): (next: D) => D {
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
    const timer = setTimeout(() => store.store(personId, draft), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [store, personId, draft])

  // Leaving the page within the pause must not lose the last keys.
  useEffect(() => {
    const now = () => store.store(personId, latest.current)
    window.addEventListener('pagehide', now)
    return () => {
      window.removeEventListener('pagehide', now)
      now()
    }
  }, [store, personId])

  return useCallback(
    (next: D) => {
      const before = latest.current
      latest.current = next
      store.store(personId, next)
      return before
    },
    [store, personId],
  )
}

/** Reads again what a restored draft contains, and returns how the answer changes it; null if nothing has to be read. */
type Refresh<D> = (found: D) => Promise<(draft: D) => D> | null

/** Refreshes a restored draft once, because the records that it contains may have changed since. */
function useRefreshed<D>(found: D | null, refresh: Refresh<D>, setDraft: Dispatch<SetStateAction<D>>): void {
  const first = useRef(refresh)
  useEffect(() => {
    let gone = false
    const ask = () => {
      if (found === null) return
      first.current(found)?.then(
        (change) => {
          if (!gone) setDraft(change)
        },
        (error: unknown) => {
          if (!gone) say.failed(error, ask)
        },
      )
    }
    ask()
    return () => {
      gone = true
    }
  }, [found, setDraft])
}

/** Returns the draft of a form, restored from the last time. `replace` sets another and returns the previous one. */
export function useStoredDraft<D>(store: DraftStore<D>, personId: number, refresh: Refresh<D>) {
  const [found] = useState(() => store.read(personId))
  const [draft, setDraft] = useState<D>(found ?? store.empty)
  const [restored, setRestored] = useState(found !== null)
  const storing = useStoring(store, personId, draft)
  useRefreshed(found, refresh, setDraft)
  const replace = useCallback(
    (next: D): D => {
      const before = storing(next)
      setDraft(next)
      setRestored(false)
      return before
    },
    [storing],
  )
  return { draft, setDraft, restored, replace }
}
