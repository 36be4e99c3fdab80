/** The areas whose texts the loaded modules show. The build adds a call of `needTexts` to each module that names areas. */
import { FRAME } from './text-files.ts'

const needed = new Set<string>([FRAME])
let watcher: ((area: string) => void) | null = null

/** Says that texts of these areas are shown. A module says so when it runs, before its page is drawn. */
export function needTexts(...areas: readonly string[]): void {
  for (const area of areas) {
    if (needed.has(area)) continue
    needed.add(area)
    watcher?.(area)
  }
}

/** Returns the areas that are needed so far. */
export const neededAreas = (): readonly string[] => [...needed]

/** Calls `tell` for each area that is needed from now on. A later call replaces it. */
export function watchNeededAreas(tell: (area: string) => void): void {
  watcher = tell
}
