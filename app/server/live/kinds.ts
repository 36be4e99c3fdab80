/**
 * Names what an answer was read from and what a transaction changed: kinds of records, found by their tables, and single records. Each
 * table belongs to the kind that names it in `tables`, and otherwise is a kind of its own.
 */
import type { About } from '#kernel/contract.ts'
import { HISTORY_TOPIC } from '#kernel/history/security-events.ts'
import { anyOf, kindIn } from '#kernel/live/topics.ts'
import { entities } from '#app/server/features.ts'
import { NEVER_KEPT } from '#server/kept-answers/known-tables.ts'

/**
 * Tables of which no page is told. Only pages of the whole history hear of its table, because each entry is told as a change of its
 * record. Security events are told as history, but not those about reading it.
 */
const UNHEARD: readonly string[] = [...NEVER_KEPT.filter((table) => table !== HISTORY_TOPIC), 'security_events']
/** Tables of which only the page is told whose request writes them, because the others would read their own sessions all the time. */
const OWN: readonly string[] = ['sessions']
/** An answer about more records of a kind than this is about the whole kind. */
const MOST_RECORDS = 60

const tableOf = (name: string): string => name.replaceAll('-', '_')

const KINDS: ReadonlyMap<string, string> = new Map(
  entities.flatMap(({ name, tables = [tableOf(name)] }) => tables.map((table) => [table, name] as const)),
)

/** Returns the kind to which the rows of a table belong. */
export const kindOf = (table: string): string => KINDS.get(table) ?? table.replaceAll('_', '-')

/**
 * Returns what pages are told of a transaction that wrote these tables and named these records, each with its kind. `orders:*` is told
 * if it named no record of a kind that it changed.
 */
export function topicsOfChange(tables: readonly string[], records: readonly string[]): string[] {
  const named = new Set(records.map(kindIn))
  const kinds = new Set(tables.filter((table) => !UNHEARD.includes(table)).map(kindOf))
  return [...new Set([...records, ...[...kinds].flatMap((kind) => (named.has(kind) ? [kind] : [kind, anyOf(kind)]))])]
}

/** Returns what only the page is told whose request wrote these tables. */
export const topicsOfRequest = (tables: readonly string[]): string[] => tables.filter((table) => OWN.includes(table))

/** Returns what an answer is about that was read from these tables, narrowed to the records that its contract names. */
export function topicsOfAnswer(tables: Iterable<string>, about: About): string[] {
  const read = [...tables].filter((table) => !NEVER_KEPT.includes(table)).map(kindOf)
  // the name of a kind may come from the input, and a header takes no other signs
  const added = Object.keys(about).filter((kind) => /^[a-z-]+$/.test(kind))
  return [...new Set([...read, ...added])].flatMap((kind) => {
    const records = Object.hasOwn(about, kind) ? about[kind] : true
    if (records === true) return [kind]
    const ids = typeof records === 'number' ? [records] : records || []
    return ids.length > MOST_RECORDS ? [kind] : ids.map((id) => `${kind}:${id}`)
  })
}
