/** Opens the search of everything. Its code loads when it is opened first. */
import { watchers } from '#web/watchers.ts'

let times = 0
const { watch, changed } = watchers()

/** Calls the watcher each time the search is opened. */
export const watchPalette = watch

/** Returns how often the search was opened. */
export const timesOpened = (): number => times

export function openPalette(): void {
  times += 1
  changed()
}
