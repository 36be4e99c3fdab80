/** Reads the movements of an account from the rows of a bank's CSV file. */
import { parseDay } from '#kernel/day.ts'
import { signOfColumn, signsOf } from '#kernel/import/decimal-sign.ts'
import {
  type Cents,
  cents,
  type DecimalSign,
  LIMITS,
  parseDecimal,
  PLACES,
  subtractCents,
  unclearSignOf,
  ZERO_CENTS,
} from '#kernel/money.ts'
import { plainIban } from '#kernel/settings/checks.ts'
import {
  areEnough,
  type BankLine,
  type CsvColumn,
  csvColumnOf,
  headingKey,
  MOST_COLUMNS,
  MOST_STATEMENT_LINES,
  type StatementProblem,
  type StatementReading,
} from './bank-line.ts'

/** A row of the file with the number of its line. */
export type StatementRow = { readonly line: number; readonly cells: readonly string[] }

/** What a person said about the columns: now, of the file whose headings are on a line, or earlier, of files with these headings. */
export type Layout = { readonly columns: readonly (CsvColumn | null)[] } & (
  | { readonly headings: readonly string[] }
  | { readonly line: number }
)

/** The headings stand in one of the first rows; the rows before them name the account and the period. */
const MOST_ROWS_ABOVE = 20
/** The page that asks for the columns shows so many rows. */
const MOST_EXAMPLES = 3

type Headings = { readonly at: number; readonly columns: readonly (CsvColumn | null)[] }

/** Reports whether a row has the headings of a layout. */
const isOf = ({ line, cells }: StatementRow, layout: Layout): boolean =>
  cells.length === layout.columns.length &&
  ('line' in layout
    ? line === layout.line
    : cells.every((heading, at) => headingKey(heading) === headingKey(layout.headings[at] ?? '')))

/** Returns the row of the headings: that of a known layout, or else the one with the most known headings. */
function findHeadings(rows: readonly StatementRow[], layout: Layout | null): Headings | null {
  let best: Headings | null = null
  let most = 0
  for (const [at, row] of rows.slice(0, MOST_ROWS_ABOVE + 1).entries()) {
    if (layout && isOf(row, layout)) return { at, columns: layout.columns }
    const columns = row.cells.map((cell) => csvColumnOf(cell))
    const known = new Set(columns.filter((column) => column !== null)).size
    if (known > most) {
      best = { at, columns }
      most = known
    }
  }
  return best
}

/** Returns how many headings are known, to compare the ways of separating columns. Without any, the widest rows count. */
export const ratedRows =
  (layout: Layout | null) =>
  (rows: readonly StatementRow[]): number => {
    const found = findHeadings(rows, layout)
    const width = Math.max(0, ...rows.slice(0, MOST_ROWS_ABOVE).map(({ cells }) => cells.length))
    return (found?.columns.filter((column) => column !== null).length ?? 0) * 100 + Math.min(width, 99)
  }

/** Returns the row that is most likely the headings of a file in which none is known: the first of the widest rows. */
function guessedHeadings(rows: readonly StatementRow[]): Headings {
  const first = rows.slice(0, MOST_ROWS_ABOVE + 1)
  const width = Math.max(...first.map(({ cells }) => cells.length))
  const at = first.findIndex(({ cells }) => cells.length === width)
  return { at, columns: (first[at]?.cells ?? []).map(() => null) }
}

const shortOf = (cell: string): string => cell.slice(0, 100).toWellFormed()

/** Returns the refusal that asks for the columns, with the line of the headings, what is known of them, and the first rows. */
function askColumns(rows: readonly StatementRow[], { at, columns }: Headings): StatementReading {
  const { line = 1, cells = [] } = rows[at] ?? {}
  if (columns.length > MOST_COLUMNS)
    return { problem: { code: 'too-many-columns', details: { line, number: columns.length, most: MOST_COLUMNS } } }
  const examples = rows.slice(at + 1, at + 1 + MOST_EXAMPLES).map((row) => row.cells.map(shortOf))
  return { problem: { code: 'columns', details: { line, headings: cells.map(shortOf), columns, examples } } }
}

/**
 * Reads the lines, or says why the file is refused. `layout` is what a person said about files with its headings, and `answer` what they said
 * of the decimal sign.
 */
