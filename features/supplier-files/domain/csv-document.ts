/** Reads an invoice from the rows of a provider's CSV file. */
import { type Day, parseDay } from '#kernel/day.ts'
import type { CsvRow } from '#kernel/import/cells.ts'
import { signsAmong, signsOf } from '#kernel/import/decimal-sign.ts'
import {
  type Cents,
  cents,
  type DecimalSign,
  discountedTotal,
  LIMITS,
  PLACES,
  plainDecimal,
  quantity,
  type Rate,
  rate,
  roundDecimal,
  toDecimal,
  unclearSignOf,
  type UnitPrice,
  unitPrice,
} from '#kernel/money.ts'
import { type Column, columnOf, DOCUMENT_COLUMNS, type DocumentColumn, totalOf } from './csv-headings.ts'
import { type FileProblem, problem } from '#kernel/import/file-problem.ts'
import {
  type FileDocument,
  type FileLine,
  type FileReading,
  isNearNet,
  MOST_PROBLEMS,
  refusedFor,
  saysNoPrice,
} from './document.ts'

/** The headings stand in one of the first rows; the rows before them may name the provider, the number and the day. */
const MOST_ROWS_ABOVE = 20

/** A row of headings has at least this many known ones. */
const LEAST_HEADINGS = 2

type Headings = { readonly at: number; readonly columns: readonly (Column | null)[] }

/** Returns the row with the most known headings among the first rows; null if none names goods and an amount. */
function findHeadings(rows: readonly CsvRow[]): Headings | null {
  let best: Headings | null = null
  let most = LEAST_HEADINGS - 1
  for (const [at, { cells }] of rows.slice(0, MOST_ROWS_ABOVE + 1).entries()) {
    const columns = cells.map((cell) => columnOf(cell))
    const known = new Set(columns.filter((column) => column !== null)).size
    if (known > most) {
      best = { at, columns }
      most = known
    }
  }
  return best
}

/** Returns how many headings of the file are known, to compare the ways of separating its columns. */
export const knownHeadings = (rows: readonly CsvRow[]): number =>
  new Set(findHeadings(rows)?.columns.filter((column) => column !== null)).size

/** Reads the document, or says why it is refused. `answer` is what a person said of the decimal sign of its numbers. */
export function readCsvDocument(rows: readonly CsvRow[], answer: DecimalSign | null = null): FileReading {
  const headings = findHeadings(rows)
  if (!headings) return refusedFor('headings')
  const has = (column: Column) => headings.columns.includes(column)
  const twice = headings.columns.find((column, index) => column && headings.columns.indexOf(column) !== index)
  if (twice)
    return refusedFor(
      'heading-twice',
      { heading: rows[headings.at]?.cells[headings.columns.lastIndexOf(twice)] ?? '' },
      rows[headings.at]?.line,
    )
  const missing =
    !has('name') && !has('code')
      ? 'name'
      : !has('quantity')
        ? 'quantity'
        : !has('price') && !has('net')
          ? 'price'
          : null
  if (missing) return refusedFor(`no-${missing}-column`, {}, rows[headings.at]?.line)
  const problems: FileProblem[] = []
  const table = rows.slice(headings.at + 1)
  const signs = signsOfNumbers(headings, table)
  const unclear = answer === null && unclearNumber(headings, table, signs)
  if (unclear) return refusedFor('sign', { text: unclear.text }, unclear.line)
  const read = readerOf(headings, (column) => answer ?? signs.get(column) ?? null, problems)
  const totals: { net: Cents | null; vat: Cents | null; gross: Cents | null } = { net: null, vat: null, gross: null }
  const lines: FileLine[] = []
  const goods: CsvRow[] = []
  for (const row of table) {
    if (row.cells.every((cell) => cell.trim() === '')) continue
    const total = read.totalIn(row)
    if (total) totals[total.kind] = total.amount
    else {
      lines.push(read.lineIn(row))
      goods.push(row)
    }
    if (problems.length >= MOST_PROBLEMS) break
  }
  const about = readAbout(rows.slice(0, headings.at), headings, goods, problems)
  return problems.length > 0 ? { problems } : { document: { form: 'csv', ...about, lines, totals } }
}

