/**
 * What the database derives from its rows by triggers. A feature declares what a table contains: from which rows, on which condition, by
 * which key. The triggers and their functions are made from that, and so is the nightly proof, which computes the table anew. As with
 * declared functions (server/db/declared-functions.ts), the database has them by migrations, and a test compares both.
 */
import type { Sql } from '#server/db/database.ts'
import type { DeclaredFunction } from '#server/db/declared-functions.ts'
import { literal, literals } from '#server/db/literal.ts'
import type { Within } from '#server/in-pieces.ts'

export type DeclaredTrigger = {
  readonly name: string
  readonly table: string
  /** The statement that creates it. */
  readonly text: string
}

export type Proof = {
  /** The table by whose ids the proof is cut into pieces, so that other work comes first on a single connection; null for one piece. */
  readonly piecesOf: string | null
  /** Returns the statement that counts the rows which differ (`rows`) and names the first of them (`first`). */
  readonly differing: (within: Within) => Sql
}

export type Derived = {
  /** The table, or the table and its column, that is derived; for notifications the table that notifies. */
  readonly name: string
  readonly functions: readonly DeclaredFunction[]
  readonly triggers: readonly DeclaredTrigger[]
  /** Null if nothing is stored. */
  readonly proof: Proof | null
}

/** Columns with the expression that gives each, over a row of the source. */
export type Columns = Readonly<Record<string, Sql>>

/** Returns a fragment as text. Its values become literals, because a function has no parameters. */
export const textOf = ({ strings, values }: Sql): string =>
  strings.reduce((text, part, index) => text + written(values[index - 1]) + part)

function written(value: unknown): string {
  if (Array.isArray(value)) return `array[${literals(value as string[])}]`
  return typeof value === 'string' ? literal(value) : String(value)
}

/** The rows after a statement, and those before it. */
export const ADDED = 'added'
export const REMOVED = 'removed'
/** The same of a trigger that fires for each row. */
export const NEW_ROW = '(select new.*)'
export const OLD_ROW = '(select old.*)'

/** Returns the name of the function that follows the rows of a table. */
export const followerOf = (derives: string, from: Sql): string => `derive_${derives}_of_${textOf(from)}`

/** Returns the body of a trigger function. */
export const bodyOf = (...steps: readonly string[]): string => `\nbegin\n${steps.join('\n')}\n  return null;\nend `

/**
 * Returns a trigger function. One that `seeks` reads other tables by their indexes only, so that serializable transactions which write these
 * tables do not clash with it.
 */
export const triggerFunction = (name: string, body: string, { seeks }: { seeks: boolean }): DeclaredFunction => ({
  name,
  head: `\n RETURNS trigger\n LANGUAGE plpgsql\n${seeks ? " SET enable_seqscan TO 'off'\n" : ''}AS `,
  body,
})

type Event = 'insert' | 'update' | 'delete'

/** Triggers fire by name: those of one source in the order of what is derived, so that all transactions lock in one order. */
const SUFFIX: Readonly<Record<Event, string>> = { insert: '', update: '_changed', delete: '_removed' }
const TRANSITIONS: Readonly<Record<Event, string>> = {
  insert: `new table as ${ADDED}`,
  update: `old table as ${REMOVED} new table as ${ADDED}`,
  delete: `old table as ${REMOVED}`,
}

/** Returns triggers that call a function once for each statement. */
export const statementTriggers = (
  table: string,
  derives: string,
  functionName: string,
  events: readonly Event[],
): DeclaredTrigger[] =>
  events.map((event) => {
    const name = `${table}_derive_${derives}${SUFFIX[event]}`
    const text = `create trigger ${name} after ${event} on ${table} referencing ${TRANSITIONS[event]} for each statement execute function ${functionName}()`
    return { name, table, text }
  })

/** When a trigger fires for a row: after an update only if one of these columns is written and the condition holds. */
export type RowEvent = {
  readonly event: Event
  readonly columns?: readonly string[]
  readonly when?: string
}

/** Returns triggers that call a function for each row. */
export const rowTriggers = (
  table: string,
  derives: string,
  called: string,
  events: readonly RowEvent[],
): DeclaredTrigger[] =>
  events.map(({ event, columns, when }) => {
    const name = `${table}_${derives}${SUFFIX[event]}`
    const of = columns ? ` of ${columns.join(', ')}` : ''
    const condition = when ? ` when (${when})` : ''
    return {
      name,
      table,
      text: `create trigger ${name} after ${event}${of} on ${table} for each row${condition} execute function ${called}`,
    }
  })

/** Returns the condition that one of these columns changed. */
export const anyChanged = (columns: readonly string[]): string =>
  columns.map((column) => `new.${column} is distinct from old.${column}`).join(' or ')

/** Returns expressions as the columns of a selection. */
export const selected = (columns: Columns): string =>
  Object.entries(columns)
    .map(([name, value]) => (textOf(value) === name ? name : `${textOf(value)} as ${name}`))
    .join(', ')
