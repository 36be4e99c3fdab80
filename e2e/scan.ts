/** Scans codes with a simulated hand scanner. */
import type { Page } from './fixtures.ts'

/**
 * Types codes as a hand scanner does, each with Enter, one directly after the other. The keys say themselves when they were pressed: on a busy
 * machine the moments at which they are sent would be those of a person.
 */
export const scan = (page: Page, ...codes: readonly string[]) =>
  page.evaluate((texts) => {
    const target = document.activeElement ?? document.body
    let at = performance.now()
    const press = (key: string, code: string) => {
      const event = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true })
      at += 5
      Object.defineProperty(event, 'timeStamp', { value: at })
      target.dispatchEvent(event)
    }
    for (const text of texts) {
      for (const sign of text) press(sign, /\d/.test(sign) ? `Digit${sign}` : sign === '-' ? 'Minus' : `Key${sign}`)
      press('Enter', 'Enter')
    }
  }, codes)
