/**
 * The lock of the screen. The server decides: it answers a locked session no data. The mark in the local storage locks all tabs
 * at once, and a page that is loaded again before it has asked the server.
 */
import type { Lock } from '#accounts/domain/lock.ts'
import { runCommand, whenLocked } from '#web/api.ts'
import { lock as lockContract, unlock as unlockContract } from '#web/session-contract.ts'
import { useWatched, waitingCalls, watchers } from '#web/watchers.ts'

const STORED = 'screenLocked'

/** The lock that the page shows. Until the server has said so, a PIN may open it. */
let shown: Lock = { locked: localStorage.getItem(STORED) !== null, pin: true }
const calls = waitingCalls()
const { watch, changed } = watchers()
export const watchLock = watch

/** Takes over what the server says of the lock. */
export function showLock(next: Lock): void {
  if (next.locked) localStorage.setItem(STORED, '1')
  else localStorage.removeItem(STORED)
  show(next)
}

function show(next: Lock): void {
  if (next.locked === shown.locked && next.pin === shown.pin) return
  shown = next
  if (!next.locked) calls.settle(true)
  changed()
}

/** Removes the lock when the person is signed out. Calls that wait for it fail. */
export function endLock(): void {
  calls.settle(false)
  showLock({ locked: false, pin: false })
}

window.addEventListener('storage', (event) => {
  if (event.key === STORED) show({ ...shown, locked: event.newValue !== null })
})

// a call that the server refused waits until the screen is open, and is then made again
whenLocked(() => {
  showLock({ ...shown, locked: true })
  return calls.wait()
})

export const isLocked = (): boolean => shown.locked

/** Returns the lock of the screen. */
export const useLock = (): Lock => useWatched(watchLock, () => shown)

/** Locks the screen of this session at the server, in all its tabs. */
export async function lockScreen(): Promise<void> {
  await runCommand(lockContract, {})
  showLock({ ...shown, locked: true })
}

/** Opens the screen. Throws the refusal of a wrong PIN or password. */
export async function unlockScreen(proof: { pin: string } | { password: string }): Promise<void> {
  await runCommand(unlockContract, proof)
  showLock({ ...shown, locked: false })
}
