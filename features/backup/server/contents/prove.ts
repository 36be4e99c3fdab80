/** Proves a backup: restores it into a database of its own, and compares the hash of every table there with the manifest. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { migrate } from '#server/db/migrate.ts'
import { openPglite } from '#server/db/pglite/pglite.ts'
import type { Database, Rows } from '#server/db/database.ts'
import type { Archive } from '../archive/open-archive.ts'
import { BrokenBackup } from '../archive/broken-backup.ts'
import { replaceContents } from './load.ts'
import { readLines } from './read-rows.ts'
import { shapesOf } from './shapes.ts'

/** A database of this size is restored in memory, which spares the disk. */
const MOST_BYTES_IN_MEMORY = 50_000_000

/**
 * Restores a backup into the empty database that `open` returns, by default an embedded one in `folder`, whatever the engine of the
 * product. Returns the number of tables that were equal. Throws BrokenBackup if one is not. The caller deletes the folder.
 */
export async function prove(
  archive: Archive,
  folder: string,
  open: () => Promise<Database> = () => openBeside(archive, folder),
): Promise<number> {
  const beside = await open()
  try {
    await migrate(beside)
    await beside.transaction('locking', (tx) => replaceContents(tx, archive, async () => {}))
    for (const name of Object.keys(archive.manifest.files)) for await (const _ of archive.bytes(name));
    return await beside.transaction('read', (tx) => demandEqual(tx, archive))
  } finally {
    await beside.close()
  }
}

/** Opens an empty embedded database for a backup: in memory, or in `folder` if it is large. */
export function openBeside({ manifest }: Archive, folder: string): Promise<Database> {
  const bytes = Object.values(manifest.tables).reduce((sum, table) => sum + table.bytes, 0)
  return openPglite(bytes <= MOST_BYTES_IN_MEMORY ? 'memory' : join(folder, 'proof'))
}

/** Compares the hash of each table with the manifest. Returns how many tables are equal, which is all of them. */
async function demandEqual(tx: Rows, { manifest }: Archive): Promise<number> {
  const shapes = await shapesOf(tx)
  for (const shape of shapes) {
    const hash = createHash('sha256')
    for await (const lines of readLines(tx, shape)) hash.update(`${lines.join('\n')}\n`)
    if (hash.digest('hex') !== manifest.tables[shape.table]?.sha256) throw new BrokenBackup('unequal', shape.table)
  }
  return shapes.length
}
