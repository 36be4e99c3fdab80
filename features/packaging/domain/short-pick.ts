/** The rules of a short pick: an order of which less is packaged than was ordered. */
import { splitLoans } from '#features/orders/domain/split.ts'
import { isCounted } from '#features/products/domain/product.ts'
import type { NamedShortage } from '#features/stock/domain/availability.ts'
import {
  PLACES,
  type Quantity,
  quantity,
  scaleDecimal,
  smallerQuantity,
  subtractQuantity,
  wholePieces,
  ZERO_QUANTITY,
} from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import type { Box } from './contract.ts'

/** The part of an order line that the rules need. */
export type PickLine = {
  readonly lineNo: number
  readonly productId: number
  readonly name: string
  readonly quantity: number
}

/**
 * A line of which less than ordered is in the box. It names the product and the ordered quantity as the packer saw them,
 * so that a press which is sent later never applies to goods that were changed since.
 */
export type ShortLine = {
  readonly lineNo: number
  readonly productId: number
  readonly ordered: Quantity
  readonly packed: Quantity
}

const lineOf = (lines: readonly PickLine[], short: ShortLine): PickLine | undefined =>
  lines.find(
    (line) => line.lineNo === short.lineNo && line.productId === short.productId && line.quantity === short.ordered,
  )

/** Returns the packed quantity of a line. A line that is not named is packed in full. */
const packedOf = (line: PickLine, short: readonly ShortLine[]): number =>
  short.find((one) => one.lineNo === line.lineNo)?.packed ?? line.quantity

/** Returns why an order cannot be packaged with these short lines, or null if it can. */
export function whyNotPacked(lines: readonly PickLine[], short: readonly ShortLine[]): Refusal | null {
  for (const [index, one] of short.entries()) {
    const line = lineOf(lines, one)
    if (!line || short.findIndex(({ lineNo }) => lineNo === one.lineNo) !== index)
      return refusal('refused', 'packaging.contents-changed')
    if (one.packed < 0 || one.packed > one.ordered)
      return refusal('refused', 'packaging.packed-out-of-range', { name: line.name })
  }
  const nothing = lines.length > 0 && lines.every((line) => packedOf(line, short) === 0)
  return nothing ? refusal('refused', 'packaging.nothing-packed') : null
}

/** Returns the contents of an order as it was packaged: without the missing goods and what is lent with them. */
export function boxAsPacked(box: Box, short: readonly ShortLine[]): Box {
  if (short.length === 0 || whyNotPacked(box.lines, short) !== null) return box
  const goods = box.lines.map((line) => ({ ...line, quantity: quantity(line.quantity) }))
  const lines = goods.map((line) => ({ ...line, quantity: quantity(packedOf(line, short)) }))
  const rest = goods.map((line, place) => ({
    ...line,
    quantity: subtractQuantity(line.quantity, lines[place]?.quantity ?? line.quantity),
  }))
  const loans = box.loans.map((loan) => ({ ...loan, quantity: quantity(loan.quantity) }))
  return {
    ...box,
    lines: lines.filter((line) => line.quantity > 0),
    loans: splitLoans(loans, goods, rest).kept,
  }
}

/** Returns the lines of which less than ordered is in the box. `packed` has a quantity for each place. */
export const shortLines = (lines: readonly PickLine[], packed: readonly number[]): ShortLine[] =>
  lines.flatMap(({ lineNo, productId, quantity: ordered }, place) => {
    const count = packed[place] ?? ordered
    return count === ordered ? [] : [{ lineNo, productId, ordered: quantity(ordered), packed: quantity(count) }]
  })

/**
 * Returns how much of each line the stock covers, first line first, when packaging was refused for missing stock. Of
 * products that are counted in pieces only whole pieces are packed.
 */
export function packedFromStock(
  lines: readonly (PickLine & { readonly unit: string })[],
  shortages: readonly NamedShortage[],
): Quantity[] {
  const left = new Map(
    shortages.map(({ productId, stock }) => [productId, quantity(scaleDecimal(String(stock), PLACES.quantity) ?? 0)]),
  )
  return lines.map((line) => {
    const ordered = quantity(line.quantity)
    const stock = left.get(line.productId)
    if (stock === undefined) return ordered
    const covered = stock < 0 ? ZERO_QUANTITY : smallerQuantity(ordered, stock)
    const packed = covered < ordered && isCounted(line.unit) ? wholePieces(covered) : covered
    left.set(line.productId, subtractQuantity(stock, packed))
    return packed
  })
}
