/** Makes a backup: a snapshot, the zip, and for a scheduled one the proof. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { wallClockOf } from '#kernel/day.ts'
import { SYSTEM, type Work } from '#server/command.ts'
import { Clash, DatabaseUnavailable, sql } from '#server/db/database.ts'
import type { JobParts } from '#server/feature.ts'
import type { DataTable } from '#server/data-api/table.ts'
import type { BackupPlace } from '#server/integrations/backups/backup-place.ts'
import { StoreFault } from '#server/integrations/backups/backup-store.ts'
import { makeFolder } from '#server/make-folder.ts'
import type { BackupRow } from '../../domain/contract.ts'
import type { FailureReason } from '../../domain/failures.ts'
import { BrokenBackup } from '../archive/broken-backup.ts'
import { archiveOf } from '../archive/write-archive.ts'
import { prove } from '../contents/prove.ts'
import { writeSnapshot } from '../contents/snapshot.ts'
import { writeOut } from '../out/write-out.ts'
import { noteStored } from '../store/find-stored.ts'
import { nextPlace, openStore, openStored, type StoredIn, type Stores } from '../store/open-store.ts'
import { beating, touched } from './begun.ts'

/** A restore makes its backup while the database is closed for everything else. */
export const WHILE_CLOSED = { whileClosed: true } as const

export type BackupParts = JobParts & { readonly tables: ReadonlyMap<string, DataTable> }

/** Returns where backups are stored. Throws BrokenBackup if they cannot be stored. */
export function placeOf({ outside }: JobParts): BackupPlace {
  const { backups } = outside()
  if (backups === null) throw new BrokenBackup('no-place')
  return backups
}

/** Returns where backups are stored, with its folder, which also receives what is written beside a bucket. Throws the error of the system. */
export function openPlace(parts: JobParts): BackupPlace {
  const place = placeOf(parts)
  makeFolder(place.folder, 0o700)
  return place
}

/** Returns what opens the places of backups. */
export const storesOf = (parts: JobParts): Stores => ({
  rows: parts.runner.db,
  place: placeOf(parts),
  sealing: parts.runner.sealing,
})

/** Returns the name of a new file: the day and time in Athens, and a number if there is another one of this second. */
export function nameOf(begin: string, encrypted: boolean, now: Date, others: number): string {
  const at = wallClockOf(now.toISOString()).replace(' ', '-').replaceAll(':', '')
  return `${begin}-${at}${others === 0 ? '' : `-${others + 1}`}.zip${encrypted ? '.enc' : ''}`
}

/** What the system says if the folder of backups is closed to the server, or is not a folder. */
const FOLDER_ERRORS: readonly string[] = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR']

/** Returns why work with a backup failed, for its row. Other errors than expected ones are logged. */
export function reasonOf(error: unknown, { log }: JobParts): { reason: FailureReason; at: string } {
  if (error instanceof BrokenBackup) return error
  if (error instanceof StoreFault) return { reason: error.reason, at: '' }
  if (error instanceof Clash) return { reason: 'busy', at: '' }
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || (error instanceof DatabaseUnavailable && error.reason === 'full'))
    return { reason: 'no-room', at: '' }
  if (code === 'ENOENT') return { reason: 'gone', at: '' }
  if (code !== undefined && FOLDER_ERRORS.includes(code)) {
    // only the log names the path
    log?.error({ err: error }, 'the folder of backups cannot be used')
    return { reason: 'no-folder', at: '' }
  }
  log?.error({ err: error }, 'the work with a backup failed')
  return { reason: 'fault', at: '' }
}

/** Makes the backup of a row that is marked as running. The row says how it ended. */
export async function makeBackup(parts: BackupParts, id: number, proven: boolean): Promise<boolean> {
  const { runner } = parts
  const done = await beating(runner.db, 'backups', id, (progress) => write(parts, id, progress, proven)).catch(
    async (error: unknown) => {
      const { reason } = reasonOf(error, parts)
      const fail = async ({ tx, now, moved }: Work): Promise<void> => {
        await tx.run(sql`
          update backups set state = 'FAILED', failure = ${reason}, ended_at = ${now}::timestamptz where id = ${id}`)
        moved(touched(id))
      }
      await runner.work(SYSTEM, 'backup.failed', fail, WHILE_CLOSED)
      return false
    },
  )
  if (done && proven) await beating(runner.db, 'backups', id, () => proveBackup(parts, id))
  return done
}

