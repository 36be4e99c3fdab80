/** Asks whether a command or a query reads what is shown, or everything that has happened since the company began. */
import { type Database, sql } from '#server/db/database.ts'
import { ROWS } from '#testing/growth/past.ts'
import type { RowCounts } from './row-counts.ts'

/** A table has grown if it has so many rows. Pages, counts and sums of the product end before. */
const GROWN_ROWS = 0.75 * ROWS
/** Reading nearly all rows is reading the whole table. */
const WHOLE = 0.9

/** Orders share their words, so that this table soon stops growing. A part of a word may be compared with all of them. */
const WORDS = 'order_words'

type Exception = { readonly tables: readonly string[]; readonly because: string }

const invoices = (because: string): Exception => ({ tables: ['inbound_invoices'], because })
const orders = (because: string): Exception => ({ tables: ['orders'], because })

const COUNTED = 'counts or sums at most a thousand rows, which are half of this past'
const NOT_FOUND = 'looks for a name that no invoice has, by the newest invoices first'

/** Those that may read tables from end to end. `app/server/growth.test.ts` limits the buffers that most of them read. */
export const READS_EVERYTHING: Readonly<Record<string, Exception>> = {
  'history.count': { tables: ['history'], because: COUNTED },
  'orders.counts': orders(COUNTED),
  'purchases.invoices': invoices(NOT_FOUND),
  'purchases.sum-invoices': invoices(COUNTED),
  'search.everything': invoices(
    'compares each number with the text and with its beginning; of many invoices an index finds both',
  ),
  'stock.health': { tables: ['stock_movements'], because: 'compares the stock with all its movements' },
  'DELETE products': { tables: ['task_materials'], because: 'a product is deleted only if no task ever needed it' },
}

export class GrownTables {
  readonly #rows: ReadonlyMap<string, number>

  private constructor(rows: ReadonlyMap<string, number>) {
    this.#rows = rows
  }

  /**
   * Finds the tables of an analysed database that have grown. Finds none in the embedded database, whose statistics nothing renews
   * during the walk, so that its plans change with what the walk has written.
   */
  static async find(db: Database): Promise<GrownTables> {
    if (db.engine === 'pglite') return new GrownTables(new Map())
    const found = await db.many<{ name: string; rows: number }>(sql`
      select relname as name, reltuples::bigint as rows from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= ${GROWN_ROWS} and relname <> ${WORDS}`)
    return new GrownTables(new Map(found.map(({ name, rows }) => [name, rows])))
  }

  get names(): string[] {
    return [...this.#rows.keys()].toSorted()
  }

  /** Returns the tables that were read from end to end, without those that `READS_EVERYTHING` names, and what it names needlessly. */
  readWhole(name: string, { read }: Pick<RowCounts, 'read'>): string[] {
    const known = READS_EVERYTHING[name]?.tables ?? []
    const whole = [...read]
      .filter(([table, rows]) => rows >= WHOLE * (this.#rows.get(table) ?? Infinity))
      .map(([table]) => table)
    const needless = known.filter((table) => this.#rows.has(table) && !whole.includes(table))
    return [
      ...whole.filter((table) => !known.includes(table)),
      ...needless.map((table) => `${name} does not read ${table} whole, so it needs no exception`),
    ]
  }
}
