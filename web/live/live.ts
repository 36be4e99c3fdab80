/** Live updates: the server announces changes, and the page reads the changed data again. */
import { ANYTHING } from '#kernel/live/topics.ts'
import { demandNewAnswers, whenCommandDone } from '#web/api.ts'
import { refreshPace } from '#web/live/live-pace.ts'
import { topicsIn } from '#web/live/live-stream.ts'
import { joinTabs, type Tabs } from '#web/live/live-tabs.ts'
import { showPeople, startPresence } from '#web/live/presence.ts'
import { isLocked, watchLock } from '#web/lock/lock.ts'
import { queryClient } from '#web/query.ts'
import { checkSessionAgain, currentPerson, watchPerson } from '#web/session.ts'
import { useWatched, watchers } from '#web/watchers.ts'

export type ConnectionState = 'idle' | 'connected' | 'reconnecting'

/** The time between the end of a session at the server and the answer to the sign-out that ended it. */
const SIGNING_OUT_MS = 1_000

let state: ConnectionState = 'idle'
let joined: { personId: number; tabs: Tabs } | null = null
const { watch, changed } = watchers()
const pace = refreshPace(queryClient)
whenCommandDone(() => pace.changedHere())

function setState(next: ConnectionState): void {
  if (state === next) return
  state = next
  changed()
}

/** Listens for the person who is signed in, now and later. Called once, before the first page is drawn. */
export function listenLive(): void {
  if (typeof EventSource === 'undefined') return
  watchPerson(follow)
  // the stream that ended with the lock reconnects once the screen is open
  watchLock(() => {
    if (!isLocked()) follow()
  })
  follow()
}

function follow(): void {
  const person = currentPerson()
  // An account that waits for its role receives no updates.
  const personId = person?.actingRole ? person.id : null
  if (joined !== null && joined.personId === personId) {
    // After a new sign-in the stream that ended with the session reconnects.
    if (state === 'reconnecting') joined.tabs.retry()
    return
  }
  joined?.tabs.leave()
  joined = null
  pace.clear()
  startPresence(null, {})
  setState('idle')
  if (personId === null) return
  const tabs = joinTabs(personId, {
    connected: (missed, stream, people) => {
      startPresence(stream, people)
      // Earlier changes are unknown, so every visible query is read again.
      if (missed) readAgain([ANYTHING])
      setState('connected')
    },
    changed: readAgain,
    present: showPeople,
    lost: () => {
      // who has a record open is not known without the stream
      startPresence(null, {})
      setState('reconnecting')
    },
    ended: () => {
      // A person who is signing out at this moment must not be asked to sign in again.
      setTimeout(() => {
        if (joined?.tabs !== tabs) return
        if (document.hidden) readAgain([ANYTHING])
        whenSeen(() => void checkSessionAgain())
      }, SIGNING_OUT_MS)
    },
  })
  joined = { personId, tabs }
}

/** Acts now, or once the person looks at this tab: the rights of its buttons may have changed with the end of the stream. */
function whenSeen(act: () => void): void {
  if (!document.hidden) return act()
  document.addEventListener('visibilitychange', () => whenSeen(act), { once: true })
}

/** Processes one message of the stream, for the tests of pages, which have none. */
export const receive = (data: string): void => readAgain(topicsIn(data))

/** Reads changed data again. The answers must contain the change, at whatever process they are read. */
function readAgain(topics: readonly string[]): void {
  demandNewAnswers()
  pace.changed(topics)
}

/** Returns the state of the connection, for the mark in the bar. */
export const useConnectionState = (): ConnectionState => useWatched(watch, () => state)
