/** The folders that tests, stories, proofs and measurements make for themselves. What killed runs have left is removed by a later run. */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Begins the name of each of these folders. */
const PREFIX = 'kerino-tests-'
const DAY_MS = 86_400_000

/** The folder of a file system in memory, on systems that have one. */
export const IN_MEMORY = '/dev/shm'

/** Returns the path of a temporary folder with this name. */
export const temporaryPath = (name: string, place = tmpdir()): string => join(place, PREFIX + name)

/** Makes a new temporary folder, whose name begins with `name`. */
export const temporaryFolder = (name: string, place = tmpdir()): string => mkdtempSync(`${temporaryPath(name, place)}-`)

/** Removes the folders that killed runs left more than a day ago. */
export function removeKilledRuns(places: readonly string[] = [tmpdir(), IN_MEMORY]): void {
  for (const place of places) if (existsSync(place)) removeOld(place, (name) => name.startsWith(PREFIX))
}

/** Removes what `isOurs` accepts by its name, if it is older than a day. */
export function removeOld(folder: string, isOurs: (name: string) => boolean): void {
  for (const name of readdirSync(folder).filter(isOurs)) {
    const path = join(folder, name)
    // another process may have removed it in the meantime
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (changed === undefined || Date.now() - changed <= DAY_MS) continue
    try {
      rmSync(path, { recursive: true, force: true })
    } catch {
      // another user may own it, or another process may be removing it
    }
  }
}
