/** Brings a backup of an older version to the version of the product. */
import { createReadStream, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, Rows } from '#server/db/database.ts'
import { applyMigrations, MIGRATIONS, type Migration, migrationsOf, readMigrations } from '#server/db/migrate.ts'
import { fileOfTable, type Manifest } from '../../domain/manifest.ts'
import { type Archive, linesOf } from '../archive/open-archive.ts'
import { demandSameVersion, loadContents } from './load.ts'
import { openBeside } from './prove.ts'
import { sequencesOf, versionOf, writeTables } from './snapshot.ts'

export type BesideOptions = {
  /** Opens an empty database beside the data; otherwise an embedded one. */
  readonly open?: (() => Promise<Database>) | undefined
  /** All migrations of the program, for tests. */
  readonly files?: readonly Migration[]
}

type Beside = {
  readonly open: () => Promise<Database>
  /** The migrations of the version of the backup, and all of the program. */
  readonly past: readonly Migration[]
  readonly files: readonly Migration[]
}

/**
 * Returns a backup as one of the version of a database. The rows of an older one are loaded into an embedded database in `folder`, which
 * the migrations since then bring to this version, so they compute what they compute in every database. `close` deletes the folder.
 * Throws BrokenBackup, and closes the backup, if the program does not know its version.
 */
export async function inOwnVersion(
  rows: Rows,
  archive: Archive,
  folder: string,
  { open = () => openBeside(archive, folder), files = readMigrations(MIGRATIONS) }: BesideOptions = {},
): Promise<Archive> {
  try {
    const past = migrationsOf(archive.manifest.migrations, files)
    const own = await versionOf(rows)
    if (past === null || archive.manifest.migrations === own.migrations) {
      await demandSameVersion(rows, archive)
      return archive
    }
    if (past.length === files.length) return { ...archive, manifest: { ...archive.manifest, ...own } }
    return await updated(archive, folder, { open, past, files })
  } catch (error) {
    archive.close()
    throw error
  }
}

async function updated(archive: Archive, folder: string, beside: Beside): Promise<Archive> {
  const forget = (): void => rmSync(folder, { recursive: true, force: true })
  forget()
  mkdirSync(folder, { mode: 0o700 })
  try {
    const manifest = await updatedManifest(archive, folder, beside)
    return {
      ...archive,
      manifest,
      lines: (table) => {
        const file = fileOfTable(table)
        return linesOf(createReadStream(join(folder, file)), file, manifest.tables[table]?.rows ?? 0)
      },
      close() {
        archive.close()
        forget()
      },
    }
  } catch (error) {
    forget()
    throw error
  }
}

async function updatedManifest(archive: Archive, folder: string, { open, past, files }: Beside): Promise<Manifest> {
  const beside = await open()
  try {
    await applyMigrations(beside, past)
    await beside.transaction('locking', (tx) => loadContents(tx, archive))
    await applyMigrations(beside, files)
    return await beside.transaction('read', async (tx) => ({
      ...archive.manifest,
      ...(await versionOf(tx)),
      tables: await writeTables(tx, folder, () => {}),
      sequences: await sequencesOf(tx),
    }))
  } finally {
    await beside.close()
  }
}
