/**
 * The program `npm run move -- <from> <to>`: copies a whole database into an empty one of either engine. Each is a data folder of the
 * embedded database or the address of a PostgreSQL server. Stop the product first.
 */
import { CannotStart } from '#server/db/errors.ts'
import { migrate } from '#server/db/migrate.ts'
import { moveContents } from '#app/server/features.ts'
import { makeFolder } from '#server/make-folder.ts'
import { demandPlace, isAddress, openPlace } from './open-place.ts'

async function move(from: string | undefined, to: string | undefined): Promise<void> {
  if (!from || !to)
    throw new CannotStart('Say from where and to where: npm run move -- ./data postgresql://user@host/database')
  demandPlace(from)
  if (!isAddress(to)) makeFolder(to)
  const source = await openPlace(from)
  try {
    const target = await openPlace(to)
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
