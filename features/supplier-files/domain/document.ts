/** The invoice of a provider as its file says it, and the rules that a file must satisfy to become a draft. */
import {
  addCents,
  type Cents,
  cents,
  percentOf,
  PLACES,
  proportionOfCents,
  type Quantity,
  type Rate,
  subtractCents,
  sumCents,
  toDecimal,
  type UnitPrice,
} from '#kernel/money.ts'
import type { Day } from '#kernel/day.ts'
import { type FileProblem, problem } from '#kernel/import/file-problem.ts'
import { plainVat } from '#kernel/vat-number.ts'

/** The forms of files that are read. `note` is a delivery note of the tax office: goods without prices, whose invoice comes later. */
export const FILE_FORMS = ['mydata', 'ubl', 'csv', 'note'] as const
export type FileForm = (typeof FILE_FORMS)[number]

/** A file with more lines than this is refused. */
export const MOST_FILE_LINES = 500
/** A larger file is refused. An invoice of 500 lines is smaller than a tenth of this. */
export const MOST_FILE_BYTES = 5_000_000

/** One line of the invoice. Texts are empty if the file does not contain them. */
export type FileLine = {
  /** The number of the line: as the document counts its lines, or the line of a CSV file. */
  readonly line: number
  /** The provider's own code. */
  readonly code: string
  readonly barcode: string
  /** Our SKU, if the provider writes it. */
  readonly buyerCode: string
  readonly name: string
  /** Negative for goods that go back. */
  readonly quantity: Quantity
  /** The unit as the file writes it. */
  readonly unit: string
  /** The price of one unit before the discount; null if the file contains only amounts. */
  readonly unitPrice: UnitPrice | null
  /** The discount that leads from `unitPrice` to `net`; null if it is none or no percentage. */
  readonly discount: Rate | null
  /** Null if the file does not say it. */
  readonly vat: Rate | null
  /** The amount after discounts and before VAT; negative for an amount that is taken off. */
  readonly net: Cents
}

/** Amounts of a document as a file writes them; null if it does not. */
export type FileTotals = {
  readonly net: Cents | null
  readonly vat: Cents | null
  readonly gross: Cents | null
}

export type FileDocument = {
  readonly form: FileForm
  /** The provider; empty texts if the file does not name them. */
  readonly provider: { readonly vat: string; readonly name: string }
  /** The VAT number of the recipient; empty if the file does not name it. */
  readonly buyerVat: string
  readonly number: string
  readonly date: Day | null
  readonly lines: readonly FileLine[]
  readonly totals: FileTotals
}

/** A refusal names at most this many problems. */
export const MOST_PROBLEMS = 20

export type FileReading =
  | { readonly document: FileDocument; readonly problems?: undefined }
  | { readonly document?: undefined; readonly problems: readonly FileProblem[] }

/** Returns the reading of a file that is refused for one reason. */
export const refusedFor = (
  code: string,
  details?: Readonly<Record<string, string | number>>,
  line?: number,
): FileReading => ({ problems: [problem(code, details, line)] })

/** Amounts are written as in the file, with a point. */
const shown = (amount: Cents): string => toDecimal(amount, 2)

/** Reports whether the written price says nothing: 0 beside an amount stands for a price that was left out. */
export const saysNoPrice = (price: UnitPrice, net: Cents | null): boolean => price === 0 && net !== null && net !== 0

/**
 * Reports whether a line can have the amount `net` although its price and quantity give `computed`: the price is rounded to the decimals that
 * the file writes, at most to those that a price keeps, and the amount to the cent.
 */
export function isNearNet(net: Cents, computed: Cents, count: Quantity, writtenPrice: string): boolean {
  const written = /[.,](\d+)\D*$/.exec(writtenPrice)?.[1]?.length ?? 0
  const decimals = Math.min(written, PLACES.unitPrice)
  // half of the last decimal of the price, in cents for the whole quantity
  const rounding = (Math.abs(count) / 10_000) * 50 * 10 ** -decimals
  return Math.abs(subtractCents(net, computed)) <= 1 + Math.ceil(rounding)
}

