/**
 * How often screens read again what changed: at once, then at most every two seconds for the same query, and only what
 * is in sight. What the person did is read at once.
 */
import type { Query, QueryClient } from '@tanstack/react-query'

/** Between two readings of one query because of other people's changes. */
const PACE_MS = 2_000
/** The same while the person works: a long list of commands must not ask for every list after each of them. */
const OWN_PACE_MS = 250
/** For so long after a command changes count as the person's own: the news of them comes by the stream. */
const OWN_MS = 1_500
/** A query that is being read is looked at again so often: its answer may be older than the change. */
const BUSY_MS = 100
/** More topics than this, gathered while the tab was hidden, mean everything. */
const MOST_GATHERED = 300

/** Stands for any change at all. */
export const EVERYTHING = '*'

export type Pace = {
  /** Reads again what is about one of the topics; a hidden tab does so when it is shown. */
  changed(topics: readonly string[]): void
  /** The person has changed something: what waits is read now. */
  changedHere(): void
  /** Forgets what waits. */
  clear(): void
}

export function refreshPace(client: QueryClient): Pace {
  const readAt = new WeakMap<Query, number>()
  const due = new Map<Query, number>()
  const gathered = new Set<string>()
  let ownUntil = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  const dueAt = (query: Query, now: number): number => {
    const last = readAt.get(query)
    return last === undefined ? now : Math.max(now, last + (now < ownUntil ? OWN_PACE_MS : PACE_MS))
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
      // what is not in sight is read when it is opened
      query.invalidate()
      if (query.isActive()) due.set(query, Math.min(due.get(query) ?? Number.POSITIVE_INFINITY, dueAt(query, now)))
    }
    run()
  }

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

/** Whether an answer is about one of the topics; what a form began with stays as it is. */
function isAbout(query: Query, topics: ReadonlySet<string>): boolean {
  if (query.meta?.afresh === true) return false
  if (topics.has(EVERYTHING)) return true
  const about = query.meta?.topics
  return Array.isArray(about) && about.some((topic) => topics.has(String(topic)))
}
