/** What a screen reader says of the row that has the focus. */
import { NOTHING } from '#web/format.ts'

/** Reports whether a cell speaks for itself: what the row is about, and its status. */
const isClear = (cell: HTMLElement): boolean =>
  cell.dataset['card'] === 'title' || cell.querySelector('[data-status]') !== null

/** Returns the title and the text of a cell; nothing of a cell that is empty or not shown. */
function partOf(cell: HTMLElement): string[] {
  const text = (cell.innerText ?? cell.textContent).replaceAll(/\s+/g, ' ').trim()
  if (text === '' || text === NOTHING || !(cell.checkVisibility?.() ?? true)) return []
  return [isClear(cell) ? text : `${cell.dataset['label']} ${text}`]
}

/**
 * Names a row that gets the focus by its columns, because two days or two amounts are not told apart without their titles. Only this row has
 * a name, since the HTML of 150 rows decides the speed of a list.
 */
export function nameRow(row: HTMLElement): void {
  const cells = [...row.querySelectorAll<HTMLElement>('td[data-label]')]
  row.setAttribute('aria-label', cells.flatMap(partOf).join(' – '))
  row.addEventListener('blur', () => row.removeAttribute('aria-label'), { once: true })
}
