/** The job that compares a backup with the data, and the one that replaces them. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SYSTEM, type Work } from '#server/command.ts'
import { Clash, type Rows, sql } from '#server/db/database.ts'
import { writeHistory } from '#server/history.ts'
import { countRunning, forgetWaitingJobs, type JobWork, Later, writeJob } from '#server/jobs/jobs.ts'
import { EVERYTHING_REPLACED } from '#server/live/notifications.ts'
import type { ObjectStore } from '#server/integrations/objects/object-store.ts'
import type { FirstAdministrator, Restored, Restoring, SilentRestore } from '#server/restoring/restoring.ts'
import type { RecordKind } from '../../domain/contract.ts'
import type { FailureReason } from '../../domain/failures.ts'
import { BrokenBackup } from '../archive/broken-backup.ts'
import type { Archive } from '../archive/open-archive.ts'
import { compareContents, type TableDifference } from '../contents/compare.ts'
import { replaceContents } from '../contents/load.ts'
import { inOwnVersion } from '../contents/own-version.ts'
import { restoreKind } from '../contents/restore-kind.ts'
import { openStored, type StoredIn } from '../store/open-store.ts'
import { unsealPassphrase } from '../store/passphrase.ts'
import { beating, endInterrupted, isAlive, touched } from './begun.ts'
import { type BackupParts, makeBackup, openPlace, placeOf, reasonOf, storesOf, WHILE_CLOSED } from './make-backup.ts'
import { addBackup } from './run-backup.ts'

export const RESTORE_JOB = 'backup.restore'

/** How long a restore waits for the jobs that run. It changes nothing if one of them takes longer. */
const LONGEST_JOB_MILLISECONDS = 300_000
const LOOK_MILLISECONDS = 250
/** For how long a backup that is not in the folder of a process is looked for by other processes, and how many of them may look. */
const LEAVE_SECONDS = 20
const MOST_PROCESSES = 20

export type RestorePayload = { readonly restore: number }

export type RestoreParts = BackupParts & {
  readonly restoring: readonly Restoring[]
  readonly silent: readonly SilentRestore[]
}

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

/** Each comparison and restore is a receiver of its own, so that a process can leave it to another one. */
export const receiverOf = (restore: number): string => `restore-${restore}`

/** A restore that failed or was interrupted is never repeated by itself. One that a process leaves to others has not begun. */
export function restoreWork(parts: RestoreParts): JobWork {
  const left = new Set<string>()
  return {
    atOnce: 1,
    tries: MOST_PROCESSES,
    leaves: () => [...left],
    run: async (payload) => {
      const { restore } = payload as RestorePayload
      if (await mayBeElsewhere(parts, restore)) {
        left.add(receiverOf(restore))
        setTimeout(() => left.delete(receiverOf(restore)), LEAVE_SECONDS * 1_000).unref()
        throw new Later('the backup may lie in the folder of another process', 0)
      }
      const begun = await parts.runner.work(SYSTEM, 'backup.begin-restore', (work) => begin(work, parts, restore))
      if (begun) await runRestore(parts, begun)
    },
  }
}

/** Reports whether the folder of this process lacks the backup, while another process may still have it and has not looked yet. */
async function mayBeElsewhere(parts: RestoreParts, restore: number): Promise<boolean> {
  const { db } = parts.runner
  if (db.engine === 'pglite') return false
  const found = await db.maybe<{ file: string }>(sql`
    select b.file from restores r join backups b on b.id = r.backup_id
    where r.id = ${restore} and r.state in ('WAITING', 'ASKED') and b.stored_in = 'FOLDER'
      and r.asked_at > now() - make_interval(secs => ${LEAVE_SECONDS})`)
  const { backups } = parts.outside()
  return found !== null && !(backups && existsSync(join(backups.folder, found.file)))
}

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
  try {
    await beating(parts.runner.db, 'restores', begun.id, () => opened(parts, begun))
  } catch (error) {
    const { reason, at } = reasonOf(error, parts)
    await endLater(parts, begun, { state: 'FAILED', failure: reason, at })
  }
}

type Ending = {
  readonly state: 'COMPARED' | 'DONE' | 'FAILED'
  readonly differences?: readonly TableDifference[]
  readonly failure?: FailureReason
  readonly at?: string
}

/** Stores how a restore ended. One that has ended stays as it is: what fails after the records were replaced changes nothing. */
async function end(tx: Rows, begun: Begun, now: string, ending: Ending): Promise<void> {
  const { state, differences = [], failure = null, at = '' } = ending
  await tx.run(sql`
    update restores set state = ${state}, ended_at = ${now}::timestamptz, failure = ${failure}, failure_at = ${at},
      differences = case when ${differences.length} > 0 then ${JSON.stringify(differences)}::jsonb else differences end,
      administrator = null, sealed_passphrase = case when ${state} = 'COMPARED' then sealed_passphrase end
    where id = ${begun.id} and state in ('COMPARING', 'RESTORING')`)
}

