/** Reads the rows of a file, whatever its form: JSON, CSV or Excel. Every cell becomes a text, but for the numbers of a spreadsheet. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { fileTypeFromBuffer } from 'file-type'
import { readSheet } from 'read-excel-file/node'
import { parseCsv } from '#features/purchases/server/file-readers/csv.ts'
import type { WindowsEncoding } from '#features/purchases/domain/from-file/document.ts'
import { textOfBytes } from '#features/purchases/server/file-readers/text-of-bytes.ts'
import { unguarded } from '#kernel/csv-guard.ts'
import { refuse } from '#kernel/refusal.ts'
import { knownColumns } from '../../domain/columns.ts'
import { MOST_COLUMNS, MOST_FILE_BYTES, MOST_ROWS } from '../../domain/contract.ts'
import { type Cell, cellText, type FileLine } from '../../domain/cells.ts'
import type { Target } from '../../domain/targets.ts'
import { attribute, shownByStyles, withShownCells } from './shown-cells.ts'

export type FileRows = {
  readonly form: 'json' | 'csv' | 'excel'
  readonly headings: readonly string[]
  readonly rows: readonly FileLine[]
}

/** The contents of an Excel file together, unpacked. A file of 20,000 rows has less than half of it. */
const MOST_UNPACKED = 200_000_000
/** The cells of a sheet with its empty ones. One value in a far column would otherwise fill the memory. */
const MOST_CELLS = 10_000_000
/** A longer cell is no value of a record. */
const LONGEST_CELL = 20_000

/** What a person said of a file that does not say it itself. */
type Told = {
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

/** Reports whether one of the cells has more than blanks. */
const isFilled = (cells: readonly Cell[]): boolean => cells.some((cell) => cellText(cell).trim() !== '')

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
    for (const [name, value] of Object.entries(isRecord(record) ? record : { value: record })) {
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
  const filled = await filledSheets(content, told.sheet)
  const [first, second] = filled
  if (!first) return refuse('refused', 'import.file-no-rows')
  if (second)
    return refuse('refused', 'import.file-which-sheet', { sheets: filled.map(({ place, name }) => ({ place, name })) })
  return { form: 'excel', ...belowHeadings(target, first.rows, told.headingsLine) }
}

type Sheet = { readonly place: number; readonly name: string }
type FilledSheet = Sheet & { readonly rows: readonly FileLine[] }

/**
 * Returns the sheet at the place that a person named, or if it has no rows or is hidden, all sheets that are not hidden and have rows. Refuses a
 * file that cannot be read.
 */
async function filledSheets(content: Buffer, named: number | undefined): Promise<FilledSheet[]> {
  try {
    const { archive, sheets } = bounded(content)
    const chosen = await filledAmong(
      archive,
      sheets.filter(({ place }) => place === named),
    )
    return chosen.length > 0 ? chosen : await filledAmong(archive, sheets)
  } catch (error) {
    if (error instanceof TooLarge)
      return refuse('refused', 'import.file-too-large', { most: MOST_FILE_BYTES / 1_000_000 })
    return refuse('refused', 'import.file-excel')
  }
}

async function filledAmong(archive: Buffer, sheets: readonly Sheet[]): Promise<FilledSheet[]> {
  const filled: FilledSheet[] = []
  for (const sheet of sheets) {
    const rows = (await readSheet(archive, sheet.place))
      .map((cells, at): FileLine => ({ line: at + 1, cells: Array.from(cells, excelCell) }))
      .filter(({ cells }) => isFilled(cells))
    if (rows.length > 0) filled.push({ ...sheet, rows })
  }
  return filled
}

class TooLarge extends Error {}

const HIDDEN = ['hidden', 'veryHidden']

/** Returns the sheets that are not hidden, with their places from 1 in the order in which the file lists them. */
const shownSheets = (workbook: string): Sheet[] =>
  [...workbook.matchAll(/<sheet\b([^>]*)>/g)].flatMap(([, attributes = ''], at) =>
    HIDDEN.includes(attribute(attributes, 'state') ?? '')
      ? []
      : [{ place: at + 1, name: plainXml(attribute(attributes, 'name') ?? '') }],
  )

const plainXml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

/**
 * Returns the same archive without compression, with cells that say what a person sees, and the sheets that are not hidden. It is unpacked into
 * buffers of the sizes that its directory names, whose sum is bounded. So a small file that would fill the memory is refused before the sheet
 * is read.
 */
function bounded(content: Buffer): { archive: Buffer; sheets: Sheet[] } {
  let size = 0
  const files = unzipSync(content, {
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$/i.test(name)) return false
      size += originalSize
      if (size > MOST_UNPACKED) throw new TooLarge()
      return true
    },
  })
  const textOf = (name: string): string => (files[name] ? strFromU8(files[name]) : '')
  const styles = shownByStyles(textOf('xl/styles.xml'))
  for (const name of Object.keys(files)) {
    if (!name.startsWith('xl/worksheets/')) continue
    const sheet = textOf(name)
    if (cellsOf(sheet) > MOST_CELLS) throw new TooLarge()
    files[name] = strToU8(withShownCells(sheet, styles))
  }
  return { archive: Buffer.from(zipSync(files, { level: 0 })), sheets: shownSheets(textOf('xl/workbook.xml')) }
}

/** Returns how many cells a sheet would have in memory: its rows, each as wide as the last column that has a value. */
function cellsOf(sheet: string): number {
  let widest = 0
  for (const [, letters = ''] of sheet.matchAll(/<c\s(?:[^>]*\s)?r="([A-Z]+)\d+"[^>]*(?<!\/)>/g)) {
    if (letters.length > 3) return Infinity
    widest = Math.max(
      widest,
      Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0),
    )
  }
  return widest * (sheet.match(/<row\b/g)?.length ?? 0)
}

/** Returns a cell of a spreadsheet. Days and yes or no become texts. */
function excelCell(value: unknown): Cell {
  if (typeof value === 'number') return value
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'string' ? unguarded(value) : ''
}
