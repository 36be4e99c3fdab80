/** Opens the search of everything. Its code loads when it is opened first. */
import { type FocusPlace, placeOfFocus } from '#web/ui/overlay/focus-place.ts'
import { watchers } from '#web/watchers.ts'

let times = 0
const { watch, changed } = watchers()

/** Calls the watcher each time the search is opened. */
export const watchPalette = watch

/** Returns how often the search was opened. */
export const timesOpened = (): number => times

/** What the person types while the code of the search loads; null once it has loaded. */
let early: string | null = ''

function keepTyped(event: KeyboardEvent): void {
  if (early === null || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Backspace') early = early.slice(0, -1)
  else if (event.key.length === 1) early += event.key
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** What had the focus when the search was opened. The field has it before the search could look. */
let opener: FocusPlace | null = null
export const openerOfPalette = (): FocusPlace | null => opener

export function openPalette(): void {
  times += 1
  opener = placeOfFocus()
  if (early !== null) document.addEventListener('keydown', keepTyped, true)
  changed()
}

/** Returns what was typed before the search was drawn, which is its first text. */
export function takeTyped(): string {
  const typed = early ?? ''
  early = null
  document.removeEventListener('keydown', keepTyped, true)
  return typed
}
