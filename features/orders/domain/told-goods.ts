/** Writes the goods of an order into its history by name, so that a line is readable after it was removed. */
import { PLACES, type Quantity, toNumber, type UnitPrice } from '#kernel/money.ts'

type Goods = { readonly name: string; readonly sku: string; readonly quantity: Quantity }

/** A line, or a loan if it has `leavesWith`. Quantity and price are formatted for people. */
export type ToldGoods = {
  readonly name: string
  readonly sku: string
  readonly quantity: number
  readonly price?: number
  readonly leavesWith?: string
}

type Sides = readonly [readonly ToldGoods[], readonly ToldGoods[]]
export type ToldChanges = { readonly lines?: Sides; readonly lineOrder?: Sides; readonly loans?: Sides }

const toldLine = ({ name, sku, quantity, salesPrice }: Goods & { readonly salesPrice: UnitPrice }): ToldGoods => ({
  name,
  sku,
  quantity: toNumber(quantity, PLACES.quantity),
  price: toNumber(salesPrice, PLACES.unitPrice),
})

/** Returns the entries that `some` contains more often than `others`. */
function without(some: readonly ToldGoods[], others: readonly ToldGoods[]): ToldGoods[] {
  const left = new Map<string, number>()
  for (const one of others) left.set(JSON.stringify(one), (left.get(JSON.stringify(one)) ?? 0) + 1)
  return some.filter((one) => {
    const key = JSON.stringify(one)
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count <= 0
  })
}

type Lines = readonly (Goods & { readonly productId: number; readonly salesPrice: UnitPrice })[]
type Loans = readonly (Goods & { readonly originProductId: number | null })[]
type Content = { readonly lines: Lines; readonly loans: Loans }

const toldLoans = ({ lines, loans }: Content): ToldGoods[] =>
  loans.map(({ name, sku, quantity, originProductId }) => {
    const origin = lines.find((line) => line.productId === originProductId)
    return { name, sku, quantity: toNumber(quantity, PLACES.quantity), ...(origin ? { leavesWith: origin.name } : {}) }
  })

/**
 * Returns the differences between the goods of two versions: lines that are only on one side, or, if the lines are
 * equal, those that changed their position.
 */
export function toldChanges(before: Content, after: Content): ToldChanges {
  const [old, now] = [before.lines.map(toldLine), after.lines.map(toldLine)]
  const [oldLoans, nowLoans] = [toldLoans(before), toldLoans(after)]
  const lines: Sides = [without(old, now), without(now, old)]
  const loans: Sides = [without(oldLoans, nowLoans), without(nowLoans, oldLoans)]
  const differs = (sides: Sides) => sides[0].length > 0 || sides[1].length > 0
  const elsewhere = (some: readonly ToldGoods[], others: readonly ToldGoods[]) =>
    some.filter((one, at) => JSON.stringify(one) !== JSON.stringify(others[at]))
  const lineOrder: Sides = [elsewhere(old, now), elsewhere(now, old)]
  return {
    ...(differs(lines) ? { lines } : differs(lineOrder) ? { lineOrder } : {}),
    ...(differs(loans) ? { loans } : {}),
  }
}
