/** The sizes of the board, in pixels. */

/** The height of the order table above the panels, which a person may change. At first it shows eleven orders (S1-CON-17). */
export const TABLE_HEIGHT = { initial: 420, least: 240, most: 1000 } as const

/** The heights at which the tables of the board begin to scroll. */
export const SCROLL_HEIGHT = { stackedPanel: 300, onePanel: 400, dialogProducts: 500, tableAlone: 520 } as const

/** Returns the height as a whole number within the limits of the order table. */
export const withinLimits = (height: number): number =>
  Math.round(Math.min(TABLE_HEIGHT.most, Math.max(TABLE_HEIGHT.least, height)))

/** By how much an arrow key and a page key change the height. */
const STEP = 20
const PAGE_STEP = 100

/** Returns the height after a key, or null for a key that does not resize. */
export function heightAfterKey(key: string, height: number): number | null {
  switch (key) {
    case 'ArrowUp':
      return withinLimits(height - STEP)
    case 'ArrowDown':
      return withinLimits(height + STEP)
    case 'PageUp':
      return withinLimits(height - PAGE_STEP)
    case 'PageDown':
      return withinLimits(height + PAGE_STEP)
    case 'Home':
      return TABLE_HEIGHT.least
    case 'End':
      return TABLE_HEIGHT.most
    default:
      return null
  }
}
