/** One process per data folder: PGlite itself would let two engines write the same files. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CannotStart } from '#server/db/errors.ts'

/** Another process (or this one, a second time) already works in the folder. */
export class FolderInUse extends CannotStart {
  override readonly name = 'FolderInUse'
  readonly folder: string
  constructor(folder: string) {
    super(`The data folder ${folder} is in use by another running process`)
    this.folder = folder
  }
}

/** The folder cannot be made or written. */
export class FolderUnusable extends CannotStart {
  override readonly name = 'FolderUnusable'
}

/** Held here because a lock that nobody refers to any more is let go with the next garbage collection. */
const held = new Set<DatabaseSync>()

/**
 * Takes the folder for this process until the answered function is called or the process ends, however it ends.
 * The lock is SQLite's own file lock on `<folder>/lock`, because Node offers no other that the system releases.
 * Nothing in this process may open and close that file itself: on POSIX systems that would drop the lock.
 */
export function lockFolder(folder: string): () => void {
  let lock: DatabaseSync | undefined
  try {
    mkdirSync(folder, { recursive: true })
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