/** Stores in a transaction of its own how a restore ended. */
const endLater = ({ runner }: RestoreParts, begun: Begun, ending: Ending): Promise<void> =>
  runner.work(
    SYSTEM,
    'backup.end-restore',
    async ({ tx, now, moved }) => {
      await end(tx, begun, now, ending)
      moved(touched(begun.backupId))
    },
    WHILE_CLOSED,
  )

/** Compares or restores, with the backup open. */
async function opened(parts: RestoreParts, begun: Begun): Promise<void> {
  const place = openPlace(parts)
  const { db, sealing } = parts.runner
  const plain = join(place.folder, `.plain-${begun.id}`)
  const passphrase = unsealPassphrase(sealing, begun.sealedPassphrase) ?? place.passphrase
  const stored = await openStored(storesOf(parts), begun, plain, passphrase)
  const archive = await inOwnVersion(db, stored, join(place.folder, `.older-${begun.id}`), { open: place.beside })
  try {
    if (begun.state === 'RESTORING') return await restore(parts, begun, archive)
    await archive.verify()
    const differences = await db.transaction('read', (tx) => compareContents(tx, archive))
    await endLater(parts, begun, { state: 'COMPARED', differences })
  } finally {
    archive.close()
    rmSync(plain, { force: true })
  }
}

/**
 * Restores while the database is closed for everything else, from before the snapshot of the backup that is made first until every process
 * was told to forget what it keeps in memory. So whatever was ever confirmed is in that backup or in the database.
 *
 * Jobs may have done something outside that they still have to store. So none may begin any more, and those that run are waited for,
 * before the database is closed for writing.
 */
async function restore(parts: RestoreParts, begun: Begun, archive: Archive): Promise<void> {
  const { db } = parts.runner
  if (begun.kind === 'ALL') await archive.verify()
  await db.closing(async ({ close, transaction }) => {
    await close('jobs')
    await jobsEnded(db)
    if (begun.kind === 'ALL') await putObjects(archive, parts.outside().objects)
    await close('writing')
    // before the first account there is nothing that a backup could save
    if (begun.administrator === null) await backUpFirst(parts, begun)
    await retrying(() => transaction('locking', (tx) => restoreIn(tx, parts, begun, archive)))
    // a script may have changed anything, so this process drops all kept answers, also if its notification comes late
    await db.script('select 1')
  })
}

/** Waits until no other job runs in any process. Throws BrokenBackup if that takes too long. */
async function jobsEnded(rows: Rows): Promise<void> {
  const until = Date.now() + LONGEST_JOB_MILLISECONDS
  while ((await countRunning(rows, RESTORE_JOB)) > 0) {
    if (Date.now() > until) throw new BrokenBackup('busy')
    await pause(LOOK_MILLISECONDS)
  }
}

/** Makes a backup of the present data first, so that a restore can be taken back. */
async function backUpFirst(parts: RestoreParts, begun: Begun): Promise<void> {
  const { runner } = parts
  const add = async ({ tx }: Work): Promise<number | null> => {
    const id = await addBackup(tx, {
      place: placeOf(parts),
      at: runner.clock(),
      name: begun.userName,
      origin: 'BEFORE-RESTORE',
    })
    if (id !== null) await tx.run(sql`update backups set state = 'RUNNING', beat_at = now() where id = ${id}`)
    return id
  }
  const before = await runner.work(SYSTEM, 'backup.before-restore', add, WHILE_CLOSED)
  if (before === null) throw new BrokenBackup('busy')
  if (!(await makeBackup(parts, before, false))) throw new BrokenBackup('no-room')
}

/** A restore locks every table at once. If another transaction holds a lock that this one waits for, one of them has to begin again. */
async function retrying(act: () => Promise<void>): Promise<void> {
  for (let left = 5; ; left -= 1) {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof Clash) || left === 0) throw error
    }
  }
}

/** Restores, and stores in the same transaction that it is done: a process that dies right after the commit changes nothing more. */
async function restoreIn(tx: Rows, parts: RestoreParts, begun: Begun, archive: Archive): Promise<void> {
  const { kind, backupId, name, userName } = begun
  let differences: readonly TableDifference[] = []
  if (kind === 'ALL') await replace(tx, parts, begun, archive)
  else differences = await restoreKind(tx, kind, archive)
  for (const silent of parts.silent) await silent(tx)
  await writeHistory(tx, { ...SYSTEM, name: userName }, 'backup.restored', [
    {
      entity: 'backups',
      id: backupId,
      changes: { backup: [null, 'RESTORED'], kind: [null, kind], name: [null, name] },
    },
  ])
  await end(tx, begun, parts.runner.clock().toISOString(), { state: 'DONE', differences })
  // answers, sessions, rights and the pages that people have open; the database notifies with the commit
  for (const payload of EVERYTHING_REPLACED) await tx.many(sql`select pg_notify('kerino', ${payload})`)
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
