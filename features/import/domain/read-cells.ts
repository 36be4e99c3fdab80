/** Reads the cells of a row as values of the fields of a record. */
import { isCnCode, typedCode } from '#features/products/domain/codes/cn-code.ts'
import { fold } from '#kernel/fold.ts'
import { type Day, parseDay } from '#kernel/day.ts'
import { type DecimalSign, plainDecimal, roundDecimal } from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { hasWrongCheckDigit } from '#kernel/vat-number.ts'
import { type Cell, cellText } from '#kernel/import/cells.ts'
import { totalsWord } from '#kernel/import/totals-row.ts'
import { type Columns, headingKey } from './columns.ts'
import { answerTo, knownChoice, type Word } from './choice-words.ts'
import type { Reads } from './fields.ts'
import type { Signs } from './number-signs.ts'
import { FIELDS, OWN_FIELD, type Target } from './targets.ts'

/** A cell of a number as it was written, and its scaled value. */
export type ReadNumber = { readonly field: string; readonly text: string; readonly value: number }

/** The values of a row by the name of the field. Empty cells are left out. */
export type Values = Readonly<Record<string, unknown>>

export type ReadRow = {
  readonly values: Values
  /** The columns that are kept as fields of the company, by their heading. */
  readonly own: readonly { readonly name: string; readonly value: string }[]
  /** The numbers that were written with a decimal or grouping sign. */
  readonly numbers: readonly ReadNumber[]
  /** The cell that cannot be read, or null. */
  readonly problem: Refusal | null
}

/** Returns a value of a row as text; empty if there is none. */
export function textOf(values: Values, field: string): string {
  const value = values[field]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** Marks a cell that cannot be read. */
const WRONG = Symbol('wrong')

/** Returns a cell as a scaled whole number, rounded; null if it is no number. `sign` is the decimal sign of its column. */
export function readDecimal(cell: string, places: number, sign: DecimalSign | null): number | null {
  const plain = plainDecimal(cell, sign)
  return plain === null ? null : roundDecimal(plain, places)
}

/** Returns a code without the formula with which spreadsheets keep leading zeros: ="00123". */
const bareCode = (cell: string): string => /^="(.*)"$/s.exec(cell)?.[1]?.trim() ?? cell

/**
 * Returns a VAT number with the leading zeros that a spreadsheet has dropped. Only a number whose check digit is right with them is
 * completed.
 */
export function withLeadingZeros(cell: string): string {
  const bare = bareCode(cell)
  if (!/^\d{6,8}$/.test(bare)) return bare
  const complete = bare.padStart(9, '0')
  return hasWrongCheckDigit(complete) ? bare : complete
}

/** An error of a spreadsheet, or the mark of a formula without a stored value. */
const LOST = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|FORMULA!)/i

