/** Forces files and folder entries to the disk. */
import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Forces the entries of a folder to the disk, and with `deep` everything below it. */
export function syncFolder(folder: string, { deep = true } = {}): void {
  if (deep) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) syncFolder(path)
      else if (entry.isFile()) syncPath(path, 'r+')
    }
  }
  // Windows writes folder entries by itself and cannot open a folder.
  if (process.platform !== 'win32') syncPath(folder, 'r')
}

function syncPath(path: string, flags: string): void {
  const file = openSync(path, flags)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
