/** What this process knows about the tables of statements. Nothing, until the database is migrated. */
import type { Database } from '#server/db/database.ts'
import { type Read, readCatalog, TablesInSql } from './tables-in-sql.ts'

/** Tables of the frame, which change all the time. Answers that read them are neither kept nor read again. */
export const NEVER_KEPT: readonly string[] = [
  'api_key_use',
  'api_keys',
  'change_list',
  'history',
  'idempotency_keys',
  'jobs',
  'known_devices',
  'listed_changes',
  'noted_changes',
  'refresh_tokens',
  'schedules',
  'schema_migrations',
  'service_turns',
  'sessions',
  'sign_in_attempts',
]

export class KnownTables {
  #tables: TablesInSql | null = null

  /** Reads the catalog of the migrated database. */
  async use(db: Database): Promise<void> {
    this.#tables = new TablesInSql(await readCatalog(db))
  }

  /** Returns the tables that a statement reads; null if they are not known yet. */
  readBy(text: string): Read | null {
    return this.#tables?.readBy(text) ?? null
  }

  /** Returns the tables that a statement changes. */
  writtenBy(text: string): readonly string[] {
    return this.#tables?.writtenBy(text) ?? []
  }
}
