/**
 * Decides how often screens read changed data again. The first change is read at once, and further ones every two seconds for each
 * query, at the same moments on all devices, so that they share what the server reads (decision 97). Only visible queries are read.
 * Changes by the person's own commands are read without a pause.
 */
import type { Query, QueryClient } from '@tanstack/react-query'
import { isAboutTopics } from '#web/query.ts'

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

/** Stands for a change of any topic. */
export const EVERYTHING = '*'

export type Pace = {
  /** Reads the queries about one of the topics again. A hidden tab does so when it is shown. */
  changed(topics: readonly string[]): void
  /** The person has changed something, so waiting reads start now. */
  changedHere(): void
  /** Drops the waiting reads. */
  clear(): void
}

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

  const changed = (topics: readonly string[]): void => {
    if (document.hidden) {
      if (gathered.size < MOST_GATHERED) for (const topic of topics) gathered.add(topic)
      else gathered.add(EVERYTHING)
      return
    }
    const now = performance.now()
    const set = new Set(topics)
    for (const query of client.getQueryCache().findAll({ predicate: (one) => isAbout(one, set) })) {
      // A query that is not visible is read when it is opened.
      query.invalidate()
      if (query.isActive()) due.set(query, Math.min(due.get(query) ?? Number.POSITIVE_INFINITY, dueAt(query, now)))
    }
    run()
  }

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
      gathered.clear()
    },
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

/** Reports whether a query is about one of the topics. The initial data of a form stay unchanged. */
function isAbout(query: Query, topics: ReadonlySet<string>): boolean {
  if (query.meta?.afresh === true) return false
  return topics.has(EVERYTHING) || isAboutTopics(query, topics)
}
