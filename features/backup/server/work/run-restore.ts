/** The job that compares a backup with the data, and the one that replaces them. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Actor, SYSTEM, type Work } from '#server/command.ts'
import { Clash, type Rows, sql } from '#server/db/database.ts'
import { forgetWaitingJobs, type JobWork, writeJob } from '#server/jobs/jobs.ts'
import type { ObjectStore } from '#server/integrations/objects/object-store.ts'
import type { FirstAdministrator, Restored, Restoring } from '#server/restoring/restoring.ts'
import type { RecordKind } from '../../domain/contract.ts'
import { BrokenBackup } from '../archive/broken-backup.ts'
import type { Archive } from '../archive/open-archive.ts'
import { compareContents, type TableDifference } from '../contents/compare.ts'
import { demandSameVersion, replaceContents } from '../contents/load.ts'
import { restoreKind } from '../contents/restore-kind.ts'
import { openStored, type StoredIn } from '../store/open-store.ts'
import { unsealPassphrase } from '../store/passphrase.ts'
import { beating, endInterrupted, isAlive, touched } from './begun.ts'
import { type BackupParts, makeBackup, placeOf, reasonOf, storesOf } from './make-backup.ts'
import { addBackup } from './run-backup.ts'

export const RESTORE_JOB = 'backup.restore'

export type RestorePayload = { readonly restore: number }

export type RestoreParts = BackupParts & { readonly restoring: readonly Restoring[] }

type Begun = {
  readonly id: number
  readonly backupId: number
  readonly name: string
  readonly file: string
  readonly storedIn: StoredIn
  readonly kind: 'ALL' | RecordKind
  readonly state: 'COMPARING' | 'RESTORING'
  readonly userId: number | null
  readonly userName: string
  readonly sealedPassphrase: string | null
  /** Who restores before there is an account; null for a restore by an administrator. */
  readonly administrator: FirstAdministrator | null
}

/** A restore that failed or was interrupted is never repeated by itself. */
export const restoreWork = (parts: RestoreParts): JobWork => ({
  atOnce: 1,
  tries: 1,
  run: async (payload) => {
    const { restore } = payload as RestorePayload
    const begun = await parts.runner.work(SYSTEM, 'backup.begin-restore', (work) => begin(work, parts, restore))
    if (begun) await runRestore(parts, begun)
  },
})

/** Marks the restore as running. Returns null if it ran before. */
async function begin({ tx, moved }: Work, { runner }: RestoreParts, id: number): Promise<Begun | null> {
  await endInterrupted(tx, isAlive(runner.db))
  const begun = await tx.maybe<Begun>(sql`
    update restores r set beat_at = now(), state = case r.state when 'WAITING' then 'COMPARING' else 'RESTORING' end
    from backups b where r.id = ${id} and r.state in ('WAITING', 'ASKED') and b.id = r.backup_id
    returning r.id, b.id as "backupId", b.name, b.file, b.stored_in as "storedIn", r.kind, r.state, r.asked_by as "userId",
      r.asked_name as "userName", r.sealed_passphrase as "sealedPassphrase", r.administrator`)
  if (begun) moved(touched(begun.backupId))
  return begun
}

async function runRestore(parts: RestoreParts, begun: Begun): Promise<void> {
  const { runner } = parts
  const end = (state: string, differences: readonly TableDifference[], failure: string | null, at: string) =>
    runner.work(SYSTEM, 'backup.end-restore', async ({ tx, now, moved }) => {
      await tx.run(sql`
        update restores set state = ${state}, ended_at = ${now}::timestamptz, failure = ${failure}, failure_at = ${at},
          differences = case when ${differences.length} > 0 then ${JSON.stringify(differences)}::jsonb else differences end,
          administrator = null, sealed_passphrase = case when ${state} = 'COMPARED' then sealed_passphrase end
        where id = ${begun.id}`)
      moved(touched(begun.backupId))
    })
  try {
    const differences = await beating(runner.db, 'restores', begun.id, () => opened(parts, begun))
    await end(begun.state === 'COMPARING' ? 'COMPARED' : 'DONE', differences, null, '')
  } catch (error) {
    const { reason, at } = reasonOf(error, parts)
    await end('FAILED', [], reason, at)
  }
}

/** Compares or restores, with the backup open. */
async function opened(parts: RestoreParts, begun: Begun): Promise<readonly TableDifference[]> {
  const place = placeOf(parts)
  const plain = join(place.folder, `.plain-${begun.id}`)
  const passphrase = unsealPassphrase(parts.runner.sealing, begun.sealedPassphrase) ?? place.passphrase
  const archive = await openStored(storesOf(parts), begun, plain, passphrase)
  try {
    await demandSameVersion(parts.runner.db, archive)
    if (begun.state === 'COMPARING') {
      await archive.verify()
      return await parts.runner.db.transaction('read', (tx) => compareContents(tx, archive))
    }
    if (begun.kind === 'ALL') {
      await replaceAll(parts, begun, archive)
      return []
    }
    return await ofKind(parts, begun, begun.kind, archive)
  } finally {
    archive.close()
    rmSync(plain, { force: true })
  }
}

