/** Chooses the engine: a PostgreSQL server when an address is given, else the embedded database in the data folder. */
import { join } from 'node:path'
import type { Database } from '#server/db/database.ts'
import { lockFolder } from '#server/db/folder-lock.ts'
import { openPglite } from '#server/db/pglite.ts'
import { openPostgres } from '#server/db/postgres.ts'

export type DatabasePlace = {
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
  /** Connections to a PostgreSQL server. */
  readonly poolSize?: number | undefined
  /** How long a statement may run there. */
  readonly statementSeconds?: number | undefined
  /** Called when the embedded engine stops by itself: the process should end with code 1 and be started again. */
  readonly stopped?: (error: Error) => void
}

/** Opens the database of this installation. Throws CannotStart (folder in use, server unreachable) with one line for the operator. */
export async function openDatabase({
  databaseUrl,
  dataDir,
  poolSize,
  statementSeconds,
  stopped,
}: DatabasePlace): Promise<Database> {
  if (databaseUrl) {
    const given = { ...(poolSize && { poolSize }), ...(statementSeconds && { statementSeconds }) }
    return openPostgres(databaseUrl, given)
  }
  const unlock = lockFolder(dataDir)
  try {
    const database = await openPglite(join(dataDir, 'pg'), stopped ? { stopped } : {})
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