async function write(
  parts: BackupParts,
  id: number,
  progress: (rows: number) => void,
  proven: boolean,
): Promise<boolean> {
  const { runner } = parts
  const place = openPlace(parts)
  const { file, origin, storedIn } = await fileOf(parts, id)
  const isExport = origin === 'EXPORT'
  // an export is for other programs, which have no passphrase
  const passphrase = isExport ? null : place.passphrase
  const folder = join(place.folder, `.work-${id}`)
  rmSync(folder, { recursive: true, force: true })
  try {
    const store = await openStore(storesOf(parts), storedIn)
    // a key that may not list what is unfinished can still write
    await store.giveUpUnfinished().catch(() => {})
    const madeAt = runner.clock()
    const { names, tables, rows } = await (isExport ? writeExport : writeBackup)(parts, folder, madeAt, progress)
    const bytes = await store.write(file, archiveOf(folder, names, { passphrase, madeAt }))
    const made = async ({ tx, now, moved, record }: Work): Promise<void> => {
      await tx.run(sql`
        update backups set state = ${proven ? 'PROVING' : 'DONE'}, ended_at = ${now}::timestamptz, bytes = ${bytes}, rows_done = ${rows},
          rows_total = ${rows}, tables = ${tables}, files = ${names.length}, encrypted = ${passphrase !== null}
        where id = ${id}`)
      moved(touched(id))
      record({ entity: 'backups', id, changes: { backup: [null, isExport ? 'EXPORTED' : 'MADE'], name: [null, file] } })
    }
    await runner.work(SYSTEM, 'backup.made', made, WHILE_CLOSED)
    return true
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const fileOf = ({ runner: { db } }: BackupParts, id: number) =>
  db.one<{ file: string; origin: BackupRow['origin']; storedIn: StoredIn }>(
    sql`select file, origin, stored_in as "storedIn" from backups where id = ${id}`,
  )

type Content = { readonly names: readonly string[]; readonly tables: number; readonly rows: number }
type WriteContent = (
  parts: BackupParts,
  folder: string,
  now: Date,
  progress: (rows: number) => void,
) => Promise<Content>

const writeBackup: WriteContent = async ({ runner: { db }, outside, tables }, folder, now, progress) => {
  const { objects } = outside()
  const { names, manifest } = await writeSnapshot(folder, { db, tables, objects, now, progress })
  const written = Object.values(manifest.tables)
  return { names, tables: written.length, rows: written.reduce((sum, table) => sum + table.rows, 0) }
}

const writeExport: WriteContent = ({ runner: { db }, outside }, folder, now, progress) =>
  writeOut(folder, { db, objects: outside().objects, now, progress })

/** Restores a backup beside the data, and stores whether every table is equal. */
async function proveBackup(parts: BackupParts, id: number): Promise<void> {
  const { runner, log } = parts
  const place = placeOf(parts)
  const folder = join(place.folder, `.proof-${id}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  let equal = 0
  let failure: FailureReason | null = null
  try {
    const stored = await fileOf(parts, id)
    const archive = await openStored(storesOf(parts), stored, join(folder, 'plain'), place.passphrase)
    try {
      equal = await prove(archive, folder, place.beside)
    } finally {
      archive.close()
    }
  } catch (error) {
    failure = reasonOf(error, parts).reason
    log?.error({ backup: id, failure }, 'a backup could not be proven')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  await runner.work(SYSTEM, 'backup.proved', async ({ tx, now, moved }) => {
    await tx.run(sql`
      update backups set state = 'DONE', proven_at = ${failure === null ? now : null}::timestamptz, proven_tables = ${equal},
        proof_failure = ${failure}
      where id = ${id}`)
    moved(touched(id))
  })
}

/**
 * Deletes the oldest backups that were not made by hand, beyond those that are kept; the last proven one always stays. That of a move-in goes
 * after as many nights, because by then a restore would lose more than it takes back. An export is not encrypted, so only the
 * newest is kept, and for a day.
 */
export async function forgetOldBackups(parts: BackupParts): Promise<void> {
  const place = placeOf(parts)
  const { db } = parts.runner
  await noteBucket(parts)
  const old = await db.many<Old>(sql`
    select id, file, stored_in as "storedIn" from backups
    where origin in ('NIGHT', 'BEFORE-RESTORE', 'BEFORE-MOVE-IN') and state = 'DONE' and removed_at is null
      and id <> coalesce((select id from backups where proven_at is not null and removed_at is null order by proven_at desc limit 1), 0)
    order by ended_at desc, id desc offset ${place.keep}`)
  const exported = await db.many<Old>(sql`
    select id, file, stored_in as "storedIn" from backups
    where origin = 'EXPORT' and state = 'DONE' and removed_at is null
      and (ended_at < now() - interval '1 day' or id < (select max(id) from backups where origin = 'EXPORT' and state = 'DONE'))`)
  for (const { id, file, storedIn } of [...old, ...exported]) {
    await (await openStore(storesOf(parts), storedIn)).remove(file)
    await db.run(sql`update backups set removed_at = now() where id = ${id}`)
  }
}

type Old = { readonly id: number; readonly file: string; readonly storedIn: StoredIn }

/** Reads what lies in the bucket, so that backups that an earlier installation left there are deleted in their turn. */
async function noteBucket(parts: BackupParts): Promise<void> {
  const { runner } = parts
  if ((await nextPlace(runner.db)) === 'FOLDER') return
  const listed = await (await openStore(storesOf(parts), 'BUCKET')).list()
  await runner.work(SYSTEM, 'backup.find', ({ tx, now }) => noteStored(tx, 'BUCKET', listed, now))
}
