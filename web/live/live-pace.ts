/**
 * Decides how often screens read changed data again. The first change is read at once, and further ones every two seconds for each
 * query, at the same moments on all devices, so that they share what the server reads (decision 97). Only visible queries are read.
 * Changes by the person's own commands are read without a pause.
 */
import type { Query, QueryClient } from '@tanstack/react-query'
import { ANYTHING } from '#kernel/live/topics.ts'
import { isAboutKnown, isConcerned } from '#web/live/about.ts'

/** The time between two reads of one query after changes by other people. */
const PACE_MS = 2_000
/** The least time between them: the moments of the devices may come soon after the first read. */
const LEAST_PACE_MS = 500
/** The pause while the person works, so that a series of commands does not read every list each time. */
const OWN_PACE_MS = 250
/** Changes within this time after a command count as the person's own, because the stream announces them. */
const OWN_MS = 1_500
/** A query under way is checked this often. Its answer may be older than the change. */
const BUSY_MS = 100
/** More topics than this, collected while the tab was hidden, count as "everything". */
const MOST_GATHERED = 300

export type Pace = {
  /** Reads the queries about one of the topics again. A hidden tab does so when it is shown. */
  changed(topics: readonly string[]): void
  /** The person has changed something, so waiting reads start now. */
  changedHere(): void
  /** Drops the waiting reads. */
  clear(): void
}

/** Returns what reads changed data again. In one piece, because the moments, what is due and the timer are one state. */
export function refreshPace(client: QueryClient): Pace {
  const readAt = new WeakMap<Query, number>()
  const due = new Map<Query, number>()
  const gathered = new Set<string>()
  let ownUntil = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  const dueAt = (query: Query, now: number): number => {
    const last = readAt.get(query) ?? Number.NEGATIVE_INFINITY
    return now < ownUntil ? Math.max(now, last + OWN_PACE_MS) : sharedMoment(query, now, last + LEAST_PACE_MS)
  }

  const run = (): void => {
    clearTimeout(timer)
    if (document.hidden) return
    const now = performance.now()
    let next = Number.POSITIVE_INFINITY
    for (const [query, at] of due) {
      if (!query.isActive()) due.delete(query)
      else if (at > now) next = Math.min(next, at)
      else if (query.state.fetchStatus === 'fetching') next = Math.min(next, now + BUSY_MS)
      else {
        due.delete(query)
        readAt.set(query, now)
        void client.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' })
      }
    }
    if (next < Number.POSITIVE_INFINITY) timer = setTimeout(run, next - now)
  }

  const readSoon = (query: Query, now: number): void => {
    // A query that is not visible is read when it is opened.
    query.invalidate()
    if (query.isActive()) due.set(query, Math.min(due.get(query) ?? Number.POSITIVE_INFINITY, dueAt(query, now)))
  }

  const changed = (topics: readonly string[]): void => {
    if (document.hidden) {
      if (gathered.size < MOST_GATHERED) for (const topic of topics) gathered.add(topic)
      else gathered.add(ANYTHING)
      return
    }
    const now = performance.now()
    const set = new Set(topics)
    for (const query of client.getQueryCache().findAll({ predicate: ({ meta }) => meta?.afresh !== true })) {
      const isFirst = query.state.fetchStatus === 'fetching' && !isAboutKnown(query)
      if (isFirst ? set.has(ANYTHING) : isConcerned(query, set)) readSoon(query, now)
      else if (query.state.fetchStatus === 'fetching') heard.add(query, set)
    }
    run()
  }

  const heard = hearDuringReads(client, (query) => {
    readSoon(query, performance.now())
    run()
  })
  keepNews(client, due)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    const topics = [...gathered]
    gathered.clear()
    if (topics.length > 0) changed(topics)
    else run()
  })

  return {
    changed,
    changedHere() {
      const now = performance.now()
      ownUntil = now + OWN_MS
      for (const query of due.keys()) due.set(query, dueAt(query, now))
      run()
    },
    clear() {
      clearTimeout(timer)
      due.clear()
      heard.clear()
      gathered.clear()
    },
  }
}

/**
 * Remembers what changed during the reads of queries that it did not concern. The new answer may be about other records than the one before:
 * if they changed, `missed` is called with the query.
 */
function hearDuringReads(client: QueryClient, missed: (query: Query) => void) {
  const heard = new Map<Query, ReadonlySet<string>>()
  client.getQueryCache().subscribe(({ type, query }) => {
    const topics = heard.get(query)
    if (!topics || (type !== 'removed' && query.state.fetchStatus === 'fetching')) return
    heard.delete(query)
    if (type !== 'removed' && isConcerned(query, topics)) missed(query)
  })
  return {
    add: (query: Query, topics: ReadonlySet<string>): void =>
      void heard.set(query, new Set([...topics, ...(heard.get(query) ?? [])])),
    clear: (): void => heard.clear(),
  }
}

/**
 * Returns `now` if the query was not read for some time, and otherwise the first moment from `earliest` on at which all devices read it. It
 * depends only on the clock of the device and on the query, so different queries are not all read at the same moment.
 */
function sharedMoment({ queryHash }: Query, now: number, earliest: number): number {
  if (now >= earliest + PACE_MS) return now
  let offset = 0
  for (const letter of queryHash) offset = (offset * 31 + letter.charCodeAt(0)) % PACE_MS
  const clock = (Date.now() - performance.now() + earliest) % PACE_MS
  return Math.max(now, earliest + ((offset - clock + PACE_MS) % PACE_MS))
}

/**
 * Marks an answer as old again when its screen closes. The screen cancels a read under way, which restores the state from before
 * the read, without the change that was announced meanwhile. Such an answer would count as current when the screen opens again.
 */
function keepNews(client: QueryClient, due: ReadonlyMap<Query, number>): void {
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'observerRemoved' && due.has(query) && !query.isActive()) query.invalidate()
  })
}
