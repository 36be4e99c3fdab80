/** The settings of the bucket in which backups lie. They belong to this installation, so no backup contains them. */
import { z } from 'zod'
import { forgetSetting, saveSetting } from '#server/company.ts'
import type { Rows } from '#server/db/database.ts'
import type { BucketAccess } from '#server/integrations/backups/backup-store.ts'
import { INSTALLATION_SETTINGS } from '#server/restoring/installation-settings.ts'
import type { Sealing } from '#server/seal/sealing.ts'
import { readStored } from '#server/settings.ts'

const NAME = INSTALLATION_SETTINGS.backupStore
/** For whom the secret is encrypted. */
const OWNER = 'backup store'

const zStored = z.object({
  address: z.string(),
  region: z.string(),
  bucket: z.string(),
  folder: z.string(),
  keyId: z.string(),
  sealedSecret: z.string(),
})
type StoredBucket = z.output<typeof zStored>

/** Returns the settings of the bucket; null if backups lie in the folder. */
export const readBucket = async (rows: Rows): Promise<StoredBucket | null> =>
  zStored.safeParse(await readStored(rows, NAME)).data ?? null

/** Returns the settings that pages show: all but the secret, which is never shown, not even encrypted. */
export async function shownBucket(rows: Rows): Promise<Omit<StoredBucket, 'sealedSecret'> | null> {
  const stored = await readBucket(rows)
  if (stored === null) return null
  const { sealedSecret: _, ...shown } = stored
  return shown
}

/** Returns what opens the bucket. Null if there is none, or if its secret cannot be read with the present key. */
export async function bucketAccess(rows: Rows, sealing: Sealing): Promise<BucketAccess | null> {
  const stored = await readBucket(rows)
  if (stored === null) return null
  const { sealedSecret, ...access } = stored
  const secret = sealing.unseal(sealedSecret, OWNER)
  return secret === null ? null : { ...access, secret }
}

/** Stores the settings. Returns false if the secret cannot be encrypted. */
export async function saveBucket(rows: Rows, sealing: Sealing, { secret, ...access }: BucketAccess): Promise<boolean> {
  const sealedSecret = sealing.seal(secret, OWNER)
  if (sealedSecret === null) return false
  await saveSetting(rows, NAME, { ...access, sealedSecret })
  return true
}

export const forgetBucket = (rows: Rows): Promise<number> => forgetSetting(rows, NAME)
