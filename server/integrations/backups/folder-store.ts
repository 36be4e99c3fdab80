/** Backups in a folder of the server. */
import { createReadStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { makeFolder } from '#server/make-folder.ts'
import { type BackupStore, isBackupName, type StoredBackup, StoreFault } from './backup-store.ts'

const DRAFT = '.draft-'

/** Returns what a fault of the disk means for a backup. */
function faultOf(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StoreFault('no-room')
  return code === 'ENOENT' ? new StoreFault('gone') : error
}

export function openFolderStore(folder: string): BackupStore {
  const pathOf = (name: string): string => join(folder, basename(name))

  async function writeDraft(path: string, content: AsyncIterable<Uint8Array>): Promise<number> {
    const file = await open(path, 'w', 0o600)
    let bytes = 0
    try {
      for await (const piece of content) {
        bytes += piece.byteLength
        await file.write(piece)
      }
      // the name of a file must not survive a power failure that its content does not
      await file.sync()
    } finally {
      await file.close()
    }
    return bytes
  }

  return {
    pathOf,
    write: async (name, content) => {
      makeFolder(folder, 0o700)
      const draft = join(folder, `${DRAFT}${basename(name)}`)
      try {
        const bytes = await writeDraft(draft, content)
        await rename(draft, pathOf(name))
        return bytes
      } catch (error) {
        await rm(draft, { force: true })
        throw faultOf(error)
      }
    },
    read: async (name) => {
      const found = await stat(pathOf(name)).catch(() => null)
      if (!found?.isFile()) throw new StoreFault('gone')
      return createReadStream(pathOf(name))
    },
    list: async () => {
      const found: StoredBackup[] = []
      for (const name of (await readdir(folder).catch(() => [])).filter(isBackupName)) {
        const file = await stat(pathOf(name)).catch(() => null)
        if (file?.isFile()) found.push({ name, bytes: file.size, at: file.mtime.toISOString() })
      }
      return found.toSorted((a, b) => b.at.localeCompare(a.at))
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    giveUpUnfinished: async () => {
      const names = await readdir(folder).catch(() => [])
      for (const name of names.filter((one) => one.startsWith(DRAFT))) await rm(pathOf(name), { force: true })
    },
  }
}
