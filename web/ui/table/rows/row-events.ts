/** What a click or a key does in the rows of a table. One listener of the table body handles all rows. */
import type { KeyboardEvent, MouseEvent } from 'react'

export type RowActions<Row> = {
  rows: readonly Row[]
  rowKey: (row: Row) => number
  href: ((row: Row) => string) | undefined
  openRow: ((row: Row) => void) | undefined
  /** Null if there is no column of checkboxes. */
  tickable: ((row: Row) => boolean) | null
  ticked: ReadonlySet<number>
  tick: (key: number, on: boolean) => void
}

/** Returns the listeners of a table body. Its rows have their place in `rows` as `data-index`. */
export function rowEvents<Row>(actions: RowActions<Row>) {
  return {
    onClick: (event: MouseEvent) => {
      const hit = rowOf(actions.rows, event.target)
      if (hit) click(event, hit.row, actions)
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

/** Ticks or opens the row, unless the click concerns something inside it. */
function click<Row>(event: MouseEvent, row: Row, { rowKey, href, openRow, tick }: RowActions<Row>): void {
  const target = event.target as Element
  const box = target.closest<HTMLInputElement>('input[data-tick]')
  if (box) {
    tick(rowKey(row), box.checked)
    return
  }
  const link = target.closest('a')
  if (link && !link.hasAttribute('data-row-link')) return
  if (target.closest('button, input, select, textarea, label')) return
  // A person who selects a text to copy it does not want to open the row.
  if (!link && window.getSelection()?.toString()) return
  if (event.metaKey || event.ctrlKey || event.shiftKey) {
    if (!link && href) window.open(href(row), '_blank')
    return
  }
  if (link) event.preventDefault()
  openRow?.(row)
}

/** Moves to another row, opens the row or ticks it. */
function press<Row>(
  event: KeyboardEvent,
  { row, tr }: Hit<Row>,
  { rowKey, openRow, tickable, ticked, tick }: RowActions<Row>,
): void {
  const move = (to: Element | null | undefined) => {
    if (!(to instanceof HTMLElement)) return
    event.preventDefault()
    tr.tabIndex = -1
    to.tabIndex = 0
    to.focus()
  }
  switch (event.key) {
    case 'ArrowDown':
      return move(tr.nextElementSibling)
    case 'ArrowUp':
      return move(tr.previousElementSibling)
    case 'Home':
      return move(tr.parentElement?.firstElementChild)
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
