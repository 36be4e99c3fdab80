import { Fragment, memo, type ReactNode, type Ref, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { priceDecimals } from '#kernel/money.ts'
import type { RowGroups } from '#web/ui/table/groups/group-rows.ts'
import { GroupRow } from '#web/ui/table/groups/GroupRow.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import styles from '#web/ui/table/rows/table-rows.module.css'
import tickColumn from '#web/ui/table/table-tick.module.css'
import { languageOf } from '#web/language/language-of.ts'
import { type Column, isRight, textOf, valueOf } from '#web/ui/table/table-columns.ts'
import { AlignedPrice } from '#web/ui/texts.tsx'
import { type RowActions, rowEvents } from '#web/ui/table/rows/row-events.ts'
import { NOTHING } from '#web/format.ts'

type Tone = 'danger' | 'warning' | undefined

type TableRowsProps<Row> = RowActions<Row> & {
  ref?: Ref<HTMLTableSectionElement>
  columns: readonly Column<Row>[]
  /** All rows of the page. `rows` are those that are drawn so far. */
  page: readonly Row[]
  /** The number of rows on the pages before. */
  before: number
  /** The groups of the page, by the place of their first row. */
  groups: RowGroups
  tone: ((row: Row) => Tone) | undefined
  /** The columns of statuses whose badge is the same in every row, because the list is filtered by it. It is not shown. */
  same?: ReadonlySet<string>
  stale: boolean
}

const NONE: ReadonlySet<string> = new Set()

/** The rows in plain HTML, because the HTML of 150 rows decides the speed. One listener handles all rows. */
export function TableRows<Row>({
  ref,
  rows,
  page,
  before,
  groups,
  columns,
  rowKey,
  href,
  openRow,
  tickable,
  ticked,
  tick,
  tone,
  same = NONE,
  stale,
  preview = null,
}: TableRowsProps<Row>) {
  const { t, i18n } = useTranslation('frame')
  const selectLabel = t('table.select-row')
  const decimals = useMemo(() => decimalsOf(columns, page), [columns, page])

  const events = rowEvents({ rows, rowKey, href, openRow, tickable, ticked, tick, preview })

  return (
    <tbody
      ref={ref}
      role="rowgroup"
      className={styles.rows}
      {...events}
      data-stale={stale || undefined}
      data-opens={openRow ? true : undefined}
    >
      {rows.map((row, index) => {
        const key = rowKey(row)
        const group = groups.get(index)
        const drawn = (
          <TableRow
            key={key}
            index={index}
            rowIndex={before + index + 2}
            row={row}
            columns={columns as readonly Column<unknown>[]}
            decimals={decimals}
            href={href?.(row)}
            mayTick={tickable === null ? null : tickable(row)}
            ticked={ticked.has(key)}
            tone={tone?.(row)}
            same={same}
            selectLabel={selectLabel}
            language={i18n.language}
          />
        )
        if (group === undefined) return drawn
        return (
          <Fragment key={key}>
            <GroupRow group={group} columns={columns.length + (tickable === null ? 0 : 1)} />
            {drawn}
          </Fragment>
        )
      })}
    </tbody>
  )
}

/** The number of decimals of each column of prices, by its key. */
type Decimals = ReadonlyMap<string, number>

const decimalsOf = <Row,>(columns: readonly Column<Row>[], rows: readonly Row[]): Decimals =>
  new Map(
    columns
      .filter((column) => column.kind === 'price')
      .map((column) => [column.key, priceDecimals(rows.map((row) => Number(valueOf(column, row) ?? 0)))]),
  )

type TableRowProps = {
  index: number
  /** The place in the whole list; the titles of the columns are the first row. */
  rowIndex: number
  row: unknown
  columns: readonly Column<unknown>[]
  decimals: Decimals
  href: string | undefined
  /** Null if there is no column of checkboxes. */
  mayTick: boolean | null
  ticked: boolean
  tone: Tone
  same: ReadonlySet<string>
  selectLabel: string
  /** The language of the page. Data in another one say so (WCAG 3.1.2). */
  language: string
}

const TableRow = memo(function TableRow({
  index,
  rowIndex,
  row,
  columns,
  decimals,
  href,
  mayTick,
  ticked,
  tone,
  same,
  selectLabel,
  language,
}: TableRowProps) {
  const titleAt = columns.some((column) => column.card === 'title') ? -1 : 0
  return (
    <tr
      role="row"
      aria-rowindex={rowIndex}
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
            aria-label={`${selectLabel}: ${nameOf(columns, row)}`}
            onChange={ignore}
          />
        </td>
      )}
      {columns.map((column, place) => (
        <td
          key={column.key}
          role="gridcell"
          lang={(column.kind ?? 'text') === 'text' ? languageOf(textOf(column, row), language) : undefined}
          className={isRight(column) ? styles.right : undefined}
          data-label={column.header}
          data-from={column.from}
          data-same={same.has(column.key) || undefined}
          data-card={column.card ?? (place === titleAt ? 'title' : column.kind === 'status' ? 'end' : undefined)}
          style={column.width === undefined ? undefined : widthOf(column.width, column.card === 'title')}
        >
          {href !== undefined && place === 0 ? (
            <a href={href} data-row-link tabIndex={-1}>
              {/* A link without text would have no accessible name. */}
              {contentOf(column, row, decimals) || NOTHING}
            </a>
          ) : (
            contentOf(column, row, decimals)
          )}
        </td>
      ))}
    </tr>
  )
})

/**
 * The name of what a row is about takes its share of the table, and less where the other columns need the room: long amounts and marks
 * cut the name and never push a column out of the frame. Other texts take what they need, at most their width.
 */
const widthOf = (width: number, isTitle: boolean) => ({
  ...(isTitle ? { width: '21%', maxWidth: 0 } : { maxWidth: width }),
  minWidth: Math.min(width, 120),
})

// The listener of the table body handles the checkboxes.
const ignore = () => undefined

/** Returns what a row is called: its first column, and its title if that is another one. */
export function nameOf(columns: readonly Column<unknown>[], row: unknown): string {
  const named = columns.filter(({ card }, place) => place === 0 || card === 'title')
  return named.map((column) => textOf(column, row)).join(', ')
}

function contentOf(column: Column<unknown>, row: unknown, decimals: Decimals): ReactNode {
  if (column.cell) return column.cell(row)
  if (column.kind === 'status') {
    const status = valueOf(column, row)
    return status ? <StatusBadge status={String(status)} /> : null
  }
  if (column.kind === 'price') {
    const price = valueOf(column, row)
    return typeof price === 'number' ? <AlignedPrice value={price} decimals={decimals.get(column.key) ?? 2} /> : null
  }
  return textOf(column, row)
}

/** Grey bars while the first rows load. */
export function TableSkeleton<Row>({ columns, tickable }: { columns: readonly Column<Row>[]; tickable: boolean }) {
  return (
    <tbody aria-hidden data-loading className={`${styles.rows} ${styles.skeleton}`}>
      {Array.from({ length: 12 }, (_, row) => (
        <tr key={row}>
          {tickable ? <td aria-hidden className={tickColumn.tick} /> : null}
          {columns.map(({ key, from }, column) => (
            <td key={key} aria-hidden data-from={from}>
              <span data-width={(row + column) % 3} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
