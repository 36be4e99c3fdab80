/** Formats a line or loan of an order from its history. */
import { PLACES, scaleDecimal } from '#kernel/money.ts'
import { showPrice, showQuantity } from '#web/format.ts'
import type { HistoryGoods } from '../../domain/goods-history.ts'
import { plainText } from './value-text.ts'

/** Older entries store a line as `<product id>: <quantity> x <price>`. */
const OLD_LINE = /^(\d+): ([\d.]+) x ([\d.]+)$/

const pieces = (quantity: number | string): string => showQuantity(scaleDecimal(String(quantity), PLACES.quantity) ?? 0)
const priced = (price: number | string): string => showPrice(scaleDecimal(String(price), PLACES.unitPrice) ?? 0)

const hasName = (line: unknown): line is HistoryGoods => typeof line === 'object' && line !== null && 'name' in line

export type LineWords = {
  /** The text for a line of an older entry that has no name and is no longer in the order. */
  readonly removed: string
  /** The product that a loan leaves with. */
  readonly leavesWith: (product: string) => string
  /** Says that a line sells lent pieces which were not returned. */
  readonly lost: string
}

/** Returns a line as text. An older entry uses the product's name in the order, or the text for a removed line. */
export function lineText(line: unknown, nameOf: (productId: number) => string | undefined, words: LineWords): string {
  if (hasName(line)) {
    const name = line.sku ? `${line.name} (${line.sku})` : line.name
    const price = line.price === undefined ? '' : ` × ${priced(line.price)}`
    const note = line.note ? ` · ${line.note}` : ''
    const lent = line.leavesWith ? `, ${words.leavesWith(line.leavesWith)}` : ''
    const lost = line.lost ? ` · ${words.lost}` : ''
    return `${name}${lent}: ${pieces(line.quantity)}${price}${lost}${note}`
  }
  const [, productId, quantity, price] = OLD_LINE.exec(plainText(line)) ?? []
  if (productId === undefined || quantity === undefined || price === undefined) return plainText(line)
  return `${nameOf(Number(productId)) ?? words.removed}: ${pieces(quantity)} × ${priced(price)}`
}

/** Returns the lines that differ from those on the other side of a change, because older entries store all lines. */
export function changedLines(lines: readonly unknown[], other: unknown): unknown[] {
  const same = new Set(Array.isArray(other) ? other.map(plainText) : [])
  return lines.filter((line) => !same.has(plainText(line)))
}
