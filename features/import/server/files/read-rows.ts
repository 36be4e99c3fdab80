/** Reads the rows of a file, whatever its form: JSON, CSV or Excel. Every cell becomes a text, but for the numbers of a spreadsheet. */
import { fileTypeFromBuffer } from 'file-type'
import { parseCsv } from '#server/files/csv.ts'
import { parseExcel } from '#server/files/excel.ts'
import type { WindowsEncoding } from '#kernel/import/file-problem.ts'
import { textOfBytes } from '#server/files/text-of-bytes.ts'
import { unguarded } from '#kernel/csv-guard.ts'
import { isObject } from '#kernel/json.ts'
import { refuse } from '#kernel/refusal.ts'
import { knownColumns } from '../../domain/columns.ts'
import { MOST_COLUMNS, MOST_FILE_BYTES, MOST_ROWS } from '../../domain/contract.ts'
import { type Cell, cellText, type FileLine, isFilled } from '#kernel/import/cells.ts'
import type { Target } from '../../domain/targets.ts'

export type FileRows = {
  readonly form: 'json' | 'csv' | 'excel'
  readonly headings: readonly string[]
  readonly rows: readonly FileLine[]
}

/** A longer cell is no value of a record. */
const LONGEST_CELL = 20_000

/** What a person said of a file that does not say it itself. */
export type Told = {
  readonly encoding?: WindowsEncoding | undefined
  readonly sheet?: number | undefined
  readonly headingsLine?: number | undefined
}

/** Returns the headings and rows of a file. Refuses a file that cannot be read, with the reason. */
export async function readRows(target: Target, content: Buffer, told: Told = {}): Promise<FileRows> {
  if (content.length === 0) refuse('refused', 'import.file-empty')
  if (content.length > MOST_FILE_BYTES)
    refuse('refused', 'import.file-too-large', { most: MOST_FILE_BYTES / 1_000_000 })
  const kind = await fileTypeFromBuffer(content)
  const read =
    kind?.ext === 'xlsx' || kind?.ext === 'zip'
      ? await readExcel(target, content, told)
      : await readText(target, content, told)
  return demandSize({
    ...read,
    rows: read.rows.filter(({ cells }) => isFilled(cells)),
  })
}

/** Refuses a file without rows, and one with more rows, columns or text than an import takes. */
function demandSize(file: FileRows): FileRows {
  const { headings, rows } = file
  if (rows.length === 0) refuse('refused', 'import.file-no-rows')
  if (rows.length > MOST_ROWS) refuse('refused', 'import.file-many-rows', { most: MOST_ROWS, count: rows.length })
  if (headings.length > MOST_COLUMNS)
    refuse('refused', 'import.file-many-columns', { most: MOST_COLUMNS, count: headings.length })
  for (const { line, cells } of rows) {
    if (cells.some((cell) => cellText(cell).length > LONGEST_CELL))
      refuse('refused', 'import.file-long-cell', { line, most: LONGEST_CELL })
    if (isFilled(cells.slice(headings.length)))
      refuse('refused', 'import.file-more-cells', { line, columns: headings.length })
  }
  return file
}

