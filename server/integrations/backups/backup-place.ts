/** Where backups are stored: a folder of the server, and a bucket if one is configured. */
import { join } from 'node:path'
import type { Config } from '#server/config.ts'

export type BackupPlace = {
  /** The folder in which backups are written, and in which they stay unless there is a bucket. */
  readonly folder: string
  /** Encrypts backups; null if they are not encrypted. */
  readonly passphrase: string | null
  /** True if a backup is made every night. */
  readonly nightly: boolean
  /** The number of scheduled backups that are kept. */
  readonly keep: number
}

export const openBackupPlace = (config: Config): BackupPlace => ({
  folder: config.BACKUP_DIR ?? join(config.dataDir, 'backups'),
  passphrase: config.BACKUP_PASSPHRASE ?? null,
  nightly: config.BACKUP_NIGHTLY,
  keep: config.BACKUP_KEEP,
})
