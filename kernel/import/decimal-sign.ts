/** Finds the decimal sign of the numbers in the columns of a file, because one cell such as `1.500` does not say it. */
import { type DecimalSign, plainDecimal, unclearSignOf } from '../money.ts'

/** What the cells of a column say about their decimal sign. */
export type ColumnSigns = {
  /** Reports whether a cell can only have a decimal comma, or only a decimal point. */
  readonly comma: boolean
  readonly point: boolean
  /** The first cell with two readings; null if there is none. */
  readonly unclear: string | null
}

/** A longer cell is no number. */
const LONGEST_NUMBER = 30
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/

/** Returns the decimal sign that a number must have; null for one without signs, with two readings, and for any other text. */
function certainSign(cell: string): DecimalSign | null {
  const signs = cell.match(/[.,]/g) ?? []
  const last = signs.at(-1)
  if (last === undefined || cell.length > LONGEST_NUMBER || unclearSignOf(cell) !== null) return null
  if (!NUMBER.test(plainDecimal(cell) ?? '')) return null
  // several equal signs without another one group the digits
  const groups = signs.length > 1 && signs.every((sign) => sign === last)
  return (last === ',') === groups ? '.' : ','
}

/** Returns what the cells of a column say together. */
export function signsOf(cells: Iterable<string>): ColumnSigns {
  let [comma, point] = [false, false]
  let unclear: string | null = null
  for (const cell of cells) {
    const sign = certainSign(cell)
    comma ||= sign === ','
    point ||= sign === '.'
    if (unclear === null && unclearSignOf(cell) !== null) unclear = cell.trim()
  }
  return { comma, point, unclear }
}

const signAmong = (columns: readonly ColumnSigns[]): DecimalSign | null => {
  const [comma, point] = [columns.some((column) => column.comma), columns.some((column) => column.point)]
  return comma === point ? null : comma ? ',' : '.'
}

/**
 * Returns the decimal sign of the numbers with two readings in a column: that of its other numbers, or else that of the other columns. Null if
 * they do not say it, or say both.
 */
export const signOfColumn = (own: ColumnSigns, others: readonly ColumnSigns[]): DecimalSign | null =>
  own.comma || own.point ? signAmong([own]) : signAmong(others)
