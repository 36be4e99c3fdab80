/** What administrators do with backups. These are lookups, because the files lie outside the database. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readCompany } from '#features/settings/server/company.ts'
import { refuse } from '#kernel/refusal.ts'
import { demandPerson, type Lookup, lookup, provedLookup, type Reach } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { BackupPlace } from '#server/integrations/backups/backup-place.ts'
import * as contract from '../domain/contract.ts'
import { fileOf } from './queries.ts'
import { touched } from './work/begun.ts'
import { addBackup, BACKUP_JOB, type BackupPayload } from './work/run-backup.ts'
import { RESTORE_JOB, type RestorePayload } from './work/run-restore.ts'

/** Returns where backups are stored. Refuses if they cannot be stored. */
export const demandPlace = ({ outside }: Reach): BackupPlace => outside.backups ?? refuse('refused', 'backup.no-place')

const startBackupLookup = lookup(contract.startBackup, (reach) => start(reach, 'HAND'))
const startExportLookup = lookup(contract.startExport, (reach) => start(reach, 'EXPORT'))

/** Adds a backup or an export, and its job. Returns the one that is being made if there is one. */
function start(reach: Reach, origin: 'HAND' | 'EXPORT'): Promise<{ id: number }> {
  const place = demandPlace(reach)
  return reach.keep(async ({ tx, actor, now, enqueue, moved }) => {
    const added = await addBackup(tx, { place, at: new Date(now), name: actor.name, origin })
    if (added === null)
      return tx.one<{ id: number }>(sql`select id from backups where state in ('WAITING', 'RUNNING', 'PROVING')`)
    const payload: BackupPayload = { backup: added }
    await enqueue({ kind: BACKUP_JOB, payload })
    moved(touched(added))
    return { id: added }
  })
}

const removeBackupLookup = lookup(contract.removeBackup, async (reach, { id }) => {
  const place = demandPlace(reach)
  const removed = await reach.keep(async ({ tx, now, record, moved }) => {
    const found = await tx.maybe<{ name: string; file: string; state: string }>(
      sql`select name, file, state from backups where id = ${id} and removed_at is null for update`,
    )
    if (!found) return refuse('missing', 'backup.no-backup')
    if (['WAITING', 'RUNNING', 'PROVING'].includes(found.state)) refuse('conflict', 'backup.in-work')
    const used = await tx.maybe(sql`
      select id from restores where backup_id = ${id} and state in ('WAITING', 'COMPARING', 'ASKED', 'RESTORING')`)
    if (used) refuse('conflict', 'backup.in-work')
    await tx.run(sql`update backups set removed_at = ${now}::timestamptz where id = ${id}`)
    record({ entity: 'backups', id, changes: { backup: [null, 'REMOVED'], name: [null, found.name] } })
    moved(touched(id))
    return found
  })
  rmSync(join(place.folder, removed.file), { force: true })
  return { id }
})

/** Refuses if there is no complete backup of this id, or if it is an export. */
async function restorable({ rows }: Reach, id: number): Promise<void> {
  const { origin } = await fileOf(rows, id)
  if (origin === 'EXPORT') refuse('refused', 'backup.is-export')
}

const compareBackupLookup = lookup(contract.compareBackup, async (reach, { id }) => {
  demandPlace(reach)
  await restorable(reach, id)
  return askFor(reach, id, 'ALL', 'WAITING')
})

/** Adds a comparison or a restore, and its job. Refuses if another one has not ended. */
function askFor(reach: Reach, backupId: number, kind: string, state: 'WAITING' | 'ASKED'): Promise<{ id: number }> {
  return reach.keep(async ({ tx, actor, now, enqueue, moved }) => {
    const added = await tx.maybe<{ id: number }>(sql`
      insert into restores (backup_id, kind, state, asked_at, asked_by, asked_name)
      values (${backupId}, ${kind}, ${state}, ${now}::timestamptz, ${actor.userId}::bigint, ${actor.name})
      on conflict do nothing returning id`)
    if (!added) return refuse('conflict', 'backup.in-work')
    const payload: RestorePayload = { restore: added.id }
    await enqueue({ kind: RESTORE_JOB, payload })
    moved(touched(backupId))
    return added
  })
}

const restoreBackupLookup = provedLookup(contract.restoreBackup, async (reach, { id, company }) => {
  demandPlace(reach)
  demandPerson(reach.actor)
  const compared = await reach.rows.maybe<{ backupId: number }>(sql`
    select backup_id as "backupId" from restores where id = ${id} and state = 'COMPARED' and kind = 'ALL'`)
  if (!compared) return refuse('conflict', 'backup.not-compared')
  await restorable(reach, compared.backupId)
  const { name } = await readCompany(reach.rows)
  if (company !== name)
    refuse('invalid', 'backup.other-name', { fields: { company: 'backup.other-name' }, first: 'company' })
  return askFor(reach, compared.backupId, 'ALL', 'ASKED')
})

const restoreKindLookups = contract.RECORD_KINDS.map((kind) =>
  provedLookup(contract.restoreKinds[kind], async (reach, { id }) => {
    demandPlace(reach)
    demandPerson(reach.actor)
    await restorable(reach, id)
    return askFor(reach, id, kind, 'ASKED')
  }),
)

export const lookups: readonly Lookup[] = [
  startBackupLookup,
  startExportLookup,
  removeBackupLookup,
  compareBackupLookup,
  restoreBackupLookup,
  ...restoreKindLookups,
]
