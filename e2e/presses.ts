/** Counts what a person presses in a story. */
import type { Page } from './fixtures.ts'

export type Cost = {
  pointer: number
  commits: number
  shortcuts: number
  keys: number
  /** Presses of the pointer and of all keys that type nothing: what a job costs. */
  presses: number
}

/** Runs in the page. Counts real presses, and keeps the counts in the session storage when another page opens. */
const COUNTER = `
  const count = (what) => {
    const hands = JSON.parse(sessionStorage.getItem('hands') ?? '{}')
    sessionStorage.setItem('hands', JSON.stringify({ ...hands, [what]: (hands[what] ?? 0) + 1 }))
  }
  // on the document: a press that is taken back at the window, because what it was for has moved, does not count
  document.addEventListener('pointerdown', (event) => event.isTrusted && count('pointer'), true)
  addEventListener('keydown', (event) => {
    if (!event.isTrusted || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
    if (event.key.length > 1 || event.ctrlKey || event.altKey) count('keys')
    if (event.key === 'Enter' || (event.key === ' ' && event.target.localName !== 'input')) count('commits')
    else if (event.ctrlKey && event.key !== 'Control') count('shortcuts')
  }, true)`

/**
 * Counts presses of the pointer, committing keys, shortcuts, and all keys that type nothing, on the pages that are opened
 * from now on. A shortcut is one key. Typed letters are not counted.
 */
export async function countPresses(page: Page): Promise<() => Promise<Cost>> {
  await page.addInitScript({ content: COUNTER })
  return async () => {
    const hands = await page.evaluate(() => sessionStorage.getItem('hands'))
    const counted = { pointer: 0, commits: 0, shortcuts: 0, keys: 0, ...JSON.parse(hands ?? '{}') }
    return { ...counted, presses: counted.pointer + counted.keys }
  }
}
