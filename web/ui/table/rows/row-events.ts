/** What a click or a key does in the rows of a table. One listener of the table body handles all rows. */
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react'
import type { ListPreviewState } from '#web/ui/table/preview/use-list-preview.ts'
import { nameRow } from '#web/ui/table/rows/row-name.ts'

export type RowActions<Row> = {
  rows: readonly Row[]
  rowKey: (row: Row) => number
  href: ((row: Row) => string) | undefined
  openRow: ((row: Row) => void) | undefined
  /** Null if there is no column of checkboxes. */
  tickable: ((row: Row) => boolean) | null
  ticked: ReadonlySet<number>
  tick: (key: number, on: boolean) => void
  /** What shows the record of the row of the focus beside the list; null if the list has no such thing. */
  preview?: Pick<ListPreviewState, 'isOpen' | 'open'> | null
}

/** Finds a row of a record among headings of groups and empty rows. */
export const ROW = 'tr[data-index]'

/** Returns the listeners of a table body. Its rows have their place in `rows` as `data-index`. */
export function rowEvents<Row>(actions: RowActions<Row>) {
  return {
    onClick: (event: MouseEvent) => {
      const hit = rowOf(actions.rows, event.target)
      if (hit) click(event, hit, actions)
    },
    onDoubleClick: (event: MouseEvent) => {
      const hit = rowOf(actions.rows, event.target)
      if (hit && actions.preview?.isOpen && !isInside(event.target as Element)) actions.openRow?.(hit.row)
    },
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(ROW)) nameRow(target as HTMLElement)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const hit = rowOf(actions.rows, event.target)
      if (!hit) return
      if (event.target === hit.tr) press(event, hit, actions)
      // a press on the box of a row leaves the focus there
      else if ((event.target as Element).matches('input[data-tick]')) moveBy(event, hit, actions)
    },
  }
}

type Hit<Row> = { row: Row; tr: HTMLTableRowElement }

function rowOf<Row>(rows: readonly Row[], element: EventTarget): Hit<Row> | null {
  const tr = (element as Element).closest<HTMLTableRowElement>(ROW)
  const row = tr ? rows[Number(tr.dataset.index)] : undefined
  return tr && row !== undefined ? { row, tr } : null
}

/** Reports whether a click concerns something inside a row that is pressed by itself. */
const isInside = (target: Element): boolean =>
  target.closest('button, input, select, textarea, label, a:not([data-row-link])') !== null

/** On a row that has the focus in place of one that left the list, and that the person has not chosen. */
const INSTEAD = 'data-instead'

/** Reports whether a row has the focus only because the row before it left the list. */
export const isInstead = (row: Element): boolean => row.hasAttribute(INSTEAD)

/** Gives the focus to a row in place of one that left the list. It is not chosen by that: what is shown of the other row stays. */
export function focusInstead(row: HTMLElement): void {
  row.setAttribute(INSTEAD, '')
  const end = () => {
    // another window has the focus, and will give it back
    if (document.activeElement === row) return
    row.removeAttribute(INSTEAD)
    row.removeEventListener('blur', end)
  }
  row.addEventListener('blur', end)
  focusRow(row, { preventScroll: true })
}

/** Gives a row the focus, and the place for Tab that another row had. */
export function focusRow(to: HTMLElement, options?: FocusOptions): void {
  // what follows the focus learns that the person has chosen the row
  if (to === document.activeElement && isInstead(to)) to.blur()
  const before = to.parentElement?.querySelector<HTMLElement>('tr[tabindex="0"]')
  if (before) before.tabIndex = -1
  to.tabIndex = 0
  to.focus(options)
}

/** Ticks or opens the row, unless the click concerns something inside it. Beside an open preview it chooses the row. */
function click<Row>(
  event: MouseEvent,
  { row, tr }: Hit<Row>,
  { rowKey, href, openRow, tick, preview }: RowActions<Row>,
): void {
  const target = event.target as Element
  const box = target.closest<HTMLInputElement>('input[data-tick]')
  if (box) {
    tick(rowKey(row), box.checked)
    return
  }
  if (isInside(target)) return
  const link = target.closest('a')
  // A person who selects a text to copy it does not want to open the row.
  if (!link && window.getSelection()?.toString()) return
  if (event.metaKey || event.ctrlKey || event.shiftKey) {
    if (!link && href) window.open(href(row), '_blank')
    return
  }
  if (link) event.preventDefault()
  if (preview?.isOpen) focusRow(tr)
  else openRow?.(row)
}

/** Returns the row before or after another one; headings of groups stand between rows. Null if there is none. */
function rowBeside(tr: Element, side: 'nextElementSibling' | 'previousElementSibling'): Element | null {
  let found = tr[side]
  while (found && !found.matches('[data-index]')) found = found[side]
  return found
}

/** Moves to another row by an arrow key, Home or End, and shows its record beside the list. Reports whether the key was one of these. */
function moveBy<Row>(event: KeyboardEvent, { tr }: Hit<Row>, { preview }: RowActions<Row>): boolean {
  const target = targetOf(event.key, tr, preview?.isOpen ?? false)
  if (target === undefined) return false
  // at the end of the list the key scrolls the page
  if (target === null && !preview) return true
  event.preventDefault()
  focusRow(target instanceof HTMLElement ? target : tr)
  preview?.open()
  return true
}

/** Returns the row to which a key leads, null if there is none, and undefined for a key that leads to no row. */
function targetOf(key: string, tr: Element, showsRecord: boolean): Element | null | undefined {
  switch (key) {
    case 'ArrowDown':
      // the record of this row has not been shown yet
      return showsRecord && isInstead(tr) ? tr : rowBeside(tr, 'nextElementSibling')
    case 'ArrowUp':
      return rowBeside(tr, 'previousElementSibling')
    case 'Home':
      return tr.parentElement?.querySelector(ROW) ?? null
    case 'End':
      return tr.parentElement?.lastElementChild ?? null
    default:
      return undefined
  }
}

/** Moves to another row, opens the row or ticks it. */
function press<Row>(event: KeyboardEvent, hit: Hit<Row>, actions: RowActions<Row>): void {
  const { rowKey, openRow, tickable, ticked, tick } = actions
  const { row } = hit
  if (moveBy(event, hit, actions)) return
  if (['Enter', ' '].includes(event.key) && actions.preview?.isOpen && isInstead(hit.tr)) {
    // the record of another row is shown: the first press shows that of this one
    event.preventDefault()
    return focusRow(hit.tr)
  }
  switch (event.key) {
    case 'Enter':
      event.preventDefault()
      return openRow?.(row)
    case ' ':
      if (!tickable?.(row)) return
      event.preventDefault()
      return tick(rowKey(row), !ticked.has(rowKey(row)))
  }
}
