/**
 * The program `npm run move -- <from> <to>`: copies a whole database into an empty one of either engine. Each is a data folder of the
 * embedded database or the address of a PostgreSQL server. Stop the product first.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Database } from '#server/db/database.ts'
import { CannotStart } from '#server/db/errors.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { moveContents } from '#server/features.ts'

/** The most seconds for a statement: one may check a foreign key of all rows. */
const STATEMENT_SECONDS = 3_600

const isAddress = (place: string): boolean => /^postgres(ql)?:\/\//.test(place)

const open = (place: string): Promise<Database> =>
  isAddress(place)
    ? openDatabase({ databaseUrl: place, dataDir: '.', statementSeconds: STATEMENT_SECONDS })
    : openDatabase({ dataDir: resolve(place) })

async function move(from: string | undefined, to: string | undefined): Promise<void> {
  if (!from || !to)
    throw new CannotStart('Say from where and to where: npm run move -- ./data postgresql://user@host/database')
  if (!isAddress(from) && !existsSync(from)) throw new CannotStart(`There is no folder ${from}.`)
  if (!isAddress(to)) mkdirSync(to, { recursive: true })
  const source = await open(from)
  try {
    const target = await open(to)
    try {
      await migrate(source)
      await migrate(target)
      console.log(`${await moveContents(source, target)} rows were copied.`)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

move(process.argv[2], process.argv[3]).catch((error: unknown) => {
  console.error(error instanceof CannotStart ? error.message : error)
  process.exitCode = 1
})
