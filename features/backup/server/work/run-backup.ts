/** The job that makes a backup: every night, and when a person asks for one. */
import { SYSTEM } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { JobWork } from '#server/jobs/jobs.ts'
import type { DailySchedule } from '#server/jobs/schedules.ts'
import type { BackupPlace } from '#server/integrations/backups/backup-place.ts'
import { NIGHTLY, StoreFault } from '#server/integrations/backups/backup-store.ts'
import { BrokenBackup } from '../archive/broken-backup.ts'
import { nextPlace } from '../store/open-store.ts'
import { endInterrupted, isAlive, touched } from './begun.ts'
import { type BackupParts, forgetOldBackups, makeBackup, nameOf, placeOf } from './make-backup.ts'

export const BACKUP_JOB = 'backup.make'

/** Runs after the check of the stock, and before the nightly deletion of old records. */
export const backupNightly: DailySchedule = { name: 'make-backup', kind: BACKUP_JOB, dailyAt: '03:00' }

/** Names the backup that a person asked for. The nightly job names none. */
export type BackupPayload = { readonly backup?: number }

export const backupWork = (parts: BackupParts): JobWork => ({
  atOnce: 1,
  tries: 2,
  run: async (payload) => {
    const { backup = null } = payload as BackupPayload
    if (backup === null && parts.outside().backups?.nightly !== true) return
    const place = placeOf(parts)
    const id = await begin(parts, place, backup)
    if (id === null) return
    const done = await makeBackup(parts, id, backup === null)
    if (done) await forgetOldBackups(parts).catch((error: unknown) => notForgotten(error, parts))
  },
})

/** The backup is made. What a store does not delete today is deleted after the next one. */
function notForgotten(error: unknown, { log }: BackupParts): void {
  if (!(error instanceof StoreFault || error instanceof BrokenBackup)) throw error
  log?.warn({ reason: error.reason }, 'old backups could not be deleted')
}

/** Marks the backup as running. Returns null if it has ended already, or if another one is being made. */
function begin(parts: BackupParts, place: BackupPlace, asked: number | null): Promise<number | null> {
  const { runner } = parts
  return runner.work(SYSTEM, 'backup.begin', async ({ tx, moved }) => {
    await endInterrupted(tx, isAlive(runner.db))
    const id = asked ?? (await addBackup(tx, { place, at: runner.clock(), name: SYSTEM.name, origin: 'NIGHT' }))
    if (id === null) return null
    const begun = await tx.run(sql`
      update backups set state = 'RUNNING', beat_at = now(),
        rows_total = (select coalesce(sum(greatest(reltuples, 0)), 0)::bigint from pg_class
          where relnamespace = 'public'::regnamespace and relkind = 'r')
      where id = ${id} and state = 'WAITING'`)
    moved(touched(id))
    return begun === 0 ? null : id
  })
}

const BEGIN = {
  HAND: 'kerino',
  NIGHT: NIGHTLY,
  'BEFORE-RESTORE': 'kerino',
  'BEFORE-MOVE-IN': 'kerino',
  EXPORT: 'kerino-csv-sql',
} as const

/** Adds a backup that waits. Returns null if one waits or is being made. */
export async function addBackup(
  tx: Rows,
  { place, at, name, origin }: { place: BackupPlace; at: Date; name: string; origin: keyof typeof BEGIN },
): Promise<number | null> {
  const { others } = await tx.one<{ others: number }>(
    sql`select count(*)::int as others from backups where date_trunc('second', asked_at) = date_trunc('second', ${at.toISOString()}::timestamptz)`,
  )
  const encrypted = place.passphrase !== null && origin !== 'EXPORT'
  const file = nameOf(BEGIN[origin], encrypted, at, others)
  // what is needed for a short while only stays on the server
  const storedIn = origin === 'BEFORE-RESTORE' || origin === 'EXPORT' ? 'FOLDER' : await nextPlace(tx)
  const added = await tx.maybe<{ id: number }>(sql`
    insert into backups (name, file, origin, stored_in, asked_at, asked_name, encrypted)
    values (${file}, ${file}, ${origin}, ${storedIn}, ${at.toISOString()}::timestamptz, ${name}, ${encrypted})
    on conflict do nothing returning id`)
  return added?.id ?? null
}
