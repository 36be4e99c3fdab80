/** Reads the rows of a file, whatever its form: JSON, CSV or Excel. Every cell becomes a text, but for the numbers of a spreadsheet. */
import { unzipSync, zipSync } from 'fflate'
import { fileTypeFromBuffer } from 'file-type'
import { readSheet } from 'read-excel-file/node'
import { parseCsv } from '#features/purchases/server/file-readers/csv.ts'
import { textOfBytes } from '#features/purchases/server/file-readers/text-of-bytes.ts'
import { unguarded } from '#kernel/csv-guard.ts'
import { refuse } from '#kernel/refusal.ts'
import { knownColumns } from '../../domain/columns.ts'
import { MOST_COLUMNS, MOST_FILE_BYTES, MOST_ROWS } from '../../domain/contract.ts'
import type { FileLine } from '../../domain/items.ts'
import { type Cell, cellText } from '../../domain/read-cells.ts'
import type { Target } from '../../domain/targets.ts'

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

/** Returns the headings and rows of a file. Refuses a file that cannot be read, with the reason. */
export async function readRows(target: Target, content: Buffer): Promise<FileRows> {
  if (content.length === 0) refuse('refused', 'import.file-empty')
  if (content.length > MOST_FILE_BYTES)
    refuse('refused', 'import.file-too-large', { most: MOST_FILE_BYTES / 1_000_000 })
  const kind = await fileTypeFromBuffer(content)
  const read = kind?.ext === 'xlsx' || kind?.ext === 'zip' ? await readExcel(content) : await readText(target, content)
  return demandSize({
    ...read,
    rows: read.rows.filter(({ cells }) => cells.some((cell) => cellText(cell).trim() !== '')),
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
    if (cells.slice(headings.length).some((cell) => cellText(cell).trim() !== ''))
      refuse('refused', 'import.file-more-cells', { line, columns: headings.length })
  }
  return file
}

async function readText(target: Target, content: Buffer): Promise<FileRows> {
  const { text, problem } = await textOfBytes(content, MOST_FILE_BYTES)
  if (problem) return refuse('refused', `import.file-${problem.code}`, { ...problem.details })
  return /^\s*[[{"]/.test(text) && !text.trimStart().startsWith('"') ? readJson(target, text) : readCsv(target, text)
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

function readCsv(target: Target, text: string): FileRows {
  const parsed = parseCsv(text, MOST_ROWS + 2, ([first]) =>
    first === undefined ? 0 : 1000 * knownColumns(target, first.cells) + Math.min(first.cells.length, 999),
  )
  if (parsed.problem !== undefined)
    return refuse('refused', `import.file-${parsed.problem.code}`, {
      ...parsed.problem.details,
      line: parsed.problem.line ?? 1,
    })
  const [first, ...rows] = parsed.rows
  return {
    form: 'csv',
    headings: headingsOf(first?.cells ?? []),
    rows: rows.map(({ line, cells }) => ({ line, cells: cells.map(unguarded) })),
  }
}

/** Returns the headings without the empty columns at their end. */
function headingsOf(cells: readonly Cell[]): string[] {
  const texts = cells.map((cell) => cellText(cell).trim())
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1).map((text) => text.slice(0, 200))
}

/** Reads the first sheet. Of a cell with a formula it takes the value that was computed when the file was saved. */
async function readExcel(content: Buffer): Promise<FileRows> {
  let table: readonly (readonly unknown[])[]
  try {
    table = await readSheet(Buffer.from(bounded(content)))
  } catch (error) {
    if (error instanceof TooLarge)
      return refuse('refused', 'import.file-too-large', { most: MOST_FILE_BYTES / 1_000_000 })
    return refuse('refused', 'import.file-excel')
  }
  const all = table.map((cells) => Array.from(cells, excelCell))
  const first = all.findIndex((cells) => cells.some((cell) => cellText(cell).trim() !== ''))
  if (first < 0) return refuse('refused', 'import.file-no-rows')
  const rows = all.slice(first + 1).map((cells, index): FileLine => ({ line: first + index + 2, cells }))
  return { form: 'excel', headings: headingsOf(all[first] ?? []), rows }
}

class TooLarge extends Error {}

/**
 * Returns the same archive without compression. It is unpacked into buffers of the sizes that its directory names, whose sum is bounded.
 * So a small file that would fill the memory is refused before the sheet is read.
 */
function bounded(content: Buffer): Uint8Array {
  let size = 0
  const files = unzipSync(content, {
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$/i.test(name)) return false
      size += originalSize
      if (size > MOST_UNPACKED) throw new TooLarge()
      return true
    },
  })
  for (const [name, content] of Object.entries(files))
    if (name.startsWith('xl/worksheets/') && cellsOf(Buffer.from(content).toString('latin1')) > MOST_CELLS)
      throw new TooLarge()
  return zipSync(files, { level: 0 })
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
