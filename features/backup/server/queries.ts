import { z } from 'zod'
import { readCompany } from '#server/company.ts'
import { refuse } from '#kernel/refusal.ts'
import { storedDownload } from '#server/bytes.ts'
import { type Query, query } from '#server/command.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { INSTALLATION_SETTINGS } from '#server/restoring/installation-settings.ts'
import { readStored } from '#server/settings.ts'
import { nextRun } from '#server/jobs/schedules.ts'
import {
  type BackupRow,
  fetchBackup,
  getRestore,
  listBackups,
  type RestoreRow,
  SHOWN_BACKUPS,
} from '../domain/contract.ts'
import { shownBucket } from './store/bucket-settings.ts'
import { readForDownload } from './store/open-store.ts'
import { backupNightly } from './work/run-backup.ts'

const BACKUP: Sql = sql`id, name, origin, stored_in as "storedIn", state, asked_at as "askedAt", asked_name as "askedBy", ended_at as "endedAt",
  rows_done as "rowsDone", rows_total as "rowsTotal", bytes, encrypted, tables, failure, proven_at as "provenAt",
  proven_tables as "provenTables", proof_failure as "proofFailure"`

const RESTORE: Sql = sql`r.id, r.backup_id as "backupId", b.name as "backupName", r.kind, r.state, r.asked_at as "askedAt",
  r.asked_name as "askedBy", r.ended_at as "endedAt", r.differences, r.failure, r.failure_at as "failureAt"`

export const readBackups = (rows: Rows, rest: Sql): Promise<BackupRow[]> =>
  rows.many<BackupRow>(sql`select ${BACKUP} from backups where removed_at is null and ${rest}`)

export const readRestore = (rows: Rows, rest: Sql): Promise<RestoreRow | null> =>
  rows.maybe<RestoreRow>(sql`select ${RESTORE} from restores r join backups b on b.id = r.backup_id ${rest}`)

/** What each process stores at its start (app/server/start/opened-services.ts). */
const zPlace = z
  .object({ stores: z.boolean(), encrypted: z.boolean(), nightly: z.boolean(), keep: z.int() })
  .catch({ stores: false, encrypted: false, nightly: false, keep: 0 })

const listBackupsQuery = query(listBackups, async ({ rows }) => {
  const { stores, ...place } = zPlace.parse(await readStored(rows, INSTALLATION_SETTINGS.backupPlace))
  const bucket = await shownBucket(rows)
  const [proven = null] = await readBackups(rows, sql`proven_at is not null order by proven_at desc, id desc limit 1`)
  return {
    place: { kind: !stores ? null : bucket === null ? ('folder' as const) : ('bucket' as const), ...place, bucket },
    nextAt: await nextRun(rows, backupNightly),
    company: (await readCompany(rows)).name,
    proven,
    backups: await readBackups(rows, sql`true order by asked_at desc, id desc limit ${SHOWN_BACKUPS}`),
    restore: await readRestore(rows, sql`order by r.id desc limit 1`),
  }
})

const getRestoreQuery = query(
  getRestore,
  async ({ rows }, { id }) =>
    (await readRestore(rows, sql`where r.id = ${id}`)) ?? refuse('missing', 'backup.no-restore'),
)

/** Returns the file of a backup. It is read while it is sent. */
export const fetchBackupDownload = storedDownload(
  fetchBackup,
  async ({ rows }, { id }) => {
    const { name } = await fileOf(rows, id)
    return { name, mediaType: 'application/octet-stream', content: new Uint8Array(), stored: String(id) }
  },
  async ({ rows, outside, sealing }, stored) => {
    const { file, storedIn } = await fileOf(rows, Number(stored))
    const place = outside.backups ?? refuse('missing', 'backup.no-file')
    return readForDownload({ rows, place, sealing }, storedIn, file)
  },
)

type Stored = Pick<BackupRow, 'name' | 'origin' | 'storedIn' | 'encrypted'> & { readonly file: string }

/** Returns the file of a complete backup or export. Refuses if there is none. */
export const fileOf = async (rows: Rows, id: number): Promise<Stored> =>
  (await rows.maybe<Stored>(
    sql`select name, file, origin, stored_in as "storedIn", encrypted from backups where id = ${id} and state in ('DONE', 'PROVING') and removed_at is null`,
  )) ?? refuse('missing', 'backup.no-backup')

export const queries: readonly Query[] = [listBackupsQuery, getRestoreQuery]