/** Returns the sum of the lines before VAT. */
export const netOfLines = (lines: readonly Pick<FileLine, 'net'>[]): Cents => sumCents(lines.map(({ net }) => net))

/**
 * Returns the VAT of the lines per rate, rounded for each rate, and rounded for each line. Providers use one or the other. Null if
 * a line has no rate.
 */
function vatOfLines(lines: readonly FileLine[]): { perRate: Cents; perLine: Cents } | null {
  const nets = new Map<Rate, Cents>()
  let perLine = cents(0)
  for (const { vat, net } of lines) {
    if (vat === null) return null
    nets.set(vat, addCents(nets.get(vat) ?? cents(0), net))
    perLine = addCents(perLine, percentOf(net, vat))
  }
  return { perRate: sumCents([...nets].map(([rate, net]) => percentOf(net, rate))), perLine }
}

/**
 * Compares the lines of a document with its totals, to the cent. The VAT of a document may differ from a computed one by a cent for each
 * line, because it may be rounded at any place; its gross total must be the sum of its own totals.
 */
export function whyNotTotals(document: Pick<FileDocument, 'lines' | 'totals'>): FileProblem[] {
  const { lines, totals } = document
  const problems: FileProblem[] = []
  const net = netOfLines(lines)
  if (totals.net !== null && totals.net !== net)
    problems.push(problem('total-net', { written: shown(totals.net), computed: shown(net) }))
  const vat = vatOfLines(lines)
  if (totals.vat !== null && vat !== null) {
    const far = (one: Cents) => Math.abs(subtractCents(totals.vat ?? one, one)) > lines.length
    if (far(vat.perRate) && far(vat.perLine))
      problems.push(problem('total-vat', { written: shown(totals.vat), computed: shown(vat.perRate) }))
  }
  if (totals.net !== null && totals.vat !== null && totals.gross !== null) {
    const gross = addCents(totals.net, totals.vat)
    if (gross !== totals.gross)
      problems.push(problem('total-gross', { written: shown(totals.gross), computed: shown(gross) }))
  }
  return problems
}

/**
 * Returns why a document cannot become a draft of this company, whose VAT number is `ownVat`; an empty one is not
 * compared. Empty if nothing forbids it.
 */
export function whyNotDocument(document: FileDocument, ownVat: string): FileProblem[] {
  const { lines, buyerVat, provider } = document
  const own = plainVat(ownVat)
  if (lines.length === 0) return [problem('no-lines')]
  if (lines.length > MOST_FILE_LINES) return [problem('many-lines', { most: MOST_FILE_LINES, count: lines.length })]
  if (own !== '' && plainVat(provider.vat) === own) return [problem('own-invoice', { vat: own })]
  if (own !== '' && buyerVat !== '' && plainVat(buyerVat) !== own)
    return [problem('other-recipient', { vat: plainVat(buyerVat), own })]
  const negative = lines.filter(({ quantity, net }) => quantity <= 0 || net < 0)
  if (negative.length > 0)
    return negative.map(({ line, name, net }) => problem('negative', { name, net: shown(net) }, line))
  return whyNotTotals(document)
}

/**
 * Takes `discount`, which a document subtracts from its lines together, off these lines in proportion to their amounts. The sum is exact:
 * the largest lines get the cents that rounding leaves.
 */
export function shareDiscount(lines: readonly FileLine[], discount: Cents): FileLine[] {
  const all = netOfLines(lines)
  if (discount === 0 || all <= 0) return [...lines]
  const cuts = lines.map(({ net }) => proportionOfCents(discount, net, all))
  const largest = lines.map((_, index) => index).sort((a, b) => (lines[b]?.net ?? 0) - (lines[a]?.net ?? 0) || a - b)
  let rest = subtractCents(discount, sumCents(cuts))
  for (let turn = 0; rest !== 0; turn++) {
    const index = largest[turn % largest.length] ?? 0
    const step = cents(rest > 0 ? 1 : -1)
    cuts[index] = addCents(cuts[index] ?? cents(0), step)
    rest = subtractCents(rest, step)
  }
  return lines.map((line, index) => ({
    ...line,
    net: subtractCents(line.net, cuts[index] ?? cents(0)),
    unitPrice: null,
    discount: null,
  }))
}