export function readCsvStatement(
  rows: readonly StatementRow[],
  layout: Layout | null,
  answer?: DecimalSign,
): StatementReading {
  if (rows.length === 0) return { problem: { code: 'no-lines' } }
  const headings = findHeadings(rows, layout) ?? guessedHeadings(rows)
  if (!areEnough(headings.columns)) return askColumns(rows, headings)
  const table = rows.slice(headings.at + 1).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (table.length > MOST_STATEMENT_LINES)
    return { problem: { code: 'too-many', details: { most: MOST_STATEMENT_LINES } } }
  const sign = answer ?? signOfAmounts(table, headings.columns)
  if (typeof sign === 'object' && sign !== null) return { problem: sign }
  const lines: BankLine[] = []
  for (const row of table) {
    const read = readRow(row, headings.columns, sign)
    if ('code' in read) return { problem: read }
    if (read.line) lines.push(read.line)
  }
  return lines.length === 0
    ? { problem: { code: 'no-lines' } }
    : { statement: { form: 'csv', iban: '', lines, headings: rows[headings.at]?.cells ?? [] } }
}

/**
 * Returns the decimal sign of the amounts, or null if none needs it. Columns that are not read, such as the balance, say it where the amounts do
 * not. Returns a problem that asks for it if an amount has two readings and nothing says which.
 */
function signOfAmounts(
  rows: readonly StatementRow[],
  columns: readonly (CsvColumn | null)[],
): DecimalSign | null | StatementProblem {
  const cellsOf = (wanted: (column: CsvColumn | null) => boolean) =>
    rows.flatMap(({ line, cells }) =>
      columns.flatMap((column, at) => (wanted(column) ? [{ line, text: plainAmount(cells[at] ?? '') }] : [])),
    )
  const amounts = cellsOf((column) => column === 'amount' || column === 'credit' || column === 'debit')
  const own = signsOf(amounts.map(({ text }) => text))
  const sign = signOfColumn(own, [signsOf(cellsOf((column) => column === null).map(({ text }) => text))])
  const unclear = amounts.find(({ text }) => unclearSignOf(text) !== null)
  return sign === null && unclear ? { code: 'sign', details: unclear } : sign
}

/** Reads one row. A row without day and amount, such as one of totals, is no line. */
function readRow(
  { line, cells }: StatementRow,
  columns: readonly (CsvColumn | null)[],
  sign: DecimalSign | null,
): StatementProblem | { readonly line: BankLine | null } {
  const cell = (column: CsvColumn): string => {
    const at = columns.indexOf(column)
    return at < 0 ? '' : (cells[at] ?? '').trim()
  }
  const written = { day: cell('day'), amount: cell('amount'), credit: cell('credit'), debit: cell('debit') }
  const isEmpty = written.amount === '' && written.credit === '' && written.debit === ''
  if (written.day === '' || isEmpty) return { line: null }
  const day = parseDay(written.day.slice(0, 10))
  if (day === null) return { code: 'day', details: { line, text: written.day.slice(0, 40) } }
  const parts = [written.amount, written.credit, written.debit].map((text) => amountIn(text, sign))
  const wrong = parts.indexOf(null)
  if (wrong >= 0)
    return {
      code: 'amount',
      details: { line, text: [written.amount, written.credit, written.debit][wrong]?.slice(0, 40) ?? '' },
    }
  const [plain = ZERO_CENTS, credit = ZERO_CENTS, debit = ZERO_CENTS] = parts as Cents[]
  const amount = written.amount === '' ? subtractCents(size(credit), size(debit)) : signed(plain, cell('sign'))
  if (amount === 0) return { line: null }
  return {
    line: {
      day,
      amount,
      name: cell('name').slice(0, 200),
      iban: plainIban(cell('iban')).slice(0, 50),
      text: cell('text').slice(0, 500),
      reference: cell('reference').slice(0, 100),
    },
  }
}

const size = (amount: Cents): Cents => (amount < 0 ? subtractCents(ZERO_CENTS, amount) : amount)

/** Returns the amount with the sign that a column of signs gives. Χ, D and a minus mean that money went out. */
function signed(amount: Cents, sign: string): Cents {
  const first = sign.toUpperCase().charAt(0)
  if (['Χ', 'X', 'D', '-'].includes(first)) return subtractCents(ZERO_CENTS, size(amount))
  return ['Π', 'C', '+'].includes(first) ? size(amount) : amount
}

/** Returns an amount in cents; zero for an empty cell, and null for no number. A minus may stand behind it. */
function amountIn(written: string, sign: DecimalSign | null): Cents | null {
  if (written === '') return ZERO_CENTS
  const value = parseDecimal(plainAmount(written), PLACES.cents, sign)
  return value === null || Math.abs(value) > LIMITS.cents ? null : cents(value)
}

/** Returns an amount without its currency and blanks, and with its sign before it. */
function plainAmount(written: string): string {
  const plain = written.replace(/[€\s]|EUR/gi, '')
  return /^\d[\d.,]*[+-]$/.test(plain) ? `${plain.slice(-1)}${plain.slice(0, -1)}` : plain
}
