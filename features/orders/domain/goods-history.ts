/** Formats the goods of an order for its history: with their names, so that a removed line stays readable. */
import { PLACES, type Quantity, toNumber, type UnitPrice } from '#kernel/money.ts'

type Goods = { readonly name: string; readonly sku: string; readonly quantity: Quantity }

/** A line, which has a price, or a loan, which has none. Quantity and price are plain decimal numbers. */
export type HistoryGoods = {
  readonly name: string
  readonly sku: string
  readonly quantity: number
  readonly price?: number
  /** The note of a line, if it has one. */
  readonly note?: string
  /** True for a line that sells lent pieces which were not returned. */
  readonly lost?: true
  /** The name of the product that a loan leaves with, if the order has it. */
  readonly leavesWith?: string
}

/** The entries before and after a change. */
type Sides = readonly [readonly HistoryGoods[], readonly HistoryGoods[]]
export type GoodsChanges = { readonly lines?: Sides; readonly lineOrder?: Sides; readonly loans?: Sides }

type Line = Goods & { readonly salesPrice: UnitPrice; readonly note: string; readonly lost: boolean }

const lineEntry = ({ name, sku, quantity, salesPrice, note, lost }: Line): HistoryGoods => ({
  name,
  sku,
  quantity: toNumber(quantity, PLACES.quantity),
  price: toNumber(salesPrice, PLACES.unitPrice),
  ...(note === '' ? {} : { note }),
  ...(lost ? { lost: true as const } : {}),
})

/** Returns the entries that `some` contains more often than `others`. */
function entriesOnlyIn(some: readonly HistoryGoods[], others: readonly HistoryGoods[]): HistoryGoods[] {
  const left = new Map<string, number>()
  for (const one of others) left.set(JSON.stringify(one), (left.get(JSON.stringify(one)) ?? 0) + 1)
  return some.filter((one) => {
    const key = JSON.stringify(one)
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count <= 0
  })
}

type Lines = readonly (Line & { readonly productId: number })[]
type Loans = readonly (Goods & { readonly originProductId: number | null })[]
type Content = { readonly lines: Lines; readonly loans: Loans }

const loanEntries = ({ lines, loans }: Content): HistoryGoods[] =>
  loans.map(({ name, sku, quantity, originProductId }) => {
    const origin = lines.find((line) => line.productId === originProductId)
    return { name, sku, quantity: toNumber(quantity, PLACES.quantity), ...(origin ? { leavesWith: origin.name } : {}) }
  })

/**
 * Returns how the goods of two versions of an order differ. `lines` and `loans` contain the entries that only one
 * version has. `lineOrder` contains the lines that changed their position, if the lines are otherwise the same.
 */
export function goodsChanges(before: Content, after: Content): GoodsChanges {
  const [old, now] = [before.lines.map(lineEntry), after.lines.map(lineEntry)]
  const [oldLoans, nowLoans] = [loanEntries(before), loanEntries(after)]
  const lines: Sides = [entriesOnlyIn(old, now), entriesOnlyIn(now, old)]
  const loans: Sides = [entriesOnlyIn(oldLoans, nowLoans), entriesOnlyIn(nowLoans, oldLoans)]
  const differs = (sides: Sides) => sides[0].length > 0 || sides[1].length > 0
  const movedIn = (some: readonly HistoryGoods[], others: readonly HistoryGoods[]) =>
    some.filter((one, at) => JSON.stringify(one) !== JSON.stringify(others[at]))
  const lineOrder: Sides = [movedIn(old, now), movedIn(now, old)]
  return {
    ...(differs(lines) ? { lines } : differs(lineOrder) ? { lineOrder } : {}),
    ...(differs(loans) ? { loans } : {}),
  }
}
