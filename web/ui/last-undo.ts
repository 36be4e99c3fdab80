/** The last change that can be undone. It can be found for minutes after its message has closed (Ctrl+K). */
import { useSyncExternalStore } from 'react'
import { watchers } from '#web/watchers.ts'

const KEPT_MS = 300_000

type LastUndo = { readonly id: string; readonly text: string; readonly undo: () => void }

let last: LastUndo | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const { watch, changed } = watchers()

const setLast = (next: LastUndo | null): void => {
  clearTimeout(timer)
  last = next
  changed()
}

/** Keeps how the newest change is undone, in place of an earlier one. */
export function keepUndo(undo: LastUndo): void {
  setLast(undo)
  timer = setTimeout(() => setLast(null), KEPT_MS)
}

/** Ends the offer of a change that was undone, or that can no longer be undone. */
export function forgetUndo(id: string): void {
  if (last?.id === id) setLast(null)
}

const nothing = (): null => null

/** Returns the last change that can be undone, or null. */
export const useLastUndo = (): LastUndo | null => useSyncExternalStore(watch, () => last, nothing)
