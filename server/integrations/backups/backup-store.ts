/** The port to the place where backups lie: a folder, or a bucket. Both can be listed, so that a new installation finds what an earlier one wrote. */

/** Why a store did not do what it was asked. Each is one of the failures of backup (features/backup/domain/failures.ts). */
export type StoreFaultReason =
  | 'store-key'
  | 'store-denied'
  | 'store-bucket'
  | 'store-region'
  | 'store-clock'
  | 'store-full'
  | 'store-silent'
  | 'store-address'
  | 'store-encryption'
  | 'store-certificate'
  | 'store-cut'
  | 'store-refused'
  | 'no-room'
  | 'gone'

/** Thrown by every function of a store, and by the content that `read` returns. */
export class StoreFault extends Error {
  readonly reason: StoreFaultReason
  constructor(reason: StoreFaultReason) {
    super(reason)
    this.reason = reason
  }
}

export type StoredBackup = { readonly name: string; readonly bytes: number; readonly at: string }

export type BackupStore = {
  /** Writes a file, which appears under its name only when it is whole. Returns its bytes. */
  write(name: string, content: AsyncIterable<Uint8Array>): Promise<number>
  /** Returns the content, which is read while it is used. Throws `gone` if there is no such file. */
  read(name: string): Promise<AsyncIterable<Uint8Array>>
  /** Returns the files that look like backups, newest first. */
  list(): Promise<readonly StoredBackup[]>
  /** A file that does not exist counts as removed. */
  remove(name: string): Promise<void>
  /** Deletes what was begun and never became whole. No backup may be under way. */
  giveUpUnfinished(): Promise<void>
  /** Returns the path of a file that this machine can read where it lies; without it files are copied first. */
  readonly pathOf?: (name: string) => string
}

/** The begin of the name of a scheduled backup, by which a new installation knows which ones it may delete. */
export const NIGHTLY = 'kerino-nightly'
/** Matches the names of backups. Exports for other programs are none, nor are files that people sent. */
const NAME = /^kerino-(nightly-)?\d{4}-\d\d-\d\d-\d{6}(-\d+)?\.zip(\.enc)?$/

export const isBackupName = (name: string): boolean => NAME.test(name)

const LONGEST_BUCKET_PATH = 300

export type BucketAccess = {
  /** The address of the service, such as https://s3.eu-central-1.amazonaws.com. */
  readonly address: string
  readonly region: string
  readonly bucket: string
  /** The folder in the bucket; empty for none. Each installation needs one of its own. */
  readonly folder: string
  readonly keyId: string
  readonly secret: string
}

/** Returns a typed folder without slashes at its ends. Null if it cannot be part of a name. */
export function plainFolder(typed: string): string | null {
  const folder = typed.trim().replace(/^\/+|\/+$/g, '')
  const parts = folder.split('/')
  const isFine = folder === '' || parts.every((part) => /^[\p{L}\p{N} ._-]+$/u.test(part) && !/^\.+$/.test(part))
  return isFine && folder.length <= LONGEST_BUCKET_PATH ? folder : null
}

/** Returns a typed address of a service without its final slash. Null if it is none, or names more than a host, a port and a path. */
export function plainAddress(typed: string): string | null {
  const url = URL.parse(typed.trim())
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password + url.search + url.hash !== '') return null
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}
