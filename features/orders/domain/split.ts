/** A partial delivery (ruling C-27): what stays with an order, and what goes to the order that follows it. */
import {
  type Cents,
  lineTotal,
  percentOf,
  type Quantity,
  type Rate,
  shareOfQuantity,
  smallerCents,
  subtractCents,
  subtractQuantity,
  sumQuantities,
  type UnitPrice,
  ZERO_QUANTITY,
} from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'

/** A line of an order that is split. */
export type SplitLine = {
  readonly lineNo: number
  readonly productId: number
  readonly name: string
  readonly salesPrice: UnitPrice
  readonly vat: Rate
  readonly quantity: Quantity
  readonly total: Cents
  readonly vatAmount: Cents
}

/** What of a line was left at the door; lines that nobody speaks of were left in full. */
export type Delivered = { readonly lineNo: number; readonly quantity: Quantity }

const deliveredOf = ({ lineNo, quantity }: SplitLine, delivered: readonly Delivered[]): Quantity =>
  delivered.find((one) => one.lineNo === lineNo)?.quantity ?? quantity

/** Why an order cannot be delivered like this: each line between nothing and what was ordered, and something of all. */
export function whyNotDelivered(lines: readonly SplitLine[], delivered: readonly Delivered[]): Refusal | null {
  for (const [index, { lineNo, quantity }] of delivered.entries()) {
    const line = lines.find((one) => one.lineNo === lineNo)
    if (!line || delivered.findIndex((one) => one.lineNo === lineNo) !== index)
      return refusal('refused', 'orders.no-such-line', { line: lineNo })
    if (quantity < 0 || quantity > line.quantity)
      return refusal('refused', 'orders.delivered-out-of-range', { name: line.name })
  }
  const nothing = lines.every((line) => deliveredOf(line, delivered) === 0)
  return nothing ? refusal('refused', 'orders.nothing-delivered') : null
}

/** True when every line was left in full. */
export const isDeliveredInFull = (lines: readonly SplitLine[], delivered: readonly Delivered[]): boolean =>
  lines.every((line) => deliveredOf(line, delivered) === line.quantity)

/**
 * Splits lines into what stays and what follows, so that both make the invoice to the cent. What stays is worth what its
 * pieces come to, what follows the rest of the line. The VAT of what follows is by the rule of its rate, because it alone
 * may come back and then stands on a credit note of its own; what stays has the rest of the VAT.
 */
export function splitLines<L extends SplitLine>(
  lines: readonly L[],
  delivered: readonly Delivered[],
): { readonly kept: L[]; readonly rest: L[] } {
  const kept: L[] = []
  const rest: L[] = []
  for (const line of lines) {
    const left = deliveredOf(line, delivered)
    if (left === line.quantity) kept.push(line)
    else if (left === 0) rest.push(line)
    else {
      // a line that is itself a rest may be worth a cent less than its pieces
      const total = smallerCents(lineTotal(left, line.salesPrice), line.total)
      const following = subtractCents(line.total, total)
      const vatAmount = smallerCents(percentOf(following, line.vat), line.vatAmount)
      kept.push({ ...line, quantity: left, total, vatAmount: subtractCents(line.vatAmount, vatAmount) })
      rest.push({ ...line, quantity: subtractQuantity(line.quantity, left), total: following, vatAmount })
    }
  }
  return { kept, rest }
}

/** How much of a product a line has. */
type SplitGoods = Pick<SplitLine, 'productId' | 'quantity'>

/** What an order lends, as it is split. */
export type SplitLoan = { readonly originProductId: number | null; readonly quantity: Quantity }

/**
 * Splits lent pieces with the goods they leave with: of whole pieces only whole ones follow, so that a tray of ten
 * stays where eight of them are. What leaves with no product of the order stays.
 */
export function splitLoans<L extends SplitLoan>(
  loans: readonly L[],
  lines: readonly SplitGoods[],
  rest: readonly SplitGoods[],
): { readonly kept: L[]; readonly rest: L[] } {
  const of = (some: readonly SplitGoods[], productId: number | null) =>
    sumQuantities(some.filter((line) => line.productId === productId).map((line) => line.quantity))
  const kept: L[] = []
  const following: L[] = []
  for (const loan of loans) {
    const all = of(lines, loan.originProductId)
    const moved = all === 0 ? ZERO_QUANTITY : shareOfQuantity(loan.quantity, of(rest, loan.originProductId), all)
    const stays = subtractQuantity(loan.quantity, moved)
    if (stays > 0) kept.push({ ...loan, quantity: stays })
    if (moved > 0) following.push({ ...loan, quantity: moved })
  }
  return { kept, rest: following }
}
