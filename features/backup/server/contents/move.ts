/** Copies everything of a database into an empty one, of the same engine or of the other. */
import { type Database, raw, type Rows, sql } from '#server/db/database.ts'
import { CannotStart } from '#server/db/errors.ts'
import { alter, foreignKeys, insertion, setSequences } from './load.ts'
import { readLines } from './read-rows.ts'
import { quoted, wholeShapesOf } from './shapes.ts'
import { sequencesOf, versionOf } from './snapshot.ts'

/**
 * Copies all rows, with passwords and sessions, from one snapshot and in one transaction. Both databases are migrated. Returns the number
 * of rows. Throws CannotStart if the versions differ or the other database has an account.
 */
export const moveContents = (from: Database, to: Database): Promise<number> =>
  from.transaction('read', (source) => to.transaction('locking', (tx) => copyAll(source, tx)))

async function copyAll(source: Rows, tx: Rows): Promise<number> {
  await tx.many(sql`select set_config('statement_timeout', '0', true)`)
  if ((await versionOf(source)).migrations !== (await versionOf(tx)).migrations)
    throw new CannotStart('The two databases are of different versions: start the product once on the older one.')
  if (await tx.maybe(sql`select id from users limit 1`))
    throw new CannotStart('The database to copy into is not empty: it has accounts.')
  const shapes = await wholeShapesOf(tx)
  const keys = await foreignKeys(tx)
  for (const { table, name } of keys) await alter(tx, table, `drop constraint ${quoted(name)}`)
  for (const { table } of shapes) await alter(tx, table, 'disable trigger user')
  await tx.run(raw(`truncate ${shapes.map(({ table }) => quoted(table)).join(', ')}`))
  let rows = 0
  for (const shape of shapes) {
    for await (const lines of readLines(source, shape)) {
      await tx.run(insertion(shape, lines))
      rows += lines.length
    }
  }
  await setSequences(tx, await sequencesOf(source))
  for (const { table } of shapes) await alter(tx, table, 'enable trigger user')
  for (const { table, name, definition } of keys) await alter(tx, table, `add constraint ${quoted(name)} ${definition}`)
  return rows
}
