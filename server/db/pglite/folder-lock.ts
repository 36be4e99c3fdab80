/** Allows only one process for each data folder, because PGlite would let two engines write the same files. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CannotStart } from '#server/db/errors.ts'
import { makeFolder } from '#server/make-folder.ts'

/** Another process, or this one in another place, already uses the folder. */
export class FolderInUse extends CannotStart {
  override readonly name = 'FolderInUse'
  readonly folder: string
  constructor(folder: string) {
    super(`The data folder ${folder} is in use by another running process`)
    this.folder = folder
  }
}

/** The folder cannot be created or written. */
export class FolderUnusable extends CannotStart {
  override readonly name = 'FolderUnusable'
}

/** Keeps each lock referenced, because the garbage collection releases a lock that has no reference. */
const held = new Set<DatabaseSync>()

/**
 * Locks the folder for this process until the returned function is called or the process ends. Throws FolderInUse or
 * FolderUnusable.
 *
 * The lock is the file lock of SQLite on `<folder>/lock`. Node has no other lock that the system releases when the
 * process dies. Do not open and close that file elsewhere in this process: on POSIX systems that releases the lock.
 */
export function lockFolder(folder: string): () => void {
  let lock: DatabaseSync | undefined
  try {
    makeFolder(folder)
    lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock?.close()
    // 5 is SQLITE_BUSY
    if ((error as { errcode?: number }).errcode === 5) throw new FolderInUse(folder)
    throw new FolderUnusable(`The data folder ${folder} cannot be used: ${(error as Error).message}`, { cause: error })
  }
  const own = lock
  held.add(own)
  return () => {
    if (held.delete(own)) own.close()
  }
}
