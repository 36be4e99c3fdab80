/** What a page says about the columns of its table, and what follows from it. */
import i18n from 'i18next'
import type { ReactNode } from 'react'
import { showDay } from '#kernel/day.ts'
import { PLACES, toDecimal } from '#kernel/money.ts'
import { showCount, showMoment, showMoney, showPrice, showQuantity, showRate, showWallClock } from '#web/format.ts'

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

/** What a cell can hold before it is formatted. */
export type CellValue = string | number | boolean | null | undefined

export type ChoiceFilter = { options: readonly { value: string; label: string }[]; many?: boolean }

/** text: part of the value · range: from and to, scaled like the column · days: from and to as 'YYYY-MM-DD' · choice: one or several. */
export type ColumnFilter = 'text' | 'range' | 'days' | ChoiceFilter

export type Column<Row> = {
  /** Name in the row, in the sort and in the filters of the contract. */
  key: string
  header: string
  /** Decides format, alignment, filter and export; text unless given. */
  kind?: ColumnKind
  /** What the column shows of a row; `row[key]` unless given. */
  value?: (row: Row) => CellValue
  /** Own drawing of the cell. */
  cell?: (row: Row) => ReactNode
  align?: 'start' | 'end'
  sortable?: boolean
  /** `true` takes the filter that fits the kind. */
  filter?: true | ColumnFilter
  /** Name of the filter in the contract, where it differs from `key`. Ranges and days send `<name>From` and `<name>To`. */
  filterName?: string
  /** Not shown until the person chooses it. */
  hidden?: boolean
  /** CSS width; as wide as its content unless given. Long texts are cut at it. */
  width?: number
  /** Place on a phone: the bold first line, its right end, or not at all. Unset: a labelled line. */
  card?: 'title' | 'end' | 'none'
}

const RIGHT: readonly ColumnKind[] = ['id', 'number', 'money', 'price', 'quantity', 'rate']

export const isRight = <Row>(column: Column<Row>): boolean =>
  column.align === undefined ? RIGHT.includes(column.kind ?? 'text') : column.align === 'end'

export function valueOf<Row>(column: Column<Row>, row: Row): CellValue {
  if (column.value) return column.value(row)
  return (row as Record<string, CellValue>)[column.key]
}

/** The value as people read it. */
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
      return showRate(Number(value))
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

const EXPORT_PLACES: Partial<Record<ColumnKind, number>> = {
  money: PLACES.cents,
  price: PLACES.unitPrice,
  quantity: PLACES.quantity,
  rate: PLACES.rate,
}

/** The value as a spreadsheet reads it: plain decimals with the given decimal sign, days as people write them. */
export function exportOf<Row>(column: Column<Row>, row: Row, decimal: string): string {
  const value = valueOf(column, row)
  if (value === null || value === undefined) return ''
  const places = EXPORT_PLACES[column.kind ?? 'text']
  if (places !== undefined) return toDecimal(Number(value), places).replace('.', decimal)
  return column.kind === 'number' ? String(value) : textOf(column, row)
}

export function filterOf<Row>(column: Column<Row>): ColumnFilter | null {
  if (column.filter === undefined) return null
  if (column.filter !== true) return column.filter
  if (column.kind === 'day' || column.kind === 'moment' || column.kind === 'clock') return 'days'
  return RIGHT.includes(column.kind ?? 'text') && column.kind !== 'id' ? 'range' : 'text'
}
