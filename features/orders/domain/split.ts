/** Splits an order after a partial delivery (C-27): what stays, and what goes to the follow-up order. */
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

/** The delivered quantity of a line. Lines that are not named were delivered in full. */
export type Delivered = { readonly lineNo: number; readonly quantity: Quantity }

const deliveredOf = ({ lineNo, quantity }: SplitLine, delivered: readonly Delivered[]): Quantity =>
  delivered.find((one) => one.lineNo === lineNo)?.quantity ?? quantity

/**
 * Returns why a partial delivery is not possible, or null. Each quantity is between 0 and the ordered one, and one is
 * above 0.
 */
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

/** Reports whether every line was delivered in full. */
export const isDeliveredInFull = (lines: readonly SplitLine[], delivered: readonly Delivered[]): boolean =>
  lines.every((line) => deliveredOf(line, delivered) === line.quantity)

/**
 * Splits lines into what stays and what follows, so that both equal the invoice to the cent. What stays is worth its
 * pieces, and the rest of the line follows. The VAT of what follows is computed by its rate, because a credit note may
 * need it alone. What stays has the remaining VAT.
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
      // a line of a follow-up order may be worth a cent less than its pieces
      const total = smallerCents(lineTotal(left, line.salesPrice), line.total)
      const following = subtractCents(line.total, total)
      const vatAmount = smallerCents(percentOf(following, line.vat), line.vatAmount)
      kept.push({ ...line, quantity: left, total, vatAmount: subtractCents(line.vatAmount, vatAmount) })
      rest.push({ ...line, quantity: subtractQuantity(line.quantity, left), total: following, vatAmount })
    }
  }
  return { kept, rest }
}

/** Returns the quantity of a product in all lines. */
type SplitGoods = Pick<SplitLine, 'productId' | 'quantity'>

/** A loan of an order that is split. */
export type SplitLoan = { readonly originProductId: number | null; readonly quantity: Quantity }

/**
 * Splits lent items with the goods they leave with. Only whole pieces follow, so that a tray of ten stays with eight of
 * them. A loan without a product of the order stays.
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
