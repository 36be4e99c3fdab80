/** Creates folders. */
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and those above it, if they are missing. `mkdirSync` with `recursive` never ends where the system hides why a folder
 * cannot be created, as below `/proc`. Throws the error of the system.
 */
export function makeFolder(path: string, mode?: number): void {
  if (existsSync(path)) return
  makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // another process may have created it meanwhile
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
