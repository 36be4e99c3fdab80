/** Opens the database that a command line names: a data folder of the embedded database, or the address of a PostgreSQL server. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Database } from '#server/db/database.ts'
import { CannotStart } from '#server/db/errors.ts'
import { openDatabase } from '#server/db/open.ts'

/** The most seconds for a statement: one may check a foreign key of all rows. */
const STATEMENT_SECONDS = 3_600

export const isAddress = (place: string): boolean => /^postgres(ql)?:\/\//.test(place)

export const openPlace = (place: string): Promise<Database> =>
  isAddress(place)
    ? openDatabase({ databaseUrl: place, dataDir: '.', statementSeconds: STATEMENT_SECONDS })
    : openDatabase({ dataDir: resolve(place) })

/** Throws CannotStart if a folder does not exist. */
export function demandPlace(place: string): void {
  if (!isAddress(place) && !existsSync(place)) throw new CannotStart(`There is no folder ${place}.`)
}
