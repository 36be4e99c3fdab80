/** Where backups are stored: a folder of the server, or a bucket if the settings name one. */
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { BackupStore, BucketAccess } from './backup-store.ts'
import { openBucketStore } from './bucket-store.ts'

export type BackupPlace = {
  /** The folder in which backups stay unless there is a bucket, and in which their parts are prepared. */
  readonly folder: string
  /** Encrypts backups; null if they are not encrypted. */
  readonly passphrase: string | null
  /** True if a backup is made every night. */
  readonly nightly: boolean
  /** The number of scheduled backups that are kept. */
  readonly keep: number
  /** Opens a bucket. Nothing is requested yet. */
  readonly bucket: (access: BucketAccess) => BackupStore
  /** Opens the empty database in which a backup is proven. Without it a new embedded one is created, which takes seconds. */
  readonly beside?: () => Promise<Database>
}

export const openBackupPlace = (config: Config): BackupPlace => ({
  folder: config.BACKUP_DIR ?? join(config.dataDir, 'backups'),
  passphrase: config.BACKUP_PASSPHRASE ?? null,
  nightly: config.BACKUP_NIGHTLY,
  keep: config.BACKUP_KEEP,
  bucket: (access) => openBucketStore(access),
})
