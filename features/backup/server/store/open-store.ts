/** Opens the place of a backup: the folder of the server, or the bucket of the settings. */
import { Readable } from 'node:stream'
import { refuse } from '#kernel/refusal.ts'
import type { Rows } from '#server/db/database.ts'
import type { BackupPlace } from '#server/integrations/backups/backup-place.ts'
import { type BackupStore, StoreFault } from '#server/integrations/backups/backup-store.ts'
import { openFolderStore } from '#server/integrations/backups/folder-store.ts'
import type { Sealing } from '#server/seal/sealing.ts'
import { BrokenBackup } from '../archive/broken-backup.ts'
import { type Archive, openArchive, openStream } from '../archive/open-archive.ts'
import { bucketAccess, readBucket } from './bucket-settings.ts'

export type StoredIn = 'FOLDER' | 'BUCKET'
export type Stores = { readonly rows: Rows; readonly place: BackupPlace; readonly sealing: Sealing }

/** Returns where the next backup is written. */
export const nextPlace = async (rows: Rows): Promise<StoredIn> =>
  (await readBucket(rows)) === null ? 'FOLDER' : 'BUCKET'

/** Throws BrokenBackup if the bucket is not declared any more, or if its secret cannot be read. */
export async function openStore({ rows, place, sealing }: Stores, storedIn: StoredIn): Promise<BackupStore> {
  if (storedIn === 'FOLDER') return openFolderStore(place.folder)
  const access = await bucketAccess(rows, sealing)
  if (access !== null) return place.bucket(access)
  throw new BrokenBackup((await readBucket(rows)) === null ? 'no-bucket' : 'store-secret')
}

/** Does something with a store for a person who waits. A fault of the store is refused with its reason. */
export async function refusingFaults<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof StoreFault || error instanceof BrokenBackup)) throw error
    if (error.reason === 'gone') return refuse('missing', 'backup.no-file')
    return refuse('refused', `backup.${error.reason}`)
  }
}

/** Returns the bytes of a backup for a download. */
export const readForDownload = (stores: Stores, storedIn: StoredIn, file: string): Promise<Readable> =>
  refusingFaults(async () => {
    const content = await (await openStore(stores, storedIn)).read(file)
    return content instanceof Readable ? content : Readable.from(content, { objectMode: false })
  })

/** Opens a backup where it lies. One of a bucket, and an encrypted one, is copied into the file `plain` first. */
export async function openStored(
  stores: Stores,
  { storedIn, file }: { readonly storedIn: StoredIn; readonly file: string },
  plain: string,
  passphrase: string | null,
): Promise<Archive> {
  const store = await openStore(stores, storedIn)
  const path = store.pathOf?.(file)
  return path === undefined
    ? openStream(await store.read(file), plain, passphrase)
    : openArchive(path, plain, passphrase)
}
