/** The cells of a file. */

/** A cell of a file. A number of a spreadsheet stays one, because its text could have two readings. */
export type Cell = string | number

/** Returns a cell as text. Numbers have the 15 digits that a spreadsheet shows, without an exponent. */
export function cellText(cell: Cell | undefined): string {
  if (typeof cell !== 'number') return cell ?? ''
  const rounded = Number(cell.toPrecision(15))
  const text = String(rounded)
  if (!text.includes('e')) return text
  return Number.isInteger(rounded) ? BigInt(rounded).toString() : rounded.toFixed(10)
}

/** A row of a file with the number of its line. */
export type FileLine = { readonly line: number; readonly cells: readonly Cell[] }

/** A row of a CSV file with the number of its line. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] }

/** Reports whether one of the cells has more than blanks. */
export const isFilled = (cells: readonly Cell[]): boolean => cells.some((cell) => cellText(cell).trim() !== '')
