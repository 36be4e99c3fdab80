/** Live updates: the server says what changed, the page reads again what it shows of it. */
import { useSyncExternalStore } from 'react'
import { whenCommandDone } from '#web/api.ts'
import { EVERYTHING, refreshPace } from '#web/live/live-pace.ts'
import { topicsIn } from '#web/live/live-stream.ts'
import { joinTabs, type Tabs } from '#web/live/live-tabs.ts'
import { queryClient } from '#web/query.ts'
import { checkSessionAgain, currentPerson, watchPerson } from '#web/session.ts'

export type LineState = 'idle' | 'connected' | 'reconnecting'

/** Between the end of a session at the server and the answer to the sign-out that ended it. */
const SIGNING_OUT_MS = 1_000

let state: LineState = 'idle'
let joined: { personId: number; tabs: Tabs } | null = null
const watchers = new Set<() => void>()
const pace = refreshPace(queryClient)
whenCommandDone(() => pace.changedHere())

function setState(next: LineState): void {
  if (state === next) return
  state = next
  for (const watcher of watchers) watcher()
}

/** Listens for whoever is signed in, from now on and whoever that is. Called once, before the first page is drawn. */
export function listenLive(): void {
  if (typeof EventSource === 'undefined') return
  watchPerson(follow)
  follow()
}

function follow(): void {
  const person = currentPerson()
  // an account that waits for its role hears of nothing
  const personId = person?.actingRole ? person.id : null
  if (joined !== null && joined.personId === personId) {
    // signed in again: what was lost with the session comes back now
    if (state === 'reconnecting') joined.tabs.retry()
    return
  }
  joined?.tabs.leave()
  joined = null
  pace.clear()
  setState('idle')
  if (personId === null) return
  const tabs = joinTabs(personId, {
    connected: (missed) => {
      // what changed before is unknown, so everything in sight is read again
      if (missed) pace.changed([EVERYTHING])
      setState('connected')
    },
    told: (topics) => pace.changed(topics),
    lost: () => setState('reconnecting'),
    ended: () => {
      // whoever is signing out in this very moment is not asked to sign in again
      setTimeout(() => {
        if (joined?.tabs !== tabs) return
        if (document.hidden) pace.changed([EVERYTHING])
        else void checkSessionAgain()
      }, SIGNING_OUT_MS)
    },
  })
  joined = { personId, tabs }
}

/** Takes one message of the stream. */
export const receive = (data: string): void => pace.changed(topicsIn(data))

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Whether the line to the server stands, for the mark in the bar. */
export const useLineState = (): LineState => useSyncExternalStore(watch, () => state)
