/**
 * Writes the filtered list as an Excel file. Numbers and days keep their types, so that a spreadsheet can calculate
 * with them.
 */
import type { CellObject, SheetData } from 'write-excel-file/browser'
import { wallClockOf } from '#kernel/day.ts'
import { PLACES, toNumber } from '#kernel/money.ts'
import type { FilePart } from '#web/ui/table/export/table-export.ts'
import { type Column, type ColumnKind, textOf, valueOf } from '#web/ui/table/table-columns.ts'

/** The decimals and the Excel format of each kind of number. */
const NUMBERS: Partial<Record<ColumnKind, readonly [places: number, format: string]>> = {
  money: [PLACES.cents, '#,##0.00'],
  price: [PLACES.unitPrice, '#,##0.00##'],
  quantity: [PLACES.quantity, '#,##0.####'],
  rate: [PLACES.rate, '0.00'],
  number: [0, '#,##0'],
}
const DAY = 'dd/mm/yyyy'
const MOMENT = 'dd/mm/yyyy hh:mm'

/** Returns a local time as Excel stores it: without a time zone, so in the zone that the library assumes. */
const dateOf = (clock: string): Date =>
  new Date(`${clock.length === 10 ? `${clock}T00:00:00` : clock.replace(' ', 'T')}Z`)

function cellOf<Row>(column: Column<Row>, row: Row): CellObject | null {
  const value = valueOf(column, row)
  if (value === null || value === undefined || value === '') return null
  const kind = column.kind ?? 'text'
  const number = NUMBERS[kind]
  if (number) return { type: Number, value: toNumber(Number(value), number[0]), format: number[1] }
  if (kind === 'day') return { type: Date, value: dateOf(String(value).slice(0, 10)), format: DAY }
  if (kind === 'moment') return { type: Date, value: dateOf(wallClockOf(String(value))), format: MOMENT }
  if (kind === 'clock') return { type: Date, value: dateOf(String(value)), format: MOMENT }
  return typeof value === 'number' ? { type: Number, value } : { type: String, value: textOf(column, row) }
}

/** Returns the sheet: titles, then one row for each record. */
export const sheetOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): SheetData => [
  columns.map((column) => ({ type: String, value: column.header, fontWeight: 'bold' as const })),
  ...rows.map((row) => columns.map((column) => cellOf(column, row))),
]

const widthOf = <Row>({ kind, header, width }: Column<Row>): number =>
  Math.max(header.length + 2, kind === 'moment' || kind === 'clock' ? 17 : width === undefined ? 12 : width / 6)

/** Excel limits the length and the characters of a sheet name. */
const sheetName = (title: string): string => title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)

/** Returns a file with a sheet for each table. Each begins with the caption. */
export async function excelOfSheets<Row>(parts: readonly FilePart<Row>[], caption: string): Promise<Blob> {
  const { default: write } = await import('write-excel-file/browser')
  return write(
    parts.map(({ title, columns, rows }) => ({
      data: [[{ type: String, value: caption }], ...sheetOf(columns, rows)],
      sheet: sheetName(title),
      columns: columns.map((column) => ({ width: widthOf(column) })),
    })),
  ).toBlob()
}

/** Returns the file. The code that writes it loads only here. */
export async function excelOf<Row>(
  title: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<Blob> {
  const { default: write } = await import('write-excel-file/browser')
  return write(sheetOf(columns, rows), {
    sheet: sheetName(title),
    columns: columns.map((column) => ({ width: widthOf(column) })),
    stickyRowsCount: 1,
  }).toBlob()
}
