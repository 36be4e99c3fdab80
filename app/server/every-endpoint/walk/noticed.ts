/**
 * Asks whether the product notices what a command changed. The database says which tables changed and which tables a query read.
 * If a change of each table drops what was read from it, and the tables of each kept query are known, no kept answer is older than
 * the database.
 */
import { type Database, sql } from '#server/db/database.ts'
import { entities } from '#app/server/features.ts'
import type { KeptAnswers } from '#server/kept-answers/kept-answers.ts'
import { readCatalog, TablesInSql } from '#server/kept-answers/tables-in-sql.ts'
import type { RowCounts } from './row-counts.ts'
import { historySamples } from '#testing/samples.ts'

/** Commands that leave no entry in the history. */
const SILENT = new Set(historySamples.flatMap(({ silent = [] }) => silent))
const KINDS = new Set(entities.map(({ name }) => name))

/** Tables of the frame. A change of them is none of a record. */
const FRAME: readonly string[] = ['idempotency_keys', 'jobs', 'noted_changes', 'security_events']
const STORED_ALREADY = 'its sample saves what is stored already'
/** Commands whose samples change nothing that an entry would tell of. */
const WITHOUT_ENTRY: Readonly<Record<string, string>> = {
  'bank-statements.reopen': 'the line that it reopens has no payment, and entries are about payments',
  'settings.save-apps': STORED_ALREADY,
  'settings.save-sending': STORED_ALREADY,
  'settings.save-sign-in': STORED_ALREADY,
}

/** The newest entry of the history, and the number of topics so far. */
export type Before = { readonly entry: number; readonly topics: number }

export class Noticed {
  readonly #db: Database
  readonly #kept: KeptAnswers
  readonly #tables: TablesInSql
  readonly #names: readonly string[]
  readonly #announced: readonly string[]

  private constructor(
    parts: { db: Database; kept: KeptAnswers; announced: readonly string[] },
    catalog: Awaited<ReturnType<typeof readCatalog>>,
  ) {
    this.#db = parts.db
    this.#kept = parts.kept
    this.#announced = parts.announced
    this.#tables = new TablesInSql(catalog)
    this.#names = catalog.tables
  }

  /** `announced` receives the topics of each change. */
  static async open(db: Database, kept: KeptAnswers, announced: readonly string[]): Promise<Noticed> {
    return new Noticed({ db, kept, announced }, await readCatalog(db))
  }

  /** Keeps an answer that was read from each table, and returns what the checks after a command compare with. */
  async before(): Promise<Before> {
    for (const table of this.#names) await this.#isKept(table)
    const { entry } = await this.#db.one<{ entry: number }>(sql`select coalesce(max(id), 0) as entry from history`)
    return { entry, topics: this.#announced.length }
  }

  /** Returns the changed tables from which an answer is still kept. */
  async staleTables({ changed }: Pick<RowCounts, 'changed'>): Promise<string[]> {
    const stale: string[] = []
    for (const table of changed) if (await this.#isKept(table)) stale.push(table)
    return stale
  }

  /** Returns the tables that a query read and that its kept answer would not know of. */
  unknownTables({ read, statements }: Pick<RowCounts, 'read' | 'statements'>): string[] {
    const known = new Set(statements.flatMap((text) => this.#tables.readBy(text).tables))
    return [...read.keys()].filter((table) => !known.has(table))
  }

  /** Returns what is wrong with the entries of a command in the history, and with the topics that tell open pages of them. */
  async wrongEntries(
    command: string,
    { changed }: Pick<RowCounts, 'changed'>,
    { entry, topics }: Before,
  ): Promise<string[]> {
    const written = await this.#db.many<{ entity: string; id: number }>(sql`
      select distinct entity, entity_id as id from history where id > ${entry} and command = ${command}`)
    const announced = new Set(this.#announced.slice(topics))
    const wrong = written.flatMap(({ entity, id }) => [
      ...(KINDS.has(entity) ? [] : [`no feature declares ${entity}`]),
      ...[entity, `${entity}:${id}`]
        .filter((topic) => !announced.has(topic))
        .map((topic) => `${topic} is not announced`),
    ])
    if (SILENT.has(command)) wrong.push(...written.map(({ entity }) => `a silent command left an entry of ${entity}`))
    const records = [...changed].filter((table) => !FRAME.includes(table))
    const isExcepted = Object.hasOwn(WITHOUT_ENTRY, command)
    if (isExcepted && written.length > 0) wrong.push('an entry tells of the change, so it needs no exception')
    const isDue = records.length > 0 && !SILENT.has(command) && !isExcepted
    if (isDue && written.length === 0) wrong.push(`no entry tells of the change of ${records.join(', ')}`)
    return wrong
  }

  /** Reports whether an answer that was read from a table is still kept; keeps a new one if it is not. */
  async #isKept(table: string): Promise<boolean> {
    let isKept = true
    await this.#kept.answer(`read from ${table}`, false, {
      inTurn: (act) => act(),
      read: async (seen) => {
        seen(`select from ${table}`)
        isKept = false
        return { answer: null, about: [] }
      },
    })
    return isKept
  }
}
