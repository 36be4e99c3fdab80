/** Scans codes with a simulated hand scanner. */
import type { Page } from '../fixtures.ts'

/** Types codes as fast as a hand scanner does, each with Enter, one directly after the other. */
export const scan = (page: Page, ...codes: readonly string[]) =>
  page.evaluate((texts) => {
    const target = document.activeElement ?? document.body
    const press = (key: string, which: string) =>
      target.dispatchEvent(new KeyboardEvent('keydown', { key, code: which, bubbles: true, cancelable: true }))
    for (const text of texts) {
      for (const sign of text) press(sign, /\d/.test(sign) ? `Digit${sign}` : sign === '-' ? 'Minus' : `Key${sign}`)
      press('Enter', 'Enter')
    }
  }, codes)
