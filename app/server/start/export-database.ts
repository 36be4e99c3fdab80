/**
 * The program `npm run export -- <from> <file.zip>`: writes everything as CSV and SQL. `from` is a data folder of the embedded database, whose
 * product must be stopped, or the address of a PostgreSQL server.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readConfig } from '#server/config.ts'
import { CannotStart } from '#server/db/errors.ts'
import { pendingMigrations } from '#server/db/migrate.ts'
import { exportTo } from '#app/server/features.ts'
import { objectsOf } from '#server/integrations/outside.ts'
import { demandPlace, openPlace } from './open-place.ts'

async function exportAll(from: string | undefined, to: string | undefined): Promise<void> {
  if (!from || !to?.endsWith('.zip'))
    throw new CannotStart('Say from where and into which file: npm run export -- ./data kerino.zip')
  demandPlace(from)
  if (existsSync(to)) throw new CannotStart(`There is a file ${to} already.`)
  const db = await openPlace(from)
  try {
    if ((await pendingMigrations(db)).length > 0)
      throw new CannotStart('The database is of an older version: start the product once on it.')
    const objects = objectsOf(readConfig(process.env))
    const { tables, rows } = await exportTo(resolve(to), { db, objects, now: new Date() })
    console.log(`${rows} rows of ${tables} tables were written to ${to}.`)
  } finally {
    await db.close()
  }
}

exportAll(process.argv[2], process.argv[3]).catch((error: unknown) => {
  console.error(error instanceof CannotStart ? error.message : error)
  process.exitCode = 1
})
