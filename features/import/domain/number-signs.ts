/** Finds with which decimal sign the numbers of each column of a file are read, and which columns do not say it. */
import { type ColumnSigns, signsAmong, signsOf } from '#kernel/import/decimal-sign.ts'
import type { DecimalSign } from '#kernel/money.ts'
import type { Columns } from './columns.ts'
import type { FileLine } from '#kernel/import/cells.ts'
import { FIELDS, type Target } from './targets.ts'

/** The decimal sign of each column; null where no number needs one. */
export type Signs = readonly (DecimalSign | null)[]

/** What a file is, as far as its numbers depend on it. */
type NumberFile = {
  readonly target: Target
  readonly form: 'json' | 'csv' | 'excel'
  readonly columns: Columns
  /** What the cells of each column say. */
  readonly cells: readonly ColumnSigns[]
}

/**
 * Returns what the cells of each of `width` columns say; columns of which `isRead` is false say nothing. A cell that is a number of a spreadsheet
 * has one meaning, and says nothing of texts.
 */
export const signsOfColumns = (
  width: number,
  lines: readonly FileLine[],
  isRead: (at: number) => boolean = () => true,
): ColumnSigns[] =>
  Array.from({ length: width }, (_, at) =>
    signsOf(isRead(at) ? lines.flatMap(({ cells }) => (typeof cells[at] === 'string' ? [cells[at]] : [])) : []),
  )

/** Reports whether a column that contains a field has numbers. */
export const isNumber = (target: Target, name: string | null | undefined): boolean =>
  FIELDS[target].some((field) => field.name === name && field.reads.as === 'decimal')

/**
 * Returns the decimal sign of each column: the answer of a person, or else what the column says, or else the other columns of numbers. Programs
 * write JSON, so it has points.
 */
export function signsOfFile({ target, form, columns, cells }: NumberFile, answers: Signs): Signs {
  if (form === 'json') return columns.map(() => '.')
  const numbers = columns.map((name, at) => (isNumber(target, name) ? (cells[at] ?? null) : null))
  return signsAmong(numbers).map((sign, at) => (numbers[at] ? (answers[at] ?? sign) : null))
}

/** A column with numbers of two readings: its place, the first of them, and its decimal sign; null if a person must choose it. */
export type UnclearColumn = { readonly at: number; readonly text: string; readonly sign: DecimalSign | null }

/** Returns the columns with numbers of two readings. */
export function unclearColumns(file: NumberFile, answers: Signs): UnclearColumn[] {
  if (file.form === 'json') return []
  const signs = signsOfFile(file, answers)
  return file.columns.flatMap((name, at) => {
    const text = isNumber(file.target, name) ? (file.cells[at]?.unclear ?? null) : null
    return text === null ? [] : [{ at, text, sign: signs[at] ?? null }]
  })
}
