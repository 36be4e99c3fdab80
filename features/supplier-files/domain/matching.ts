/** Finds the product that a line of a provider's file means, and says what must be asked. */
import { barcodeKey } from '#kernel/barcode.ts'
import { fold, lookAlikeKey } from '#kernel/fold.ts'
import {
  type Cents,
  discountedTotal,
  exactQuantity,
  LIMITS,
  multiplyExact,
  type Quantity,
  quantity,
  type Rate,
  rate,
  roundQuantity,
  shareOf,
  splitPrice,
  subtractCents,
  type UnitPrice,
  unitPrice,
} from '#kernel/money.ts'
import type { Unit } from '#features/products/domain/product.ts'
import { convert, exponentBetween } from '#features/products/domain/units.ts'
import type { FileLine } from './document.ts'
import { unitKey, unitWritten } from './units.ts'

/** A product that a line may mean. */
export type Candidate = {
  readonly id: number
  readonly name: string
  readonly sku: string
  readonly unit: Unit
  readonly vat: Rate
}

/** A product with the codes by which it is known. */
export type KnownProduct = Candidate & {
  readonly barcode: string
  /** The provider's SKU of the product, which does not say of which provider. */
  readonly provsku: string
  /** The codes of this provider in the catalogue. */
  readonly catalogueCodes: readonly string[]
}

/** What a person has answered about a line of this provider. */
export type Answer = {
  readonly lineKey: string
  /** The unit of the file for which `factor` holds; an empty text if no factor was asked. */
  readonly unitKey: string
  /** Null for an expense, which is no product. */
  readonly productId: number | null
  /** How many units of the product one unit of the file is. */
  readonly factor: Quantity | null
}

export type Known = {
  readonly answers: readonly Answer[]
  readonly goods: readonly KnownProduct[]
  /** Products with a similar name for the key of a line, the most similar first. */
  readonly byName: ReadonlyMap<string, readonly number[]>
}

/** How a line was matched without asking. */
export const MATCHED_BY = ['answer', 'catalogue', 'barcode', 'sku'] as const
export type MatchedBy = (typeof MATCHED_BY)[number]

/**
 * Why a line is asked: `unit` needs a factor; `several` products have its code; its codes name products that `differ`; only the
 * provider's SKU of a product (`provsku`) or its `name` is similar; nothing is similar (`unknown`).
 */
export const ASKED_FOR = ['unit', 'several', 'differ', 'provsku', 'name', 'unknown'] as const
export type AskedFor = (typeof ASKED_FOR)[number]

export type Match =
  | { readonly state: 'matched'; readonly by: MatchedBy; readonly product: Candidate; readonly factor: Quantity }
  | { readonly state: 'expense' }
  | { readonly state: 'asked'; readonly why: 'unit'; readonly by: MatchedBy; readonly product: Candidate }
  | { readonly state: 'asked'; readonly why: Exclude<AskedFor, 'unit'>; readonly candidates: readonly Candidate[] }

type Named = Pick<FileLine, 'code' | 'barcode' | 'name'>

const codeKey = (code: string): string => fold(code).replace(/\s+/g, ' ').trim()

/** Returns a barcode as it is compared: leading zeros do not differ (C-100). */
export const barcodeOf = (barcode: string): string => barcodeKey(codeKey(barcode))

/** Returns by what a line is remembered: the provider's code, else the barcode, else the name. */
export function lineKeyOf({ code, barcode, name }: Named): string {
  if (codeKey(code) !== '') return `code ${codeKey(code)}`
  if (codeKey(barcode) !== '') return `barcode ${codeKey(barcode)}`
  return `name ${codeKey(name)}`
}

/**
 * Returns how many units of a product one unit of the file is: as answered, by the families of units (C-37), or 1 if the file names no
 * unit. Null if it must be asked.
 */
export function factorFor(
  line: Named & Pick<FileLine, 'unit'>,
  product: Pick<Candidate, 'id' | 'unit'>,
  answers: readonly Answer[],
): Quantity | null {
  const lineKey = lineKeyOf(line)
  const key = unitKey(line.unit)
  const answered = answers.find(
    (answer) =>
      answer.lineKey === lineKey && answer.productId === product.id && answer.factor !== null && answer.unitKey === key,
  )
  if (answered?.factor) return answered.factor
  if (key === '') return quantity(10_000)
  const written = unitWritten(line.unit)
  return written !== null && exponentBetween(written, product.unit) !== null
    ? convert({ quantity: quantity(10_000), unit: written }, product.unit)
    : null
}

/** Products by a code. An empty code finds none. */
type Index = ReadonlyMap<string, readonly KnownProduct[]>

