/**
 * Opens the database: a PostgreSQL server if an address is given, otherwise the embedded database in the data folder.
 */
import { join } from 'node:path'
import type { Database } from '#server/db/database.ts'
import { lockFolder } from '#server/db/pglite/folder-lock.ts'
import { openPglite } from '#server/db/pglite/pglite.ts'
import { openPostgres } from '#server/db/postgres/postgres.ts'

export type DatabasePlace = {
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
  /** The number of connections to a PostgreSQL server. */
  readonly poolSize?: number | undefined
  /** The most seconds that a statement may run on a PostgreSQL server. */
  readonly statementSeconds?: number | undefined
  /** Called when the embedded engine stops by itself. The process should then end with code 1 and be restarted. */
  readonly stopped?: (error: Error) => void
}

/**
 * Opens the database of this installation. Throws CannotStart with one sentence for the operator if the folder is in
 * use or the server does not answer.
 */
export async function openDatabase({
  databaseUrl,
  dataDir,
  poolSize,
  statementSeconds,
  stopped,
}: DatabasePlace): Promise<Database> {
  if (databaseUrl) return openPostgres(databaseUrl, { poolSize, statementSeconds })
  const unlock = lockFolder(dataDir)
  try {
    const database = await openPglite(join(dataDir, 'pg'), { stopped })
    return {
      ...database,
      async close() {
        await database.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}
