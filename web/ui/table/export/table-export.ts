/** Reads the filtered list page by page and writes it as a CSV file. */
import type { QueryContract } from '#kernel/contract.ts'
import { guarded } from '#kernel/csv-guard.ts'
import { askQuery } from '#web/api.ts'
import { decimalSign } from '#web/format.ts'
import { type Column, exportOf } from '#web/ui/table/table-columns.ts'

/** The highest number of rows in one file. */
export const EXPORT_LIMIT = 10_000

/** Returns a value as a CSV cell, guarded against spreadsheets that would run it as a formula. */
export function csvCell(text: string): string {
  const safe = guarded(text)
  return /[";,\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Returns the whole file. The separator is a semicolon if the comma is the decimal separator, as Greek Excel expects.
 */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const decimal = decimalSign()
  const separator = decimal === ',' ? ';' : ','
  const lines = [
    columns.map((column) => csvCell(column.header)),
    ...rows.map((row) => columns.map((column) => csvCell(exportOf(column, row, decimal)))),
  ]
  // The byte order mark tells Excel that the file is UTF-8.
  return `\uFEFF${lines.map((line) => line.join(separator)).join('\r\n')}\r\n`
}

/** A table of a file, with its title. */
export type FilePart<Row> = {
  readonly title: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
}

/** Returns several tables below each other as one file. The first line says what they are. */
export function csvOfParts<Row>(parts: readonly FilePart<Row>[], caption: string): string {
  const texts = parts.map(({ title, columns, rows }) => `${csvCell(title)}\r\n${csvOf(columns, rows).slice(1)}`)
  return `\uFEFF${csvCell(caption)}\r\n\r\n${texts.join('\r\n')}`
}

/** Reads every page of the filtered list, up to the limit, and reports the progress. */
export async function readAll<Row>(
  contract: QueryContract,
  input: Record<string, unknown>,
  progress: (count: number) => void,
  signal: AbortSignal,
): Promise<{ rows: Row[]; cut: boolean }> {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const answer = (await askQuery(contract, { ...input, page }, { signal })) as {
      rows: Row[]
      more: boolean
    }
    rows.push(...answer.rows)
    progress(rows.length)
    if (rows.length >= EXPORT_LIMIT)
      return { rows: rows.slice(0, EXPORT_LIMIT), cut: answer.more || rows.length > EXPORT_LIMIT }
    if (!answer.more) return { rows, cut: false }
  }
}

/** Starts a download of a file in the browser. */
export function download(name: string, content: string | Blob): void {
  const file = typeof content === 'string' ? new Blob([content], { type: 'text/csv;charset=utf-8' }) : content
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