function indexBy(goods: readonly KnownProduct[], codesOf: (one: KnownProduct) => readonly string[]): Index {
  const index = new Map<string, KnownProduct[]>()
  for (const one of goods)
    for (const code of new Set(codesOf(one).map(codeKey)))
      if (code !== '') index.set(code, [...(index.get(code) ?? []), one])
  return index
}

/** Returns the match of each line, in the order of the lines. */
export function matchLines(lines: readonly FileLine[], known: Known): Match[] {
  const { goods, answers } = known
  const byId = new Map(goods.map((one) => [one.id, one]))
  const catalogue = indexBy(goods, (one) => one.catalogueCodes)
  const barcodes = indexBy(goods, (one) => [barcodeOf(one.barcode)])
  const skus = indexBy(goods, (one) => [lookAlikeKey(one.sku)])
  const provskus = indexBy(goods, (one) => [one.provsku])
  const answerOf = new Map(answers.map((answer) => [answer.lineKey, answer]))

  const matched = (line: FileLine, by: MatchedBy, one: KnownProduct): Match => {
    const product = plain(one)
    const factor = factorFor(line, product, answers)
    return factor === null ? { state: 'asked', why: 'unit', by, product } : { state: 'matched', by, product, factor }
  }
  const asked = (why: Exclude<AskedFor, 'unit'>, candidates: readonly KnownProduct[]): Match => ({
    state: 'asked',
    why,
    candidates: candidates.map(plain),
  })

  return lines.map((line) => {
    const answer = answerOf.get(lineKeyOf(line))
    if (answer?.productId === null) return { state: 'expense' }
    const answered = answer && byId.get(answer.productId)
    if (answered) return matched(line, 'answer', answered)
    const found = [
      ['catalogue', catalogue.get(codeKey(line.code)) ?? []],
      ['barcode', barcodes.get(barcodeOf(line.barcode)) ?? []],
      ['sku', skus.get(lookAlikeKey(codeKey(line.buyerCode))) ?? []],
    ] as const
    const all = [...new Set(found.flatMap(([, products]) => products))]
    const [only] = all
    const by = found.find(([, products]) => products.length > 0)?.[0]
    if (only && by) {
      if (all.length === 1) return matched(line, by, only)
      return asked(found.some(([, products]) => products.length > 1) ? 'several' : 'differ', all)
    }
    const similar = (known.byName.get(lineKeyOf(line)) ?? []).flatMap((id) => byId.get(id) ?? [])
    const ofCode = provskus.get(codeKey(line.code)) ?? []
    if (ofCode.length > 0) return asked('provsku', [...new Set([...ofCode, ...similar])])
    return asked(similar.length > 0 ? 'name' : 'unknown', similar)
  })
}

const plain = ({ id, name, sku, unit, vat }: Candidate): Candidate => ({ id, name, sku, unit, vat })

/** A line of the invoice that a file's line becomes; `productId` is null for an expense. */
export type MatchedLine = Omit<Candidate, 'id'> & {
  readonly productId: number | null
  readonly providerSku: string
  readonly quantity: Quantity
  readonly price: UnitPrice
  readonly discount: Rate
}

/**
 * Returns what a line of the file becomes, in the unit of its product; empty if the line is asked. The price is that of the file with its
 * discount if these give the amount of the file. Otherwise it is the amount divided by the quantity: two lines with neighbouring prices
 * if one price with four decimals would miss the amount.
 */
export function linesOfMatch(line: FileLine, match: Match): MatchedLine[] {
  if (match.state === 'asked') return []
  const { factor, product } = match.state === 'matched' ? match : { factor: quantity(10_000), product: null }
  const count = roundQuantity(multiplyExact(exactQuantity(line.quantity), exactQuantity(factor)))
  return pricesOf(line, count).map((priced) => ({
    productId: product?.id ?? null,
    name: product?.name ?? (line.name || line.code),
    sku: product?.sku ?? '',
    unit: product?.unit ?? unitWritten(line.unit) ?? 'Item',
    providerSku: line.code,
    vat: line.vat ?? product?.vat ?? rate(0),
    ...priced,
  }))
}

function pricesOf(line: FileLine, count: Quantity): Pick<MatchedLine, 'quantity' | 'price' | 'discount'>[] {
  const discount = line.discount ?? rate(0)
  const { unitPrice: written } = line
  if (written !== null && count === line.quantity && discountedTotal(count, written, discount) === line.net)
    return [{ quantity: count, price: written, discount }]
  return splitPrice(line.net, count).map((part) => ({
    quantity: part.count,
    price: unitPrice(Math.min(part.price, LIMITS.unitPrice)),
    discount: rate(0),
  }))
}

/** Returns the discount that leads from `gross` to `net`, or null if `net` is not below it. */
export function discountTo(net: Cents, gross: Cents): Rate | null {
  const discount = shareOf(subtractCents(gross, net), gross)
  return discount === null || discount < 0 ? null : discount
}
