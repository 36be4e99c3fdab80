/** Reads the movements of an account from the rows of a bank's CSV or Excel file. */
import { parseDay } from '#kernel/day.ts'
import { type Cell, cellText, type FileLine, isFilled } from '#kernel/import/cells.ts'
import { signOfColumn, signsOf } from '#kernel/import/decimal-sign.ts'
import { totalsWord } from '#kernel/import/totals-row.ts'
import {
  type Cents,
  cents,
  type DecimalSign,
  LIMITS,
  parseDecimal,
  PLACES,
  scaleDecimal,
  subtractCents,
  unclearSignOf,
  ZERO_CENTS,
} from '#kernel/money.ts'
import { plainIban } from '#kernel/settings/checks.ts'
import {
  areEnough,
  type BankColumn,
  bankColumnOf,
  type BankLine,
  headingKey,
  type LeftOut,
  MOST_COLUMNS,
  MOST_STATEMENT_LINES,
  type StatementProblem,
  type StatementReading,
} from './bank-line.ts'

/** What a person said about the columns: now, of the file whose headings are on a line, or earlier, of files with these headings. */
export type Layout = { readonly columns: readonly (BankColumn | null)[] } & (
  | { readonly headings: readonly string[] }
  | { readonly line: number }
)

/** The headings stand in one of the first rows; the rows before them name the account and the period. */
const MOST_ROWS_ABOVE = 20
/** The page that asks for the columns shows so many rows. */
const MOST_EXAMPLES = 3

type Headings = { readonly at: number; readonly columns: readonly (BankColumn | null)[] }

/** Reports whether a row has the headings of a layout. */
const isOf = ({ line, cells }: FileLine, layout: Layout): boolean =>
  cells.length === layout.columns.length &&
  ('line' in layout
    ? line === layout.line
    : cells.every((heading, at) => headingKey(cellText(heading)) === headingKey(layout.headings[at] ?? '')))

