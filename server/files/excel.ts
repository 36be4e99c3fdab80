/** Reads the sheets of an Excel file. A cell has the value that a person sees in it. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { unguarded } from '#kernel/csv-guard.ts'
import { type Cell, type FileLine, isFilled } from '#kernel/import/cells.ts'
import { attribute, shownByStyles, withShownCells } from './shown-cells.ts'

/** The contents of an Excel file together, unpacked. A file of 20,000 rows has less than half of it. */
const MOST_UNPACKED = 200_000_000
/** The cells of a sheet with its empty ones. One value in a far column would otherwise fill the memory. */
const MOST_CELLS = 10_000_000

type Sheet = { readonly place: number; readonly name: string }
/** A sheet with its rows that are not empty. Its place counts from 1. */
export type FilledSheet = Sheet & { readonly rows: readonly FileLine[] }

export type ParsedExcel =
  | { readonly sheets: readonly FilledSheet[]; readonly problem?: undefined }
  | { readonly sheets?: undefined; readonly problem: 'too-large' | 'damaged' }

/**
 * Returns the sheet at the place that a person named, or if it has no rows or is hidden, all sheets that are not hidden and have rows. Of a
 * cell with a formula it takes the value that was computed when the file was saved. `most` is the largest size of its contents in bytes.
 */
export async function parseExcel(
  content: Buffer,
  { named, most = MOST_UNPACKED }: { readonly named?: number | undefined; readonly most?: number } = {},
): Promise<ParsedExcel> {
  try {
    const { archive, sheets } = bounded(content, most)
    const chosen = await filledAmong(
      archive,
      sheets.filter(({ place }) => place === named),
    )
    return { sheets: chosen.length > 0 ? chosen : await filledAmong(archive, sheets) }
  } catch (error) {
    return { problem: error instanceof TooLarge ? 'too-large' : 'damaged' }
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
function bounded(content: Buffer, most: number): { archive: Buffer; sheets: Sheet[] } {
  let size = 0
  const files = unzipSync(content, {
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$/i.test(name)) return false
      size += originalSize
      if (size > most) throw new TooLarge()
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
