/**
 * Reads and writes a table of texts: a CSV file with one row for each text and one column for each language, which
 * spreadsheets open. docs/texts.md describes its columns.
 */
import { parse } from 'csv-parse/sync'
import { guarded, unguarded } from '#kernel/csv-guard.ts'
import { type Language, LANGUAGES } from '#kernel/languages.ts'

export type TextRow = {
  /** The path of the text, with points: `column.customer`. A plural form ends with `_one`, `_few`, `_many` or `_other`. */
  readonly key: string
  /** The row whose texts this one shows: `<area>:<key>`, or the key of a row in the same table; empty if it has texts of its own. */
  readonly as: string
  /** The text in each language; empty where a language has no such plural form. */
  readonly texts: Readonly<Record<Language, string>>
  /** What a translator must know, and why a text stands alone that equals another one. */
  readonly note: string
}

const TAGS: readonly Language[] = LANGUAGES.map(({ tag }) => tag)
const COLUMNS = ['key', 'as', ...TAGS, 'note'] as const

/** Marks the file as UTF-8. Without it a spreadsheet shows Greek as signs of another alphabet. */
const MARK = '\uFEFF'

const readCell = (cell: string): string => unguarded(cell.replaceAll('\r\n', '\n'))

function writeCell(text: string): string {
  const cell = guarded(text)
  return /[",\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Returns the rows of a table. Throws an error with the number of the line if it cannot be read, or if a column is missing. */
export function parseTexts(csv: string): TextRow[] {
  // a spreadsheet of a country with decimal commas writes semicolons between the cells
  const delimiter = /^\uFEFF?"?key"?;/.test(csv) ? ';' : ','
  const rows: Readonly<Record<string, string>>[] = parse(csv, {
    bom: true,
    columns: true,
    delimiter,
    skipEmptyLines: true,
  })
  const missing = COLUMNS.filter((column) => rows.length > 0 && rows[0]?.[column] === undefined)
  if (missing.length > 0) throw new Error(`lacks the columns ${missing.join(', ')}`)
  const cell = (row: Readonly<Record<string, string>>, column: string) => readCell(row[column] ?? '')
  return rows.map((row) => ({
    key: cell(row, 'key'),
    as: cell(row, 'as'),
    texts: Object.fromEntries(TAGS.map((tag) => [tag, cell(row, tag)])) as Record<Language, string>,
    note: cell(row, 'note'),
  }))
}

/** Returns the file of a table, in the one form that the structure check accepts. */
export function writeTexts(rows: readonly TextRow[]): string {
  const line = (cells: readonly string[]) => `${cells.map(writeCell).join(',')}\n`
  const body = rows.map(({ key, as, texts, note }) => line([key, as, ...TAGS.map((tag) => texts[tag]), note]))
  return `${MARK}${line(COLUMNS)}${body.join('')}`
}
