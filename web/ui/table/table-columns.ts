/** The columns of a table as a page declares them, and the formats and filters that follow. */
import i18n from 'i18next'
import type { ReactNode } from 'react'
import { wallClockOf } from '#kernel/day.ts'
import { PLACES, toDecimal } from '#kernel/money.ts'
import {
  showColumnRate,
  showCount,
  showDay,
  showMoment,
  showMoney,
  showPrice,
  showQuantity,
  showWallClock,
} from '#web/format.ts'

export type ColumnKind =
  | 'text'
  | 'id'
  | 'number'
  | 'money'
  | 'price'
  | 'quantity'
  | 'rate'
  | 'day'
  | 'moment'
  | 'clock'
  | 'status'

/** The value of a cell before it is formatted. */
export type CellValue = string | number | boolean | null | undefined

export type ChoiceFilter = { options: readonly { value: string; label: string }[]; many?: boolean }

/**
 * `text`: a part of the value. `range`: from and to, scaled like the column. `days`: from and to as 'YYYY-MM-DD'.
 * Choice: one or several options.
 */
export type ColumnFilter = 'text' | 'range' | 'days' | ChoiceFilter

export type Column<Row> = {
  /** The name in the row, the sorts and the filters of the contract. */
  key: string
  header: string
  /** Decides format, alignment, filter and export. `text` if left out. */
  kind?: ColumnKind
  /** Returns the value of a row. `row[key]` if left out. */
  value?: (row: Row) => CellValue
  /** Draws the cell in its own way. */
  cell?: (row: Row) => ReactNode
  align?: 'start' | 'end'
  sortable?: boolean
  /** True if the `sums` of the list contain this column. Groups sum it too. */
  sum?: true
  /** Returns the unit of the value. Values of different units have no sum. */
  unit?: (row: Row) => string
  /** `true` selects the filter that fits the kind. */
  filter?: true | ColumnFilter
  /**
   * The name of the filter in the contract, if it differs from `key`. Ranges and days send `<name>From` and `<name>To`.
   */
  filterName?: string
  /** Hidden until the person chooses it. */
  hidden?: boolean
  /**
   * The width that the table must have to show the column, beside the columns that are always in sight. The cards of a
   * phone show the columns up to 980.
   */
  from?: 760 | 900 | 980 | 1120 | 1360
  /** The CSS width. Without it the column is as wide as its content. Longer texts are cut. */
  width?: number
  /** The place on a phone: the bold first line, its right end, or hidden. A labelled line if left out. */
  card?: 'title' | 'end' | 'none'
}

const RIGHT: readonly ColumnKind[] = ['id', 'number', 'money', 'price', 'quantity', 'rate']

export const isRight = <Row>(column: Column<Row>): boolean =>
  column.align === undefined ? RIGHT.includes(column.kind ?? 'text') : column.align === 'end'

export function valueOf<Row>(column: Column<Row>, row: Row): CellValue {
  if (column.value) return column.value(row)
  return (row as Record<string, CellValue>)[column.key]
}

/** Returns the value as formatted text. */
export function textOf<Row>(column: Column<Row>, row: Row): string {
  const value = valueOf(column, row)
  if (value === null || value === undefined || value === '') return ''
  switch (column.kind) {
    case 'number':
      return showCount(Number(value))
    case 'money':
      return showMoney(Number(value))
    case 'price':
      return showPrice(Number(value))
    case 'quantity':
      return showQuantity(Number(value))
    case 'rate':
      return showColumnRate(Number(value))
    case 'day':
      return showDay(String(value))
    case 'moment':
      return showMoment(String(value))
    case 'clock':
      return showWallClock(String(value))
    case 'status':
      return i18n.t(`status.${String(value)}`, { ns: 'frame', defaultValue: String(value) })
    default:
      return String(value)
  }
}

const DAYS: readonly (ColumnKind | undefined)[] = ['day', 'clock']

/**
 * Returns the columns with those that say what a row is about first: days that lead stand behind the title of the row. Moments stay first,
 * because a list that begins with them is a log.
 */
export function subjectFirst<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const title = columns.findIndex(({ card }) => card === 'title')
  const days = columns.findIndex(({ kind }) => !DAYS.includes(kind))
  if (days < 1 || title < days) return columns
  return [...columns.slice(days, title + 1), ...columns.slice(0, days), ...columns.slice(title + 1)]
}

/** Returns the columns of statuses that have one value in every row, because the filters of the question leave only that one. */
export const sameColumns = <Row>(
  columns: readonly Column<Row>[],
  filters: Readonly<Record<string, unknown>>,
): ReadonlySet<string> =>
  new Set(
    columns.flatMap(({ key, kind, filterName }) => {
      const asked = filters[filterName ?? key]
      const isOne = typeof asked === 'string' || (Array.isArray(asked) && asked.length === 1)
      return kind === 'status' && isOne ? [key] : []
    }),
  )

const EXPORT_PLACES: Partial<Record<ColumnKind, number>> = {
  money: PLACES.cents,
  price: PLACES.unitPrice,
  quantity: PLACES.quantity,
  rate: PLACES.rate,
}

/** Returns a day or a local time as other programs read it (C-96): YYYY-MM-DD, and HH:mm for a time. Null for other kinds. */
function plainDay<Row>(column: Column<Row>, value: CellValue): string | null {
  if (column.kind === 'day') return String(value).slice(0, 10)
  if (column.kind !== 'moment' && column.kind !== 'clock') return null
  const clock = column.kind === 'moment' ? wallClockOf(String(value)) : String(value)
  return clock.slice(0, 16)
}

/** Returns the value for a spreadsheet: plain decimals with the given separator, and days that sort by their text. */
export function exportOf<Row>(column: Column<Row>, row: Row, decimal: string): string {
  const value = valueOf(column, row)
  if (value === null || value === undefined || value === '') return ''
  const places = EXPORT_PLACES[column.kind ?? 'text']
  if (places !== undefined) return toDecimal(Number(value), places).replace('.', decimal)
  return column.kind === 'number' ? String(value) : (plainDay(column, value) ?? textOf(column, row))
}

export function filterOf<Row>(column: Column<Row>): ColumnFilter | null {
  if (column.filter === undefined) return null
  if (column.filter !== true) return column.filter
  if (column.kind === 'day' || column.kind === 'moment' || column.kind === 'clock') return 'days'
  return RIGHT.includes(column.kind ?? 'text') && column.kind !== 'id' ? 'range' : 'text'
}
