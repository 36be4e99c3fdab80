/** Remembers what the answer of each query is about. The server says it with the answer, so no page names it. */
import type { Query } from '@tanstack/react-query'
import { Refused } from '#kernel/refusal.ts'
import { ANYTHING, concerns } from '#kernel/live/topics.ts'

const known = new WeakMap<Query, readonly string[]>()

/** Notes what the newest answer of a query is about; null if the server did not say it. */
export function noteAbout(query: Query | undefined, about: readonly string[] | null): void {
  if (query === undefined) return
  if (about) known.set(query, about)
  else known.delete(query)
}

/** Returns what the answer of a query is about, if the server has said it. */
export const aboutOf = (query: Query): readonly string[] | undefined => known.get(query)

/** Reports whether it is known what the answer of a query is about. */
export const isAboutKnown = (query: Query): boolean => known.has(query)

/**
 * Reports whether a change may concern the answer of a query to the server. Until the server has said what an answer is about, it may be
 * any change. So after a reload with stored answers, or after a failure, each change reads the query again. A refusal that says nothing
 * stays, because its note in the history would send the query again.
 */
export function isConcerned(query: Query, changed: ReadonlySet<string>): boolean {
  if (changed.has(ANYTHING)) return true
  if (query.meta?.asked !== true) return false
  const about = known.get(query)
  return about ? concerns(changed, about) : !(query.state.error instanceof Refused)
}
