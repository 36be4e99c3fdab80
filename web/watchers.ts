/** What components follow with `useWatched`, and what other parts of the page are told: values that live outside React. */
import { useSyncExternalStore } from 'react'

/**
 * Returns `watch`, which calls a function after each change until the returned function is called, and `changed`, which tells of a change and
 * what it is.
 */
export function watchers<What extends readonly unknown[] = []>() {
  const all = new Set<(...what: What) => void>()
  return {
    watch: (watcher: (...what: What) => void) => {
      all.add(watcher)
      return () => all.delete(watcher)
    },
    changed: (...what: What): void => {
      for (const watcher of all) watcher(...what)
    },
  }
}

/** Returns a value that lives outside React, and draws the component again when it changes. The server draws the same value. */
export const useWatched = <Value>(watch: (changed: () => void) => () => void, read: () => Value): Value =>
  useSyncExternalStore(watch, read, read)

/** Calls that the server refused and that wait for a person: for a sign-in, for the second factor, or for the lock of the screen. */
export function waitingCalls() {
  let waiting: PromiseWithResolvers<boolean> | null = null
  return {
    isWaiting: (): boolean => waiting !== null,
    /** Returns true when the person has done it, and false if the calls must fail. */
    wait: (): Promise<boolean> => (waiting ??= Promise.withResolvers<boolean>()).promise,
    settle(done: boolean): void {
      const calls = waiting
      waiting = null
      calls?.resolve(done)
    },
  }
}
