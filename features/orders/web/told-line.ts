/** A line of an order or a lent piece, as its history tells it. */
import { PLACES, scaleDecimal } from '#kernel/money.ts'
import { showPrice, showQuantity } from '#web/format.ts'
import type { ToldGoods } from '../domain/told-goods.ts'
import { plainText } from './plain-text.ts'

/** Older entries keep a line as `<product id>: <quantity> x <price>`. */
const OLD_LINE = /^(\d+): ([\d.]+) x ([\d.]+)$/

const pieces = (quantity: number | string): string => showQuantity(scaleDecimal(String(quantity), PLACES.quantity) ?? 0)
const priced = (price: number | string): string => showPrice(scaleDecimal(String(price), PLACES.unitPrice) ?? 0)

const isTold = (line: unknown): line is ToldGoods => typeof line === 'object' && line !== null && 'name' in line

/** A line in words; of older entries by the name its product has on the order, or the words for a line that is gone. */
export function toldLine(line: unknown, nameOf: (productId: number) => string | undefined, gone: string): string {
  if (isTold(line)) {
    const name = [line.name, line.sku ? `(${line.sku})` : '', line.leavesWith ? `· ${line.leavesWith}` : '']
    const price = line.price === undefined ? '' : ` × ${priced(line.price)}`
    return `${name.filter(Boolean).join(' ')}: ${pieces(line.quantity)}${price}`
  }
  const [, productId, quantity, price] = OLD_LINE.exec(plainText(line)) ?? []
  if (productId === undefined || quantity === undefined || price === undefined) return plainText(line)
  return `${nameOf(Number(productId)) ?? gone}: ${pieces(quantity)} × ${priced(price)}`
}

/** Of many lines those that are not on the other side as well: older entries keep all of them. */
export function changedLines(lines: readonly unknown[], other: unknown): unknown[] {
  const same = new Set(Array.isArray(other) ? other.map(plainText) : [])
  return lines.filter((line) => !same.has(plainText(line)))
}
