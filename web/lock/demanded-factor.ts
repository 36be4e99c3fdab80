/**
 * Whether the person must set up a second factor before anything else. The server decides: it answers their session no data until
 * then.
 */
import { useSyncExternalStore } from 'react'
import { whenFactorDemanded } from '#web/api.ts'

let demanded = false
let waiting: { readonly answer: Promise<boolean>; readonly settle: (done: boolean) => void } | null = null
const watchers = new Set<() => void>()

/** Takes over what the server says. */
export function showFactorDemanded(next: boolean): void {
  if (!next) settle(true)
  if (next === demanded) return
  demanded = next
  for (const watcher of watchers) watcher()
}

/** Forgets it when the person is signed out. Calls that wait for the factor fail. */
export function endFactorDemand(): void {
  settle(false)
  showFactorDemanded(false)
}

function settle(done: boolean): void {
  waiting?.settle(done)
  waiting = null
}

// a call that the server refused waits until the factor is set up, and is then made again
whenFactorDemanded(() => {
  showFactorDemanded(true)
  if (waiting === null) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    waiting = { answer: promise, settle: resolve }
  }
  return waiting.answer
})

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const useFactorDemanded = (): boolean => useSyncExternalStore(watch, () => demanded)
