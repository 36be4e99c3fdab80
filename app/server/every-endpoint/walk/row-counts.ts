/**
 * Counts the rows that transactions read and the tables that they change. The database counts them itself, whatever the text of
 * a statement is: triggers, functions, foreign keys and index entries are included.
 */
import { type Database, type Rows, sql, type TransactionMode } from '#server/db/database.ts'
import { observed } from '#server/db/observed.ts'

/** What was read and changed during some work. */
export type RowCounts = {
  /** The rows of each table that were read from the table or from its indexes, once for each time they were read. */
  readonly read: ReadonlyMap<string, number>
  readonly changed: ReadonlySet<string>
  /** The statements, in their order. */
  readonly statements: readonly string[]
}

type Counts = { read: Map<string, number>; changed: Set<string>; statements: string[] }
type Counter = { readonly name: string; readonly read: number; readonly changed: number }

/** The figures are those of the connection and may include earlier transactions, so that a difference is needed. */
const COUNTERS = sql`
  select name, read, changed from (
    select t.relname as name, pg_stat_get_xact_tuples_returned(t.oid) + coalesce((
        select sum(pg_stat_get_xact_tuples_returned(i.indexrelid)) from pg_index i where i.indrelid = t.oid), 0)::bigint as read,
      pg_stat_get_xact_tuples_inserted(t.oid) + pg_stat_get_xact_tuples_updated(t.oid)
        + pg_stat_get_xact_tuples_deleted(t.oid) as changed
    from pg_class t where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace) counted
  where read > 0 or changed > 0`

export class RowCounter {
  #now: (Counts & { readonly single: boolean }) | null = null

  /** Returns the same database, which counts during `during`. */
  readonly watch = (db: Database): Database => {
    const single = <T>(ask: (rows: Rows) => Promise<T>): Promise<T> =>
      this.#now?.single ? this.#counted(db, 'locking', ask) : ask(db)
    return {
      ...db,
      many: (query) => single((rows) => rows.many(query)),
      one: (query) => single((rows) => rows.one(query)),
      maybe: (query) => single((rows) => rows.maybe(query)),
      run: (query) => single((rows) => rows.run(query)),
      transaction: (mode, work) => (this.#now ? this.#counted(db, mode, work) : db.transaction(mode, work)),
    }
  }

  /**
   * Returns what `work` returned, and what its transactions read and changed. Only one work at a time is counted. With `single`,
   * statements outside of transactions count too, those that look for the session of the caller included.
   */
  async during<T>(work: () => Promise<T>, single = false): Promise<RowCounts & { readonly result: T }> {
    const counts: Counts = { read: new Map(), changed: new Set(), statements: [] }
    this.#now = { ...counts, single }
    try {
      return { ...counts, result: await work() }
    } finally {
      this.#now = null
    }
  }

  async #counted<T>(db: Database, mode: TransactionMode, work: (tx: Rows) => Promise<T>): Promise<T> {
    const counts = this.#now
    let before: Counter[] = []
    let after: Counter[] = []
    const result = await db.transaction(mode, async (tx) => {
      before = await tx.many<Counter>(COUNTERS)
      const answer = await work(observed(tx, ({ text }) => void counts?.statements.push(text)))
      after = await tx.many<Counter>(COUNTERS)
      return answer
    })
    const earlier = new Map(before.map((counter) => [counter.name, counter]))
    for (const { name, read, changed } of after) {
      const more = read - (earlier.get(name)?.read ?? 0)
      if (more > 0) counts?.read.set(name, (counts.read.get(name) ?? 0) + more)
      if (changed > (earlier.get(name)?.changed ?? 0)) counts?.changed.add(name)
    }
    return result
  }
}
