/** Asks whether a command or a query reads what is shown, or everything that has happened since the company began. */
import { type Database, sql } from '#server/db/database.ts'
import type { RowCounts } from './row-counts.ts'

/** A table has grown if it has so many rows. Pages, counts and sums of the product end before. */
const GROWN_ROWS = 1_500
/** Reading nearly all rows is reading the whole table. */
const WHOLE = 0.9

/** Orders share their words, so that this table soon stops growing. A part of a word may be compared with all of them. */
const WORDS = 'order_words'

const COUNTED = 'counts, sums or finds at most a thousand rows, which are half of this past'
const OF_ALL_YEARS = 'adds up what customers bought and paid since the company began'
const OWED_TO_PROVIDERS = 'what is owed to providers is found from all their invoices'

/** Those that may read whole tables, with the reason. `server/growth.test.ts` limits the buffers that most of them read. */
export const READS_EVERYTHING: Readonly<Record<string, string>> = {
  'history.count': COUNTED,
  'orders.counts': COUNTED,
  'purchases.count-invoices': COUNTED,
  'purchases.invoices': 'looks for a name that no invoice has',
  'purchases.sum-invoices': COUNTED,
  'production.overview': 'looks for the tasks that were finished this week among all finished ones',
  'reports.aged': OWED_TO_PROVIDERS,
  'reports.aged-count': OF_ALL_YEARS,
  'reports.aged-sums': OF_ALL_YEARS,
  'reports.customer-totals': OF_ALL_YEARS,
  'reports.customer-totals-count': OF_ALL_YEARS,
  'reports.customer-totals-sums': OF_ALL_YEARS,
  'reports.customer-totals-summary': OF_ALL_YEARS,
  'reports.expected-count': OWED_TO_PROVIDERS,
  'reports.forecast': OWED_TO_PROVIDERS,
  'reports.open-charges-count': OWED_TO_PROVIDERS,
  'reports.open-charges-sums': OF_ALL_YEARS,
  'stock.health': 'compares the stock with all its movements',
  'DELETE products': 'a product can be deleted only if no task ever needed it, and a product is rarely deleted',
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

  /** Returns the tables that were read from end to end without a reason. */
  readWhole(name: string, { read }: Pick<RowCounts, 'read'>): string[] {
    if (Object.hasOwn(READS_EVERYTHING, name)) return []
    return [...read]
      .filter(([table, rows]) => rows >= WHOLE * (this.#rows.get(table) ?? Infinity))
      .map(([table]) => table)
  }
}
