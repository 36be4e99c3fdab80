/** What administrators do with backups. These are lookups, because the files lie outside the database. */
import { readCompany } from '#server/company.ts'
import { refuse } from '#kernel/refusal.ts'
import { demandPerson, type Lookup, lookup, provedLookup, type Reach } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { BackupPlace } from '#server/integrations/backups/backup-place.ts'
import type { FirstAdministrator } from '#server/restoring/restoring.ts'
import * as contract from '../domain/contract.ts'
import { fileOf } from './queries.ts'
import { openStore, refusingFaults, type StoredIn } from './store/open-store.ts'
import { sealPassphrase } from './store/passphrase.ts'
import { touched } from './work/begun.ts'
import { addBackup, BACKUP_JOB, type BackupPayload } from './work/run-backup.ts'
import { receiverOf, RESTORE_JOB, type RestorePayload } from './work/run-restore.ts'

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
    const found = await tx.maybe<{ name: string; file: string; state: string; storedIn: StoredIn }>(
      sql`select name, file, state, stored_in as "storedIn" from backups where id = ${id} and removed_at is null for update`,
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
  try {
    await refusingFaults(async () =>
      (await openStore({ rows: reach.rows, place, sealing: reach.sealing }, removed.storedIn)).remove(removed.file),
    )
  } catch (error) {
    // the file is still there, so the backup is too
    await reach.keep(async ({ tx }) => void (await tx.run(sql`update backups set removed_at = null where id = ${id}`)))
    throw error
  }
  return { id }
})

/** Refuses if there is no complete backup of this id, or if it is an export. */
async function restorable({ rows }: Reach, id: number): Promise<void> {
  const { origin } = await fileOf(rows, id)
  if (origin === 'EXPORT') refuse('refused', 'backup.is-export')
}

export const compareBackupLookup = lookup(contract.compareBackup, async (reach, { id, passphrase }) => {
  demandPlace(reach)
  await restorable(reach, id)
  return askFor(reach, id, { kind: 'ALL', state: 'WAITING', passphrase: sealPassphrase(reach.sealing, passphrase) })
})

export type AskedRestore = {
  readonly kind: string
  readonly state: 'WAITING' | 'ASKED'
  /** The encrypted passphrase of the backup; null for that of the server. */
  readonly passphrase: string | null
  readonly administrator?: FirstAdministrator
}

/** Adds a comparison or a restore, and its job. Refuses if another one has not ended. */
export function askFor(reach: Reach, backupId: number, asked: AskedRestore): Promise<{ id: number }> {
  const { kind, state, passphrase, administrator } = asked
  return reach.keep(async ({ tx, actor, now, enqueue, moved }) => {
    const added = await tx.maybe<{ id: number }>(sql`
      insert into restores (backup_id, kind, state, asked_at, asked_by, asked_name, sealed_passphrase, administrator)
      values (${backupId}, ${kind}, ${state}, ${now}::timestamptz, ${actor.userId}::bigint, ${administrator?.name ?? actor.name},
        ${passphrase}, ${administrator ? JSON.stringify(administrator) : null}::jsonb)
      on conflict do nothing returning id`)
    if (!added) return refuse('conflict', 'backup.in-work')
    // the passphrase of an earlier comparison is not needed any more
    await tx.run(sql`
      update restores set sealed_passphrase = null
      where id < ${added.id} and sealed_passphrase is not null and state in ('COMPARED', 'DONE', 'FAILED')`)
    const payload: RestorePayload = { restore: added.id }
    await enqueue({ kind: RESTORE_JOB, receiver: receiverOf(added.id), payload })
    moved(touched(backupId))
    return added
  })
}

const restoreBackupLookup = provedLookup(contract.restoreBackup, async (reach, { id, company }) => {
  demandPlace(reach)
  demandPerson(reach.actor)
  const compared = await comparedOf(reach, id)
  const { name } = await readCompany(reach.rows)
  if (company !== name)
    refuse('invalid', 'backup.other-name', { fields: { company: 'backup.other-name' }, first: 'company' })
  return askFor(reach, compared.backupId, { kind: 'ALL', state: 'ASKED', passphrase: compared.passphrase })
})

/** Returns the backup of a comparison that has ended, with its encrypted passphrase. Refuses if it has not. */
export async function comparedOf(reach: Reach, id: number): Promise<{ backupId: number; passphrase: string | null }> {
  const compared = await reach.rows.maybe<{ backupId: number; passphrase: string | null }>(sql`
    select backup_id as "backupId", sealed_passphrase as passphrase from restores
    where id = ${id} and state = 'COMPARED' and kind = 'ALL'`)
  if (!compared) return refuse('conflict', 'backup.not-compared')
  await restorable(reach, compared.backupId)
  return compared
}

const restoreKindLookups = contract.RECORD_KINDS.map((kind) =>
  provedLookup(contract.restoreKinds[kind], async (reach, { id }) => {
    demandPlace(reach)
    demandPerson(reach.actor)
    await restorable(reach, id)
    return askFor(reach, id, { kind, state: 'ASKED', passphrase: null })
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