/** The columns with numbers, and where the amount of a row of totals stands. */
const NUMBERS = ['quantity', 'price', 'discount', 'vat', 'net', 'vatAmount'] as const

/** Returns the decimal sign of each column of numbers: what its cells say, or else the other columns; null if neither does. */
function signsOfNumbers({ columns }: Headings, rows: readonly CsvRow[]): Map<Column, DecimalSign | null> {
  const said = NUMBERS.flatMap((column) => {
    const at = columns.indexOf(column)
    return at < 0 ? [] : [{ column, signs: signsOf(rows.map(({ cells }) => cells[at] ?? '')) }]
  })
  const signs = signsAmong(said.map((one) => one.signs))
  return new Map(said.map(({ column }, at) => [column, signs[at] ?? null]))
}

/** Returns the first number with two readings of which no column says the decimal sign; null if there is none. */
function unclearNumber(
  { columns }: Headings,
  rows: readonly CsvRow[],
  signs: ReadonlyMap<Column, DecimalSign | null>,
): { readonly line: number; readonly text: string } | null {
  for (const { line, cells } of rows)
    for (const [at, column] of columns.entries()) {
      const text = (cells[at] ?? '').trim()
      if (column !== null && signs.get(column) === null && unclearSignOf(text) !== null) return { line, text }
    }
  return null
}

/** A number may have so many more decimals than are kept. */
const MOST_ROUNDED = 4

/** Returns functions that read the rows below the headings and collect what is wrong with them. */
function readerOf(headings: Headings, signOf: (column: Column) => DecimalSign | null, problems: FileProblem[]) {
  const cell = ({ cells }: CsvRow, column: Column): string => {
    const at = headings.columns.indexOf(column)
    return at < 0 ? '' : (cells[at] ?? '').trim()
  }
  /** Returns a number scaled to `places`, rounded if it has more decimals; null for an empty cell or no number. */
  const parse = (written: string, places: number, column: Column): number | null => {
    const plain = plainDecimal(written, signOf(column))
    return plain === null || (plain.split('.')[1]?.length ?? 0) > places + MOST_ROUNDED
      ? null
      : roundDecimal(plain, places)
  }
  const number = (row: CsvRow, column: Column, places: number, limit: number, least = -limit): number | null => {
    const written = cell(row, column)
    if (written === '') return null
    const value = parse(written, places, column)
    if (value !== null && value >= least && value <= limit) return value
    problems.push(problem('number', { text: written.slice(0, 40) }, row.line))
    return null
  }
  return {
    /** Returns the amount of a row of totals; null for a row of goods. */
    totalIn(row: CsvRow): { kind: 'net' | 'vat' | 'gross'; amount: Cents } | null {
      if (cell(row, 'quantity') !== '' && cell(row, 'code') !== '') return null
      const filled = row.cells.map((one) => one.trim()).filter((one) => one !== '')
      const kind = totalOf(filled[0] ?? '')
      if (!kind || cell(row, 'price') !== '') return null
      const amount = parse(filled.at(-1) ?? '', PLACES.cents, 'net')
      if (amount === null || filled.length < 2 || Math.abs(amount) > LIMITS.cents) return null
      return { kind, amount: cents(amount) }
    },
    lineIn(row: CsvRow): FileLine {
      const { line, cells } = row
      if (cells.slice(headings.columns.length).some((one) => one.trim() !== ''))
        problems.push(problem('columns', {}, line))
      const written = {
        quantity: number(row, 'quantity', PLACES.quantity, LIMITS.quantity),
        price: number(row, 'price', PLACES.unitPrice, LIMITS.unitPrice),
        discount: number(row, 'discount', PLACES.rate, 100_00, 0),
        vat: number(row, 'vat', PLACES.rate, 100_00, 0),
        net: number(row, 'net', PLACES.cents, LIMITS.cents),
      }
      if (cell(row, 'quantity') === '') problems.push(problem('no-quantity', {}, line))
      const amounts = amountsOf(written, cell(row, 'price'), line, problems)
      const name = cell(row, 'name')
      const code = cell(row, 'code')
      if (name === '' && code === '') problems.push(problem('no-name', {}, line))
      return {
        line,
        code,
        barcode: cell(row, 'barcode'),
        buyerCode: cell(row, 'buyerCode'),
        name,
        quantity: quantity(written.quantity ?? 0),
        unit: cell(row, 'unit'),
        vat: written.vat === null ? null : rate(written.vat),
        ...amounts,
      }
    },
  }
}