async function readText(target: Target, content: Buffer, told: Told): Promise<FileRows> {
  const { text, unsure, problem } = await textOfBytes(content, MOST_FILE_BYTES, told.encoding)
  if (problem) return refuse('refused', `import.file-${problem.code}`, { ...problem.details })
  if (/^\s*<(!doctype html|html|head|meta|body|table)\b/i.test(text)) return refuse('refused', 'import.file-html')
  if (unsure) return refuse('refused', 'import.file-which-encoding', unsure)
  return /^\s*[[{"]/.test(text) && !text.trimStart().startsWith('"')
    ? readJson(target, text)
    : readCsv(target, text, told)
}

/** Reads a JSON array of records. Its headings are the names of the fields, in the order in which they appear. */
function readJson(target: Target, text: string): FileRows {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    return refuse('refused', 'import.file-json', { message: error instanceof Error ? error.message : '' })
  }
  if (!Array.isArray(parsed))
    return refuse('refused', target === 'customers' ? 'import.no-customers' : 'import.no-array')
  const names = new Map<string, number>()
  const rows = parsed.map((record: unknown, index): FileLine => {
    const cells: string[] = []
    for (const [name, value] of Object.entries(isObject(record) ? record : { value: record })) {
      const at = names.get(name) ?? names.size
      names.set(name, at)
      if (names.size > MOST_COLUMNS)
        refuse('refused', 'import.file-many-columns', { most: MOST_COLUMNS, count: names.size })
      cells[at] = jsonCell(value)
    }
    return { line: index + 1, cells: Array.from(cells, (cell) => cell ?? '') }
  })
  return { form: 'json', headings: [...names.keys()], rows }
}

/** Returns a value of JSON as a cell. */
export function jsonCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  return JSON.stringify(value)
}

/** The headings stand in one of the first rows; the rows before them are titles. */
const MOST_ROWS_ABOVE = 20

/**
 * Returns the place of the headings: of the row that a person named, else of the row with the most known ones among the first rows that are not
 * empty, and of the first of equal rows. -1 if there is no such row.
 */
function headingsAt(target: Target, rows: readonly FileLine[], headingsLine?: number): number {
  if (headingsLine !== undefined) return rows.findIndex(({ line }) => line === headingsLine)
  const known = rows.slice(0, MOST_ROWS_ABOVE + 1).map(({ cells }) => knownColumns(target, cells.map(cellText)))
  return Math.max(0, known.indexOf(Math.max(...known)))
}

function readCsv(target: Target, text: string, { headingsLine }: Told): FileRows {
  const parsed = parseCsv(text, MOST_ROWS + MOST_ROWS_ABOVE + 2, (rows) => {
    const headings = rows[headingsAt(target, rows, headingsLine)]?.cells ?? []
    return 1000 * knownColumns(target, headings) + Math.min(headings.length, 999)
  })
  if (parsed.problem !== undefined)
    return refuse('refused', `import.file-${parsed.problem.code}`, {
      ...parsed.problem.details,
      line: parsed.problem.line ?? 1,
    })
  const { headings, rows } = belowHeadings(target, parsed.rows, headingsLine)
  return { form: 'csv', headings, rows: rows.map(({ line, cells }) => ({ line, cells: cells.map(unguardedCell) })) }
}

const unguardedCell = (cell: Cell): Cell => (typeof cell === 'string' ? unguarded(cell) : cell)

/** Returns the headings of rows, and the rows below them. */
function belowHeadings(
  target: Target,
  rows: readonly FileLine[],
  headingsLine?: number,
): Pick<FileRows, 'headings' | 'rows'> {
  const at = headingsAt(target, rows, headingsLine)
  if (at < 0) return refuse('refused', 'import.file-no-headings-line', { line: headingsLine ?? 1 })
  return { headings: headingsOf(rows[at]?.cells ?? []), rows: rows.slice(at + 1) }
}

/** Returns the headings without the empty columns at their end. */
function headingsOf(cells: readonly Cell[]): string[] {
  const texts = cells.map((cell) => cellText(cell).trim())
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1).map((text) => text.slice(0, 200))
}

/**
 * Reads the sheet that a person named, or the only one that is not hidden and has rows. Of a cell with a formula it takes the value that was
 * computed when the file was saved.
 */
async function readExcel(target: Target, content: Buffer, told: Told): Promise<FileRows> {
  const { sheets, problem } = await parseExcel(content, { named: told.sheet })
  if (problem === 'too-large') return refuse('refused', 'import.file-too-large', { most: MOST_FILE_BYTES / 1_000_000 })
  if (problem !== undefined) return refuse('refused', 'import.file-excel')
  const [first, second] = sheets
  if (!first) return refuse('refused', 'import.file-no-rows')
  if (second)
    return refuse('refused', 'import.file-which-sheet', { sheets: sheets.map(({ place, name }) => ({ place, name })) })
  return { form: 'excel', ...belowHeadings(target, first.rows, told.headingsLine) }
}
