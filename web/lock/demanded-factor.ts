/**
 * Whether the person must set up a second factor before anything else. The server decides: it answers their session no data until
 * then.
 */
import { whenFactorDemanded } from '#web/api.ts'
import { useWatched, waitingCalls, watchers } from '#web/watchers.ts'

let demanded = false
const calls = waitingCalls()
const { watch, changed } = watchers()

/** Takes over what the server says. */
export function showFactorDemanded(next: boolean): void {
  if (!next) calls.settle(true)
  if (next === demanded) return
  demanded = next
  changed()
}

/** Forgets it when the person is signed out. Calls that wait for the factor fail. */
export function endFactorDemand(): void {
  calls.settle(false)
  showFactorDemanded(false)
}

// a call that the server refused waits until the factor is set up, and is then made again
whenFactorDemanded(() => {
  showFactorDemanded(true)
  return calls.wait()
})

export const useFactorDemanded = (): boolean => useWatched(watch, () => demanded)
