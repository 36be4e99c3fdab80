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

/** Returns the decimal sign that a number with these signs must have, if it has not two readings; null for any other text. */
function certainSign(cell: string, signs: readonly string[]): DecimalSign | null {
  if (cell.length > LONGEST_NUMBER || !NUMBER.test(plainDecimal(cell) ?? '')) return null
  // several equal signs without another one group the digits
  const last = signs.at(-1)
  const groups = signs.length > 1 && signs.every((sign) => sign === last)
  return (last === ',') === groups ? '.' : ','
}

/** Returns what the cells of a column say together. */
export function signsOf(cells: Iterable<string>): ColumnSigns {
  let [comma, point] = [false, false]
  let unclear: string | null = null
  for (const cell of cells) {
    const signs = cell.match(/[.,]/g)
    if (!signs) continue
    if (unclearSignOf(cell) !== null) {
      unclear ??= cell.trim()
      continue
    }
    const sign = certainSign(cell, signs)
    comma ||= sign === ','
    point ||= sign === '.'
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

/** Returns `signOfColumn` of each of several columns. Columns without numbers are null, and stay so. */
export const signsAmong = (columns: readonly (ColumnSigns | null)[]): (DecimalSign | null)[] =>
  columns.map((own, at) => {
    if (own === null) return null
    const others = columns.flatMap((other, place) => (other === null || place === at ? [] : [other]))
    return signOfColumn(own, others)
  })
