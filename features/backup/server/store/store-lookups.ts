/** Declares a bucket for backups, forgets it, and looks for backups that are not known yet. */
import { randomUUID } from 'node:crypto'
import { changes } from '#kernel/changes.ts'
import { refuse } from '#kernel/refusal.ts'
import { demandPerson, type Lookup, lookup, type Reach } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import {
  type BackupStore,
  type BucketAccess,
  plainAddress,
  plainFolder,
  type StoredBackup,
} from '#server/integrations/backups/backup-store.ts'
import type { InputOf } from '#kernel/contract.ts'
import * as contract from '../../domain/contract.ts'
import { demandPlace } from '../lookups.ts'
import { touched } from '../work/begun.ts'
import { bucketAccess, forgetBucket, readBucket, saveBucket } from './bucket-settings.ts'
import { noteStored } from './find-stored.ts'
import { openStore, refusingFaults, type StoredIn } from './open-store.ts'

const refuseAt = (field: string, code: string): never =>
  refuse('refused', `backup.${code}`, { fields: { [field]: `backup.${code}` }, first: field })

/** Returns what was typed as it is stored. An empty secret stands for the stored one, unless it would be used for another address or key. */
async function accessOf(reach: Reach, typed: Required<InputOf<typeof contract.saveBucket>>): Promise<BucketAccess> {
  const address = plainAddress(typed.address) ?? refuseAt('address', 'address-form')
  const folder = plainFolder(typed.folder) ?? refuseAt('folder', 'folder-form')
  const stored = typed.secret === '' ? await bucketAccess(reach.rows, reach.sealing) : null
  const isSame = stored !== null && stored.address === address && stored.keyId === typed.keyId
  const secret = typed.secret !== '' ? typed.secret : isSame ? stored.secret : refuseAt('secret', 'secret-missing')
  return { ...typed, address, folder, secret }
}

/** Writes, reads and deletes a small file, so that a wrong key is found now and not at night. Returns the backups that are there. */
async function tryOut(store: BackupStore): Promise<readonly StoredBackup[]> {
  const name = `kerino-trial-${randomUUID()}`
  await store.write(name, content())
  for await (const _ of await store.read(name));
  const listed = await store.list()
  await store.remove(name)
  return listed
}

async function* content(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('This file shows that backups can be stored here.')
}

/** Tries a bucket, stores its settings, and notes what lies there. Returns how many backups were found. */
export async function declareBucket(
  reach: Reach,
  typed: Required<InputOf<typeof contract.saveBucket>>,
): Promise<number> {
  const place = demandPlace(reach)
  if (!reach.sealing.possible()) refuse('unavailable', 'backup.no-secrets-key')
  const access = await accessOf(reach, typed)
  const listed = await refusingFaults(() => tryOut(place.bucket(access)))
  return reach.keep(async ({ tx, now, record, moved }) => {
    const before = await readBucket(tx)
    if (!(await saveBucket(tx, reach.sealing, access))) refuse('unavailable', 'backup.no-secrets-key')
    if (before && whereOf(before) !== whereOf(access)) await leaveBucket(tx, now)
    const found = await noteStored(tx, 'BUCKET', listed, now)
    record({
      entity: contract.BACKUPS_TOPIC,
      id: contract.STORE_RECORD,
      changes: changes({ store: before && whereOf(before) }, { store: whereOf(access) }),
    })
    moved(touched(contract.STORE_RECORD))
    return found
  })
}

const whereOf = ({ address, bucket, folder }: Pick<BucketAccess, 'address' | 'bucket' | 'folder'>): string =>
  `${address}/${bucket}${folder === '' ? '' : `/${folder}`}`

/** The backups of a bucket that is not used any more are not listed; their files stay there. */
const leaveBucket = (tx: Parameters<typeof readBucket>[0], now: string): Promise<number> =>
  tx.run(sql`
    update backups set removed_at = ${now}::timestamptz
    where stored_in = 'BUCKET' and removed_at is null and state in ('DONE', 'FAILED')`)

const saveBucketLookup = lookup(contract.saveBucket, async (reach, typed) => {
  demandPerson(reach.actor)
  return { found: await declareBucket(reach, typed) }
})

const forgetBucketLookup = lookup(contract.forgetBucket, async (reach) => {
  demandPerson(reach.actor)
  return reach.keep(async ({ tx, now, record, moved }) => {
    const before = await readBucket(tx)
    if (before === null) return { done: false }
    if (
      await tx.maybe(sql`select from backups where stored_in = 'BUCKET' and state in ('WAITING', 'RUNNING', 'PROVING')`)
    )
      refuse('conflict', 'backup.in-work')
    await forgetBucket(tx)
    await leaveBucket(tx, now)
    const { BACKUPS_TOPIC: entity, STORE_RECORD: id } = contract
    record({ entity, id, changes: changes({ store: whereOf(before) }, { store: null }) })
    moved(touched(id))
    return { done: true }
  })
})

const findBackupsLookup = lookup(contract.findBackups, async (reach) => {
  const place = demandPlace(reach)
  const { rows, sealing } = reach
  const places: readonly StoredIn[] = (await readBucket(rows)) === null ? ['FOLDER'] : ['FOLDER', 'BUCKET']
  let found = 0
  for (const storedIn of places) {
    const listed = await refusingFaults(async () => (await openStore({ rows, place, sealing }, storedIn)).list())
    found += await reach.keep(({ tx, now }) => noteStored(tx, storedIn, listed, now))
  }
  await reach.keep(async ({ moved }) => moved(touched(contract.STORE_RECORD)))
  return { found }
})

export const storeLookups: readonly Lookup[] = [saveBucketLookup, forgetBucketLookup, findBackupsLookup]
