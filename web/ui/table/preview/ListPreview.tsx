import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { PreviewPanel } from '#web/ui/table/preview/PreviewPanel.tsx'
import { useReadAhead } from '#web/ui/table/preview/read-ahead.ts'
import { focusRow, isInstead, ROW } from '#web/ui/table/rows/row-events.ts'
import { nameOf } from '#web/ui/table/rows/TableRows.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'

type Props = {
  /** The rows that are drawn, at their places in the list. */
  rows: readonly unknown[]
  /** The question that they answer, as text. It differs from the present one until that is answered. */
  of: string
  rowKey: (row: unknown) => number
  href: (row: unknown) => string
  columns: readonly Column<unknown>[]
  /** Notes the row to which the back button returns. */
  note: (row: unknown) => void
  close: () => void
}

/**
 * Shows the record of a row beside the list. The row is the one that had the focus last, or the first one. The record of a row
 * that leaves the list stays shown until the person chooses another one.
 */
export default function ListPreview({ rows, of, rowKey, href, columns, note, close }: Props) {
  const panel = useRef<HTMLElement>(null)
  const chosen = useChosenRow(rows, of, rowKey)
  const { row, index, choose } = chosen
  const list = () => panel.current?.parentElement ?? null
  const rowAt = (place: number) => list()?.querySelector<HTMLElement>(`tr[data-index="${place}"]`) ?? null

  useReadAhead(rows, index, href)

  // the mark is set here, because drawing all rows again at each key would delay the next one
  useLayoutEffect(() => {
    const marked = row !== undefined && rows[index] === row ? rowAt(index) : null
    marked?.setAttribute('aria-current', 'true')
    return () => marked?.removeAttribute('aria-current')
  })

  /** Gives the focus to the row of the record, to the one that stands in its place now, or without any row to the titles of the columns. */
  const focusList = () => {
    const target = rowAt(Math.min(index, rows.length - 1)) ?? rowAt(0)
    if (target) focusRow(target)
    else list()?.querySelector<HTMLElement>('thead button')?.focus()
  }
  const end = () => {
    if (!list()?.querySelector('tbody')?.contains(document.activeElement)) focusList()
    close()
  }
  const follow = useEffectEvent(({ target }: FocusEvent) => {
    const element = target as Element
    if (element.matches(ROW) && !isInstead(element)) choose(Number((target as HTMLElement).dataset['index']))
  })
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element
    const isInPanel = panel.current?.contains(target) ?? false
    // what is open inside the panel closes first
    if (event.defaultPrevented || target.getAttribute('aria-expanded') === 'true') return
    if (event.key === 'Escape' && (isInPanel || target.matches(ROW))) end()
    else if (event.key === 'F6' && isInPanel) focusList()
    else if (event.key === 'F6') panel.current?.focus()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const around = list()
    if (!around) return undefined
    const now = document.activeElement
    if (now?.matches(ROW) && around.contains(now)) choose(Number((now as HTMLElement).dataset['index']))
    const ends = new AbortController()
    around.addEventListener('focusin', follow, ends)
    around.addEventListener('keydown', press, ends)
    return () => ends.abort()
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  return (
    <PreviewPanel
      ref={panel}
      address={row === undefined ? null : href(row)}
      name={row === undefined ? '' : nameOf(columns, row)}
      leave={() => row !== undefined && note(row)}
      close={end}
    />
  )
}

/**
 * Returns the row whose record is shown and its place, and a function that chooses the row at a place. The first row is chosen at the beginning, and
 * when another page, filter or search shows other rows.
 */
function useChosenRow(rows: readonly unknown[], of: string, rowKey: (row: unknown) => number) {
  const [shown, setShown] = useState({ row: rows[0], index: 0, of })
  const key = shown.row === undefined ? null : rowKey(shown.row)
  const place = rows.findIndex((row) => rowKey(row) === key)
  const isGone = place < 0 && shown.of === of && shown.row !== undefined
  const index = isGone ? shown.index : Math.max(0, place)
  const row = isGone ? shown.row : rows[index]
  if (row !== shown.row || index !== shown.index || of !== shown.of) setShown({ row, index, of })
  return {
    row,
    index,
    choose: (chosen: number) => {
      if (rows[chosen] !== undefined) setShown({ row: rows[chosen], index: chosen, of })
    },
  }
}
