/** Compares what an answer is about with what has changed. Both are names: of a kind of records, or of one record, as `orders:12`. */

/** The response header of a query with what its answer is about, separated by commas. */
export const ABOUT_HEADER = 'x-about'
/** The response header of a request of a page with what it changed, separated by commas. */
export const CHANGED_HEADER = 'x-changed'

/** Stands for everything, and after the name of a kind for any of its records: `orders:*`. */
export const ANYTHING = '*'

/** Returns the kind in the name of a record or of a kind. */
export const kindIn = (topic: string): string => topic.split(':', 1)[0] ?? topic

export const anyOf = (kind: string): string => `${kind}:${ANYTHING}`

/** Reports whether a change may concern an answer. */
export const concerns = (changed: ReadonlySet<string>, about: readonly string[]): boolean =>
  changed.has(ANYTHING) ||
  about.some((topic) => changed.has(topic) || (topic.includes(':') && changed.has(anyOf(kindIn(topic)))))

/** Returns the names in a header; null if the response has none. */
export const topicsInHeader = (header: string | null): string[] | null =>
  header === null ? null : header.split(',').filter((topic) => topic !== '')
