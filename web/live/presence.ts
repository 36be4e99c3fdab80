/**
 * Tells the other people which record this tab has open, and shows who else has one open. It is only a word to people: nothing
 * waits for it, and a call that fails is repeated later.
 */
import { useEffect } from 'react'
import {
  PRESENCE_ADDRESS,
  PRESENCE_REPEAT_MS,
  type PresentPeople,
  type PresentPerson,
  presenceRecord,
} from '#kernel/live/presence.ts'
import { headers, newKey } from '#web/api.ts'
import { useWatched, watchers } from '#web/watchers.ts'

/** A call without an answer must not hold back the next one for long. */
const PATIENCE_MS = 10_000

const tab = newKey()
/** The stream of this browser at the server; null while there is none. */
let stream: string | null = null
let everybody: PresentPeople = {}
/** The records that parts of this page have open, with the number of these parts. */
const here = new Map<string, number>()
const { watch, changed } = watchers()
let repeat: ReturnType<typeof setInterval> | undefined
/** Calls are made one after another, because the server must learn of a closing after its opening. */
let calls: Promise<unknown> = Promise.resolve()

/** Returns who has a record open after news about some records. */
export function withPeople(before: PresentPeople, news: PresentPeople): PresentPeople {
  return Object.fromEntries(Object.entries({ ...before, ...news }).filter(([, people]) => people.length > 0))
}

/** Begins again with a new stream: the server learns what is open here. Null while there is no stream. */
export function startPresence(next: string | null, people: PresentPeople): void {
  const isNew = next !== stream
  stream = next
  replacePeople(people)
  if (isNew) for (const record of here.keys()) tell(record, true)
}

/** Other people than before have these records open. */
export const showPeople = (people: PresentPeople): void => replacePeople(withPeople(everybody, people))

function replacePeople(people: PresentPeople): void {
  everybody = people
  changed()
}

function tell(record: string, open: boolean): void {
  // It may have been opened or closed again while an earlier call was under way.
  calls = calls.then(() => (here.has(record) === open ? send(record, open) : null)).catch(() => undefined)
}

async function send(record: string, open: boolean): Promise<void> {
  if (stream === null) return
  await fetch(PRESENCE_ADDRESS, {
    method: 'POST',
    credentials: 'same-origin',
    headers: headers({ 'Content-Type': 'application/json' }),
    body: JSON.stringify({ record, tab, stream, open }),
    // a page that is being left still sends it
    keepalive: true,
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
}

function enter(record: string): void {
  here.set(record, (here.get(record) ?? 0) + 1)
  if (here.get(record) === 1) tell(record, true)
  repeat ??= setInterval(() => {
    for (const open of here.keys()) tell(open, true)
  }, PRESENCE_REPEAT_MS)
}

function leave(record: string): void {
  const parts = (here.get(record) ?? 1) - 1
  if (parts > 0) return void here.set(record, parts)
  here.delete(record)
  tell(record, false)
  if (here.size > 0) return
  clearInterval(repeat)
  repeat = undefined
}

window.addEventListener('pagehide', () => {
  // A page that is being left does not wait for earlier calls.
  for (const record of here.keys()) void send(record, false).catch(() => undefined)
})

/** Shows the other people that this person has a record open, as long as the part is on the screen. */
export function useHere(place: string, id: number): void {
  useEffect(() => {
    const record = presenceRecord(place, id)
    enter(record)
    return () => leave(record)
  }, [place, id])
}

const NOBODY: readonly PresentPerson[] = []

/** Returns the names of those who have a record open in other tabs. */
export function useOthers(place: string, id: number): string[] {
  const record = presenceRecord(place, id)
  // The list of a record without news stays the same, so only the parts of the others are drawn again.
  const people = useWatched(watch, () => everybody[record] ?? NOBODY)
  return [...new Set(people.filter((person) => person.tab !== tab).map(({ name }) => name))]
}
