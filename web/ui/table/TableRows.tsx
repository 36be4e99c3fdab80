import { memo, type KeyboardEvent, type MouseEvent, type ReactNode, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import styles from '#web/ui/table/table-rows.module.css'
import tickColumn from '#web/ui/table/table-tick.module.css'
import { type Column, isRight, textOf, valueOf } from '#web/ui/table/table-columns.ts'

type Tone = 'danger' | 'warning' | undefined

export type TableRowsProps<Row> = {
  ref?: Ref<HTMLTableSectionElement>
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => number
  href: ((row: Row) => string) | undefined
  openRow: ((row: Row) => void) | undefined
  tickable: ((row: Row) => boolean) | null
  ticked: ReadonlySet<number>
  tick: (key: number, on: boolean) => void
  tone: ((row: Row) => Tone) | undefined
  stale: boolean
}

/** The rows in plain HTML, because the HTML of 150 rows decides the speed. One listener handles all rows. */
export function TableRows<Row>({
  ref,
  rows,
  columns,
  rowKey,
  href,
  openRow,
  tickable,
  ticked,
  tick,
  tone,
  stale,
}: TableRowsProps<Row>) {
  const { t } = useTranslation('frame')
  const selectLabel = t('table.select-row')

  const rowOf = (element: EventTarget): { row: Row; tr: HTMLTableRowElement } | null => {
    const tr = (element as Element).closest<HTMLTableRowElement>('tr[data-index]')
    const row = tr ? rows[Number(tr.dataset.index)] : undefined
    return tr && row !== undefined ? { row, tr } : null
  }

  const onClick = (event: MouseEvent) => {
    const hit = rowOf(event.target)
    if (!hit) return
    const target = event.target as Element
    const box = target.closest<HTMLInputElement>('input[data-tick]')
    if (box) {
      tick(rowKey(hit.row), box.checked)
      return
    }
    const link = target.closest('a')
    if (link && !link.hasAttribute('data-row-link')) return
    if (target.closest('button, input, select, textarea, label')) return
    // A person who selects a text to copy it does not want to open the row.
    if (!link && window.getSelection()?.toString()) return
    if (event.metaKey || event.ctrlKey || event.shiftKey) {
      if (!link && href) window.open(href(hit.row), '_blank')
      return
    }
    if (link) event.preventDefault()
    openRow?.(hit.row)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const hit = rowOf(event.target)
    if (!hit || event.target !== hit.tr) return
    const move = (to: Element | null | undefined) => {
      if (!(to instanceof HTMLElement)) return
      event.preventDefault()
      hit.tr.tabIndex = -1
      to.tabIndex = 0
      to.focus()
    }
    switch (event.key) {
      case 'ArrowDown':
        return move(hit.tr.nextElementSibling)
      case 'ArrowUp':
        return move(hit.tr.previousElementSibling)
      case 'Home':
        return move(hit.tr.parentElement?.firstElementChild)
      case 'End':
        return move(hit.tr.parentElement?.lastElementChild)
      case 'Enter':
        event.preventDefault()
        return openRow?.(hit.row)
      case ' ':
        if (!tickable?.(hit.row)) return
        event.preventDefault()
        return tick(rowKey(hit.row), !ticked.has(rowKey(hit.row)))
    }
  }

  return (
    <tbody
      ref={ref}
      role="rowgroup"
      className={styles.rows}
      onClick={onClick}
      onKeyDown={onKeyDown}
      data-stale={stale || undefined}
      data-opens={openRow ? true : undefined}
    >
      {rows.map((row, index) => {
        const key = rowKey(row)
        return (
          <TableRow
            key={key}
            index={index}
            row={row}
            columns={columns as readonly Column<unknown>[]}
            href={href?.(row)}
            mayTick={tickable === null ? null : tickable(row)}
            ticked={ticked.has(key)}
            tone={tone?.(row)}
            selectLabel={selectLabel}
          />
        )
      })}
    </tbody>
  )
}

type TableRowProps = {
  index: number
  row: unknown
  columns: readonly Column<unknown>[]
  href: string | undefined
  /** Null if there is no column of checkboxes. */
  mayTick: boolean | null
  ticked: boolean
  tone: Tone
  selectLabel: string
}

const TableRow = memo(function TableRow({
  index,
  row,
  columns,
  href,
  mayTick,
  ticked,
  tone,
  selectLabel,
}: TableRowProps) {
  const titleAt = columns.some((column) => column.card === 'title') ? -1 : 0
  return (
    <tr
      role="row"
      data-index={index}
      tabIndex={index === 0 ? 0 : -1}
      aria-selected={mayTick === null ? undefined : ticked}
      data-tone={tone}
    >
      {mayTick === null ? null : (
        <td role="gridcell" className={tickColumn.tick}>
          <input
            type="checkbox"
            data-tick
            tabIndex={-1}
            checked={ticked}
            disabled={!mayTick}
            aria-label={selectLabel}
            onChange={ignore}
          />
        </td>
      )}
      {columns.map((column, place) => (
        <td
          key={column.key}
          role="gridcell"
          className={isRight(column) ? styles.right : undefined}
          data-label={column.header}
          data-card={column.card ?? (place === titleAt ? 'title' : column.kind === 'status' ? 'end' : undefined)}
          style={
            column.width === undefined ? undefined : { maxWidth: column.width, minWidth: Math.min(column.width, 120) }
          }
        >
          {href !== undefined && place === 0 ? (
            <a href={href} data-row-link tabIndex={-1}>
              {/* A link without text would have no accessible name. */}
              {contentOf(column, row) || '–'}
            </a>
          ) : (
            contentOf(column, row)
          )}
        </td>
      ))}
    </tr>
  )
})

// The listener of the table body handles the checkboxes.
const ignore = () => undefined

function contentOf(column: Column<unknown>, row: unknown): ReactNode {
  if (column.cell) return column.cell(row)
  if (column.kind === 'status') {
    const status = valueOf(column, row)
    return status ? <StatusBadge status={String(status)} /> : null
  }
  return textOf(column, row)
}

/** Grey bars while the first rows load. */
export function TableSkeleton({ columns }: { columns: number }) {
  return (
    <tbody aria-hidden className={`${styles.rows} ${styles.skeleton}`}>
      {Array.from({ length: 12 }, (_, row) => (
        <tr key={row}>
          {Array.from({ length: Math.max(1, columns) }, (_unused, column) => (
            <td key={column} aria-hidden>
              <span data-width={(row + column) % 3} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