/** Numbers of a line as they are written, scaled; null for an empty cell. */
type WrittenLine = Readonly<Record<'quantity' | 'price' | 'discount' | 'net', number | null>>

/** Returns price, discount and net amount of a line. The written amount counts where the price is rounded. */
function amountsOf(
  written: WrittenLine,
  writtenPrice: string,
  line: number,
  problems: FileProblem[],
): Pick<FileLine, 'unitPrice' | 'discount' | 'net'> {
  const discount: Rate | null = written.discount ? rate(written.discount) : null
  const price: UnitPrice | null = written.price === null ? null : unitPrice(written.price)
  const writtenNet = written.net === null ? null : cents(written.net)
  if (price === null || saysNoPrice(price, writtenNet)) {
    if (written.net === null && problems.length === 0) problems.push(problem('no-price', {}, line))
    return { unitPrice: null, discount: null, net: writtenNet ?? cents(0) }
  }
  const count = quantity(written.quantity ?? 0)
  const computed = discountedTotal(count, price, discount ?? rate(0))
  const net = writtenNet ?? computed
  // a missing quantity is a problem of its own
  if (written.quantity !== null && !isNearNet(net, computed, count, writtenPrice))
    problems.push(
      problem('line-net', { element: 'net', text: toDecimal(net, 2), computed: toDecimal(computed, 2) }, line),
    )
  return { unitPrice: price, discount, net }
}

type About = Pick<FileDocument, 'provider' | 'buyerVat' | 'number' | 'date'>

/** Returns what the file says about the whole document: in columns that repeat it in every row, or in rows above the table. */
function readAbout(
  above: readonly CsvRow[],
  headings: Headings,
  lines: readonly CsvRow[],
  problems: FileProblem[],
): About {
  const found: Partial<Record<DocumentColumn, string>> = {}
  for (const { cells } of above) {
    const filled = cells.map((one) => one.trim()).filter((one) => one !== '')
    for (const [index, label] of filled.entries()) {
      const column = DOCUMENT_COLUMNS.find((one) => one === columnOf(label))
      if (column) found[column] ??= filled[index + 1] ?? ''
    }
  }
  for (const column of DOCUMENT_COLUMNS) {
    const at = headings.columns.indexOf(column)
    if (at < 0) continue
    for (const { cells, line } of lines) {
      const value = (cells[at] ?? '').trim()
      if (value === '') continue
      if (found[column] && found[column] !== value) {
        problems.push(
          problem(column === 'number' ? 'several-documents' : 'differs', { first: found[column], second: value }, line),
        )
        break
      }
      found[column] = value
    }
  }
  if (found.currency && !/^(EUR|€|EURO|ΕΥΡΩ)$/iu.test(found.currency))
    problems.push(problem('currency', { currency: found.currency.slice(0, 10) }))
  const date: Day | null = found.date ? parseDay(found.date.slice(0, 10)) : null
  if (found.date && date === null)
    problems.push(problem('element-day', { element: 'date', text: found.date.slice(0, 40) }))
  return {
    provider: { vat: found.providerVat ?? '', name: found.providerName ?? '' },
    buyerVat: found.buyerVat ?? '',
    number: found.number ?? '',
    date,
  }
}