/** Returns a day, also one of eight digits such as 20261105 or 05112026; null if `cell` is none. No text is a day in both orders. */
function readDay(cell: string): Day | null {
  const day = cell.replace(/[T ]\d{2}:\d{2}.*$/, '')
  const digits = /^\d{8}$/.test(day)
  return digits
    ? (parseDay(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`) ??
        parseDay(`${day.slice(4)}-${day.slice(2, 4)}-${day.slice(0, 2)}`))
    : parseDay(day)
}

/** What stands behind a code of the list of TARIC that goods may have, and not only headings. */
const DECLARABLE = '80'

/**
 * Returns a code of goods without the mark of the list of TARIC behind ten digits. Headings of fewer digits, and lines of that list which goods
 * cannot have, are wrong. No zero is added to seven or nine digits: a spreadsheet may have dropped it at the beginning, or another digit is
 * missing, which would make the code of other goods.
 */
function readGoodsCode(cell: string): unknown {
  const code = typedCode(bareCode(cell)) ?? ''
  const plain = code.length === 12 && code.endsWith(DECLARABLE) ? code.slice(0, -DECLARABLE.length) : code
  return isCnCode(plain) ? plain : WRONG
}

const YES = ['1', 'true', 'yes', 'y', 'ναι', 'ν', 'x', '✓', 'on', 'αληθησ']
const NO = ['0', 'false', 'no', 'n', 'οχι', 'ο', 'off', 'ψευδησ']

function readJson(cell: string): unknown {
  try {
    return JSON.parse(cell) as unknown
  } catch {
    return WRONG
  }
}

function readList(cell: string): unknown {
  if (cell.startsWith('[')) return readJson(cell)
  return cell
    .split(/[;,|]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function readNumber(cell: string, reads: Extract<Reads, { as: 'decimal' }>, sign: DecimalSign | null): unknown {
  const value = readDecimal(cell, reads.places, sign)
  return value !== null && value >= reads.least && value <= reads.most ? value : WRONG
}

/** Returns the value of a filled cell, or `WRONG`. */
function readCell(cell: string, reads: Reads, sign: DecimalSign | null): unknown {
  switch (reads.as) {
    case 'text':
      return cell
    case 'code':
      // 5,2E+12 has lost its digits
      return /^\d+[.,]\d+e\+\d+$/i.test(cell) ? WRONG : bareCode(cell)
    case 'goods-code':
      return readGoodsCode(cell)
    case 'vat':
      return withLeadingZeros(cell)
    case 'day':
      return readDay(cell) ?? WRONG
    case 'flag':
      return YES.includes(fold(cell)) ? true : NO.includes(fold(cell)) ? false : WRONG
    case 'list':
      return readList(cell)
    case 'json':
      return readJson(cell)
    case 'id':
      return /^[1-9]\d{0,11}$/.test(cell) ? Number(cell) : WRONG
    case 'salesperson':
      return /^\d{1,12}$/.test(cell) ? Number(cell) : cell
    case 'decimal':
      return readNumber(cell, reads, sign)
    case 'choice':
      return knownChoice(reads.choices, cell) ?? WRONG
  }
}

/** What databases write for a value that is not there. */
const NULLS = ['NULL', '\\N']

/** The headings under which the own export names products by their number. */
const NUMBERS_OF_PRODUCTS = ['productid', 'materialid']

/** Returns the number of a product as a recipe names it, so that no SKU is meant. */
const productNumber = (value: unknown): string => `#${String(value)}`

/** Returns the values of a row. The first cell that cannot be read refuses the row. */
export function readRow(
  target: Target,
  file: {
    readonly headings: readonly string[]
    readonly columns: Columns
    readonly signs: Signs
    readonly words?: readonly Word[]
  },
  cells: readonly Cell[],
): ReadRow {
  const { headings, columns, signs, words = [] } = file
  const values: Record<string, unknown> = {}
  const own: { name: string; value: string }[] = []
  const numbers: ReadNumber[] = []
  const total = totalsWord(cells)
  let problem = total === null ? null : refusal('invalid', 'import.totals-row', { text: total })
  for (const [at, name] of columns.entries()) {
    const given = cells[at]
    const cell = cellText(given).trim()
    if (name === null || cell === '' || NULLS.includes(cell)) continue
    const heading = headings[at] ?? ''
    if (LOST.test(cell)) {
      problem ??= refusal('invalid', 'import.cell-lost', { column: heading, text: cell.slice(0, 60) })
      continue
    }
    if (name === OWN_FIELD) {
      own.push({ name: heading, value: bareCode(cell) })
      continue
    }
    const field = FIELDS[target].find((one) => one.name === name)
    if (!field) continue
    const answer = field.reads.as === 'choice' ? answerTo(words, name, cell, field.reads.choices) : undefined
    if (answer === null) continue
    const value = answer ?? readCell(cell, field.reads, typeof given === 'number' ? '.' : (signs[at] ?? null))
    const isNumber = field.reads.as === 'code' && NUMBERS_OF_PRODUCTS.includes(headingKey(heading))
    if (value !== WRONG) values[name] = isNumber ? productNumber(value) : value
    else problem ??= refusal('invalid', `import.cell-${field.reads.as}`, { column: heading, text: cell.slice(0, 60) })
    if (field.reads.as === 'decimal' && typeof value === 'number' && typeof given === 'string' && /[.,]/.test(cell))
      numbers.push({ field: name, text: cell, value })
  }
  return { values, own, numbers, problem }
}