/** Returns the row of the headings: that of a known layout, or else the one with the most known headings. */
function findHeadings(rows: readonly FileLine[], layout: Layout | null): Headings | null {
  let best: Headings | null = null
  let most = 0
  for (const [at, row] of rows.slice(0, MOST_ROWS_ABOVE + 1).entries()) {
    if (layout && isOf(row, layout)) return { at, columns: layout.columns }
    const columns = row.cells.map((cell) => bankColumnOf(cellText(cell)))
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
  (rows: readonly FileLine[]): number => {
    const found = findHeadings(rows, layout)
    const width = Math.max(0, ...rows.slice(0, MOST_ROWS_ABOVE).map(({ cells }) => cells.length))
    return (found?.columns.filter((column) => column !== null).length ?? 0) * 100 + Math.min(width, 99)
  }

/** Returns the row that is most likely the headings of a file in which none is known: the first of the widest rows. */
function guessedHeadings(rows: readonly FileLine[]): Headings {
  const first = rows.slice(0, MOST_ROWS_ABOVE + 1)
  const width = Math.max(...first.map(({ cells }) => cells.length))
  const at = first.findIndex(({ cells }) => cells.length === width)
  return { at, columns: (first[at]?.cells ?? []).map(() => null) }
}

const shortOf = (cell: Cell): string => cellText(cell).slice(0, 100).toWellFormed()

/** Returns the refusal that asks for the columns, with the line of the headings, what is known of them, and the first rows. */
function askColumns(rows: readonly FileLine[], { at, columns }: Headings): StatementReading {
  const { line = 1, cells = [] } = rows[at] ?? {}
  if (columns.length > MOST_COLUMNS)
    return { problem: { code: 'too-many-columns', details: { line, number: columns.length, most: MOST_COLUMNS } } }
  const examples = rows.slice(at + 1, at + 1 + MOST_EXAMPLES).map((row) => row.cells.map(shortOf))
  return { problem: { code: 'columns', details: { line, headings: cells.map(shortOf), columns, examples } } }
}

/** Reports whether the columns of a file are known. */
export const hasKnownColumns = (rows: readonly FileLine[], layout: Layout | null): boolean =>
  areEnough(findHeadings(rows, layout)?.columns ?? [])

/**
 * Reads the lines, or says why the file is refused. `layout` is what a person said about files with its headings, and `answer` what they said
 * of the decimal sign.
 */
export function readTable(
  form: 'csv' | 'excel',
  rows: readonly FileLine[],
  layout: Layout | null,
  answer?: DecimalSign,
): StatementReading {
  if (rows.length === 0) return { problem: { code: 'no-lines' } }
  const headings = findHeadings(rows, layout) ?? guessedHeadings(rows)
  if (!areEnough(headings.columns)) return askColumns(rows, headings)
  const table = rows.slice(headings.at + 1).filter(({ cells }) => isFilled(cells))
  if (table.length > MOST_STATEMENT_LINES)
    return { problem: { code: 'too-many', details: { most: MOST_STATEMENT_LINES } } }
  const sign = answer ?? signOfAmounts(table, headings.columns)
  if (typeof sign === 'object' && sign !== null) return { problem: sign }
  const lines: BankLine[] = []
  const leftOut: LeftOut[] = []
  for (const row of table) {
    const read = readRow(row, headings.columns, sign)
    if ('code' in read) return { problem: read }
    if (read.line) lines.push(read.line)
    if (read.leftOut) leftOut.push(read.leftOut)
  }
  return lines.length === 0
    ? { problem: { code: 'no-lines' } }
    : { statement: { form, iban: '', lines, leftOut, headings: (rows[headings.at]?.cells ?? []).map(cellText) } }
}

/**
 * Returns the decimal sign of the amounts, or null if none needs it. Columns that are not read, such as the balance, say it where the amounts do
 * not. Returns a problem that asks for it if an amount has two readings and nothing says which.
 */
function signOfAmounts(
  rows: readonly FileLine[],
  columns: readonly (BankColumn | null)[],
): DecimalSign | null | StatementProblem {
  const cellsOf = (wanted: (column: BankColumn | null) => boolean) =>
    rows.flatMap(({ line, cells }) =>
      columns.flatMap((column, at) => {
        const cell = cells[at]
        // the number of a spreadsheet has one reading, whatever its text looks like
        return wanted(column) && typeof cell === 'string' ? [{ line, text: plainAmount(cell) }] : []
      }),
    )
  const amounts = cellsOf((column) => column === 'amount' || column === 'credit' || column === 'debit')
  const own = signsOf(amounts.map(({ text }) => text))
  const sign = signOfColumn(own, [signsOf(cellsOf((column) => column === null).map(({ text }) => text))])
  const unclear = amounts.find(({ text }) => unclearSignOf(text) !== null)
  return sign === null && unclear ? { code: 'sign', details: unclear } : sign
}

type ReadRow = { readonly line?: BankLine; readonly leftOut?: LeftOut }

/** Reads one row. A row without an amount is nothing; one with an amount and without a day, such as one of totals, is left out and named. */
function readRow(
  { line, cells }: FileLine,
  columns: readonly (BankColumn | null)[],
  sign: DecimalSign | null,
): StatementProblem | ReadRow {
  const cellOf = (column: BankColumn): Cell => cells[columns.indexOf(column)] ?? ''
  const cell = (column: BankColumn): string => cellText(cellOf(column)).trim()
  const written = [cellOf('amount'), cellOf('credit'), cellOf('debit')]
  if (!isFilled(written)) return {}
  const day = parseDay(cell('day').slice(0, 10))
  const isTotal = day === null && totalsWord(cells) !== null
  if (isTotal || cell('day') === '') return { leftOut: { line, text: firstText(cells) } }
  if (day === null) return { code: 'day', details: { line, text: cell('day').slice(0, 40) } }
  const parts = written.map((one) => amountIn(one, sign))
  const wrong = parts.indexOf(null)
  if (wrong >= 0) return { code: 'amount', details: { line, text: cellText(written[wrong]).trim().slice(0, 40) } }
  const [plain = ZERO_CENTS, credit = ZERO_CENTS, debit = ZERO_CENTS] = parts as Cents[]
  const amount = cell('amount') === '' ? subtractCents(size(credit), size(debit)) : signed(plain, cell('sign'))
  if (amount === 0) return {}
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

/** Returns the first filled cell of a row, by which a person knows it. */
const firstText = (cells: readonly Cell[]): string => shortOf(cells.find((cell) => isFilled([cell])) ?? '')

const size = (amount: Cents): Cents => (amount < 0 ? subtractCents(ZERO_CENTS, amount) : amount)

/** Returns the amount with the sign that a column of signs gives. Χ, D and a minus mean that money went out. */
function signed(amount: Cents, sign: string): Cents {
  const first = sign.toUpperCase().charAt(0)
  if (['Χ', 'X', 'D', '-'].includes(first)) return subtractCents(ZERO_CENTS, size(amount))
  return ['Π', 'C', '+'].includes(first) ? size(amount) : amount
}

/** Returns an amount in cents; zero for an empty cell, and null for no number. A minus may stand behind it. */
function amountIn(cell: Cell, sign: DecimalSign | null): Cents | null {
  const written = cellText(cell)
  if (written.trim() === '') return ZERO_CENTS
  const value =
    typeof cell === 'number'
      ? scaleDecimal(written, PLACES.cents)
      : parseDecimal(plainAmount(written), PLACES.cents, sign)
  return value === null || Math.abs(value) > LIMITS.cents ? null : cents(value)
}

/** Returns an amount without its currency and blanks, and with its sign before it. */
function plainAmount(written: string): string {
  const plain = written.replace(/[€\s]|EUR/gi, '')
  return /^\d[\d.,]*[+-]$/.test(plain) ? `${plain.slice(-1)}${plain.slice(0, -1)}` : plain
}
