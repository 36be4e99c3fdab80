/** What a click or a key does in the rows of a table. One listener of the table body handles all rows. */
import type { KeyboardEvent, MouseEvent } from 'react'
import type { ListPreviewState } from '#web/ui/table/preview/use-list-preview.ts'

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
    onKeyDown: (event: KeyboardEvent) => {
      const hit = rowOf(actions.rows, event.target)
      if (hit && event.target === hit.tr) press(event, hit, actions)
    },
  }
}

type Hit<Row> = { row: Row; tr: HTMLTableRowElement }

function rowOf<Row>(rows: readonly Row[], element: EventTarget): Hit<Row> | null {
  const tr = (element as Element).closest<HTMLTableRowElement>('tr[data-index]')
  const row = tr ? rows[Number(tr.dataset.index)] : undefined
  return tr && row !== undefined ? { row, tr } : null
}

/** Reports whether a click concerns something inside a row that is pressed by itself. */
const isInside = (target: Element): boolean =>
  target.closest('button, input, select, textarea, label, a:not([data-row-link])') !== null

/** Gives a row the focus, and the place for Tab that another row had. */
export function focusRow(to: HTMLElement): void {
  const before = to.parentElement?.querySelector<HTMLElement>('tr[tabindex="0"]')
  if (before) before.tabIndex = -1
  to.tabIndex = 0
  to.focus()
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

/** Moves to another row, opens the row or ticks it. */
function press<Row>(
  event: KeyboardEvent,
  { row, tr }: Hit<Row>,
  { rowKey, openRow, tickable, ticked, tick, preview }: RowActions<Row>,
): void {
  const move = (to: Element | null | undefined) => {
    if (!(to instanceof HTMLElement)) return
    event.preventDefault()
    focusRow(to)
    preview?.open()
  }
  switch (event.key) {
    case 'ArrowDown':
      return move(rowBeside(tr, 'nextElementSibling'))
    case 'ArrowUp':
      return move(rowBeside(tr, 'previousElementSibling'))
    case 'Home':
      return move(tr.parentElement?.querySelector('tr[data-index]'))
    case 'End':
      return move(tr.parentElement?.lastElementChild)
    case 'Enter':
      event.preventDefault()
      return openRow?.(row)
    case ' ':
      if (!tickable?.(row)) return
      event.preventDefault()
      return tick(rowKey(row), !ticked.has(rowKey(row)))
  }
}
