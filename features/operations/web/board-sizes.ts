/** The sizes of the board, in pixels of the page. */

/** The height of the order table above the panels, which a person may change. */
export const TABLE_HEIGHT = { initial: 420, least: 240, most: 1000 } as const

/** How far the tables of the board are shown before they scroll. */
export const SCROLL_HEIGHT = { stackedPanel: 300, onePanel: 400, dialogProducts: 500, tableAlone: 520 } as const

export const withinLimits = (height: number): number =>
  Math.round(Math.min(TABLE_HEIGHT.most, Math.max(TABLE_HEIGHT.least, height)))

const STEP = 20
const LEAP = 100

/** The height that a key leads to; null for keys that mean nothing here. */
export function heightAfterKey(key: string, height: number): number | null {
  switch (key) {
    case 'ArrowUp':
      return withinLimits(height - STEP)
    case 'ArrowDown':
      return withinLimits(height + STEP)
    case 'PageUp':
      return withinLimits(height - LEAP)
    case 'PageDown':
      return withinLimits(height + LEAP)
    case 'Home':
      return TABLE_HEIGHT.least
    case 'End':
      return TABLE_HEIGHT.most
    default:
      return null
  }
}
