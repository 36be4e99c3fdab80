/** Makes a backup: a snapshot, the zip, and for a scheduled one the proof. */
import { mkdirSync, rmSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { wallClockOf } from '#kernel/day.ts'
import { SYSTEM } from '#server/command.ts'
import { DatabaseUnavailable, sql } from '#server/db/database.ts'
import type { JobParts } from '#server/feature.ts'
import type { DataTable } from '#server/data-api/table.ts'
import type { BackupPlace } from '#server/integrations/backups/backup-place.ts'
import type { FailureReason } from '../../domain/failures.ts'
import { BrokenBackup } from '../archive/broken-backup.ts'
import { openArchive } from '../archive/open-archive.ts'
import { writeArchive } from '../archive/write-archive.ts'
import { prove } from '../contents/prove.ts'
import { writeSnapshot } from '../contents/snapshot.ts'
import { beating, touched } from './begun.ts'

export type BackupParts = JobParts & { readonly tables: ReadonlyMap<string, DataTable> }

/** Returns where backups are stored. Throws BrokenBackup if they cannot be stored. */
export function placeOf({ outside }: JobParts): BackupPlace {
  const { backups } = outside()
  if (backups === null) throw new BrokenBackup('no-place')
  mkdirSync(backups.folder, { recursive: true, mode: 0o700 })
  return backups
}

/** Returns the name of a new backup: the day and time in Athens, and a number if there is another one of this second. */
export function nameOf(place: BackupPlace, now: Date, others: number): string {
  const at = wallClockOf(now.toISOString()).replace(' ', '-').replaceAll(':', '')
  return `kerino-${at}${others === 0 ? '' : `-${others + 1}`}.zip${place.passphrase === null ? '' : '.enc'}`
}

/** Returns why work with a backup failed, for its row. Other errors than expected ones are logged. */
export function reasonOf(error: unknown, { log }: JobParts): { reason: FailureReason; at: string } {
  if (error instanceof BrokenBackup) return error
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || (error instanceof DatabaseUnavailable && error.reason === 'full'))
    return { reason: 'no-room', at: '' }
  if (code === 'ENOENT') return { reason: 'gone', at: '' }
  log?.error({ err: error }, 'the work with a backup failed')
  return { reason: 'fault', at: '' }
}

/** Makes the backup of a row that is marked as running. The row says how it ended. */
export async function makeBackup(parts: BackupParts, id: number, proven: boolean): Promise<boolean> {
  const { runner } = parts
  const done = await beating(runner.db, 'backups', id, (progress) => write(parts, id, progress, proven)).catch(
    async (error: unknown) => {
      const { reason } = reasonOf(error, parts)
      await runner.work(SYSTEM, 'backup.failed', async ({ tx, now, moved }) => {
        await tx.run(sql`
          update backups set state = 'FAILED', failure = ${reason}, ended_at = ${now}::timestamptz where id = ${id}`)
        moved(touched(id))
      })
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
  const { runner, outside, tables } = parts
  const place = placeOf(parts)
  const { file } = await runner.db.one<{ file: string }>(sql`select file from backups where id = ${id}`)
  const folder = join(place.folder, `.work-${id}`)
  rmSync(folder, { recursive: true, force: true })
  try {
    const { db } = runner
    const { objects } = outside()
    const { names, manifest } = await writeSnapshot(folder, { db, tables, objects, now: runner.clock(), progress })
    const draft = join(folder, 'archive')
    const madeAt = new Date(manifest.madeAt)
    const { bytes } = await writeArchive(folder, names, draft, { passphrase: place.passphrase, madeAt })
    // the name appears when the file is complete
    await rename(draft, join(place.folder, file))
    const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
    await runner.work(SYSTEM, 'backup.made', async ({ tx, now, moved, record }) => {
      await tx.run(sql`
        update backups set state = ${proven ? 'PROVING' : 'DONE'}, ended_at = ${now}::timestamptz, bytes = ${bytes}, rows_done = ${rows},
          rows_total = ${rows}, tables = ${Object.keys(manifest.tables).length}, files = ${Object.keys(manifest.files).length},
          encrypted = ${place.passphrase !== null}
        where id = ${id}`)
      moved(touched(id))
      record({ entity: 'backups', id, changes: { backup: [null, 'MADE'], name: [null, file] } })
    })
    return true
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Restores a backup beside the data, and stores whether every table is equal. */
async function proveBackup(parts: BackupParts, id: number): Promise<void> {
  const { runner, log } = parts
  const place = placeOf(parts)
  const { file } = await runner.db.one<{ file: string }>(sql`select file from backups where id = ${id}`)
  const folder = join(place.folder, `.proof-${id}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  let equal = 0
  let failure: FailureReason | null = null
  try {
    const archive = await openArchive(join(place.folder, file), join(folder, 'plain'), place.passphrase)
    try {
      equal = await prove(archive, folder)
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

/** Deletes the oldest scheduled backups beyond those that are kept. The last proven backup always stays. */
export async function forgetOldBackups(parts: BackupParts): Promise<void> {
  const place = placeOf(parts)
  const { db } = parts.runner
  const old = await db.many<{ id: number; file: string }>(sql`
    select id, file from backups
    where origin in ('NIGHT', 'BEFORE-RESTORE') and state = 'DONE' and removed_at is null
      and id <> coalesce((select id from backups where proven_at is not null and removed_at is null order by proven_at desc limit 1), 0)
    order by ended_at desc, id desc offset ${place.keep}`)
  for (const { id, file } of old) {
    rmSync(join(place.folder, file), { force: true })
    await db.run(sql`update backups set removed_at = now() where id = ${id}`)
  }
}