/** Makes a backup of the present data first, so that a restore can be taken back. */
async function replaceAll(parts: RestoreParts, begun: Begun, archive: Archive): Promise<void> {
  const { runner } = parts
  await archive.verify()
  // before the first account there is nothing that a backup could save
  if (begun.administrator === null) await backUpFirst(parts, begun)
  await putObjects(archive, parts.outside().objects)
  await retrying(() => runner.db.transaction('locking', (tx) => replace(tx, parts, begun, archive)))
  await forgetMemory(parts)
  await note(parts, begun)
}

async function backUpFirst(parts: RestoreParts, begun: Begun): Promise<void> {
  const { runner } = parts
  const before = await runner.work(SYSTEM, 'backup.before-restore', async ({ tx }) => {
    const id = await addBackup(tx, {
      place: placeOf(parts),
      at: runner.clock(),
      name: begun.userName,
      origin: 'BEFORE-RESTORE',
    })
    if (id !== null) await tx.run(sql`update backups set state = 'RUNNING', beat_at = now() where id = ${id}`)
    return id
  })
  if (before === null) throw new BrokenBackup('busy')
  if (!(await makeBackup(parts, before, false))) throw new BrokenBackup('no-room')
}

/** A restore locks every table at once. If another transaction holds a lock that this one waits for, one of them has to begin again. */
async function retrying(act: () => Promise<void>): Promise<void> {
  for (let left = 5; ; left -= 1) {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof Clash)) throw error
      if (left === 0) throw new BrokenBackup('busy')
    }
  }
}

/** Replaces all records in one transaction, with what each feature keeps of the present ones. */
export async function replace(
  tx: Rows,
  { restoring, runner }: Pick<RestoreParts, 'restoring' | 'runner'>,
  { userId, administrator }: Pick<Begun, 'userId' | 'administrator'>,
  archive: Archive,
): Promise<void> {
  const restored: Restored = {
    tx,
    now: runner.clock().toISOString(),
    madeAt: archive.manifest.madeAt,
    userId,
    administrator,
    enqueue: (job) => writeJob(tx, job),
  }
  if (administrator !== null) await demandNoAccount(tx)
  const later = await Promise.all(restoring.map((begin) => begin(restored)))
  await replaceContents(tx, archive, async () => {
    await forgetWaitingJobs(tx)
    for (const end of later) await end(restored)
  })
}

/** Before the first account anybody may restore. Throws BrokenBackup if somebody has set the company up meanwhile. */
async function demandNoAccount(tx: Rows): Promise<void> {
  await tx.run(sql`lock table users in access exclusive mode`)
  if ((await tx.maybe(sql`select id from users limit 1`)) !== null) throw new BrokenBackup('set-up-done')
}

/** Makes every process read anew what it keeps in memory: answers, sessions, rights and the pages that people have open. */
async function forgetMemory({ runner }: Pick<RestoreParts, 'runner'>): Promise<void> {
  // a script may have changed anything, so all kept answers are dropped, here and in the other processes
  await runner.db.script('select 1')
  await runner.db.notify('access|*')
  await runner.db.notify('restored|*')
}

/** Puts the photos of a backup into the object store. Their names contain their hash, so nothing is overwritten. */
async function putObjects(archive: Archive, objects: ObjectStore | null): Promise<void> {
  for (const file of Object.keys(archive.manifest.files).filter((name) => name.startsWith('objects/'))) {
    if (objects === null) throw new BrokenBackup('no-store', file)
    const parts: Uint8Array[] = []
    for await (const part of archive.bytes(file)) parts.push(part)
    const stored = await objects.put(file.slice('objects/'.length), Buffer.concat(parts), 'image/jpeg')
    if (stored.kind !== 'stored') throw new BrokenBackup('no-store', file)
  }
}

async function ofKind(
  parts: RestoreParts,
  begun: Begun,
  kind: RecordKind,
  archive: Archive,
): Promise<readonly TableDifference[]> {
  let found: readonly TableDifference[] = []
  await retrying(() =>
    parts.runner.db.transaction('locking', async (tx) => {
      found = await restoreKind(tx, kind, archive)
    }),
  )
  await forgetMemory(parts)
  await note(parts, begun)
  return found
}

/** Writes into the history who restored what. */
const note = ({ runner }: RestoreParts, { backupId, name, kind, userName }: Begun): Promise<void> => {
  const actor: Actor = { ...SYSTEM, name: userName }
  return runner.work(actor, 'backup.restored', async ({ record }) =>
    record({
      entity: 'backups',
      id: backupId,
      changes: { backup: [null, 'RESTORED'], kind: [null, kind], name: [null, name] },
    }),
  )
}
