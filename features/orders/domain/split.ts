/**
 * Splits an order that was delivered (C-27) or packaged in part, into what stays in it and what goes to the follow-up
 * order.
 */
import { hasWholeParts, isWholeIn } from '#features/products/domain/product.ts'
import {
  type Cents,
  largerCents,
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
  ZERO_CENTS,
  ZERO_QUANTITY,
} from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { boundsOfKept, type CreditedPart } from './crediting/crediting.ts'

/** A line of an order that is split. */
export type SplitLine = {
  readonly lineNo: number
  readonly productId: number
  readonly name: string
  readonly unit: string
  readonly salesPrice: UnitPrice
  readonly vat: Rate
  readonly quantity: Quantity
  readonly total: Cents
  readonly vatAmount: Cents
  /** What `vatAmount` contains of the VAT of all lines of the rate. */
  readonly vatRounding?: Cents | undefined
  /** True for a service, such as transport, of which no piece is handed over. */
  readonly service?: boolean | undefined
}

/** The delivered quantity of a line. Lines that are not named were delivered in full. */
export type Delivered = { readonly lineNo: number; readonly quantity: Quantity }

const deliveredOf = ({ lineNo, quantity }: SplitLine, delivered: readonly Delivered[]): Quantity =>
  delivered.find((one) => one.lineNo === lineNo)?.quantity ?? quantity

/**
 * Returns why a partial delivery is not possible, or null if it is. Each quantity must be between 0 and the ordered
 * one, and whole where whole pieces were ordered. No line may be named twice, and not everything may be left out.
 */
export function whyNotDelivered(lines: readonly SplitLine[], delivered: readonly Delivered[]): Refusal | null {
  for (const [index, { lineNo, quantity }] of delivered.entries()) {
    const line = lines.find((one) => one.lineNo === lineNo)
    if (!line || delivered.findIndex((one) => one.lineNo === lineNo) !== index)
      return refusal('refused', 'orders.no-such-line', { line: lineNo })
    if (quantity < 0 || quantity > line.quantity)
      return refusal('refused', 'orders.delivered-out-of-range', { name: line.name })
    if (hasWholeParts(line.unit, line.quantity) && !isWholeIn(line.unit, quantity))
      return refusal('refused', 'orders.whole-pieces', { name: line.name })
  }
  return isNothingDelivered(lines, (line) => deliveredOf(line, delivered))
    ? refusal('refused', 'orders.nothing-delivered')
    : null
}

/** Reports whether nothing is handed over. A service counts only in an order without goods. */
export function isNothingDelivered<L extends { readonly service?: boolean | undefined }>(
  lines: readonly L[],
  quantityOf: (line: L) => number | null | undefined,
): boolean {
  const goods = lines.filter(({ service }) => service !== true)
  return (goods.length > 0 ? goods : lines).every((line) => quantityOf(line) === 0)
}

/** Reports whether every line was delivered in full. */
export const isDeliveredInFull = (lines: readonly SplitLine[], delivered: readonly Delivered[]): boolean =>
  lines.every((line) => deliveredOf(line, delivered) === line.quantity)

/** Returns what a part of a split line carries of the VAT of other lines; 0 if the line carries nothing. */
const carriedOf = ({ vat, vatRounding = ZERO_CENTS }: SplitLine, net: Cents, vatAmount: Cents): Cents =>
  vatRounding === 0 ? ZERO_CENTS : subtractCents(vatAmount, percentOf(net, vat))

/**
 * Splits lines into `kept`, which stays in the order, and `rest`, which goes to the follow-up order. Both together
 * equal the invoice to the cent. The kept part of a line is worth its pieces, and the rest has the remaining amount.
 * The VAT of the rest is computed from its amount, because a credit note may need it alone. The kept part has the
 * remaining VAT. `credits` are what credit notes took back of each line, in their order: no part is worth less than what was credited
 * of it, so a part of such a line may be worth some cents more or less.
 */
export function splitLines<L extends SplitLine>(
  lines: readonly L[],
  delivered: readonly Delivered[],
  credits: ReadonlyMap<number, readonly CreditedPart[]> = new Map(),
): { readonly kept: L[]; readonly rest: L[] } {
  const kept: L[] = []
  const rest: L[] = []
  for (const line of lines) {
    const pieces = deliveredOf(line, delivered)
    if (pieces === line.quantity) kept.push(line)
    else if (pieces === 0) rest.push(line)
    else {
      const whole = { quantity: line.quantity, net: line.total, vat: line.vatAmount }
      const { least, most } = boundsOfKept(whole, credits.get(line.lineNo) ?? [], pieces)
      const within = (amount: Cents, of: 'net' | 'vat') => smallerCents(largerCents(amount, least[of]), most[of])
      // a line that was split before may be worth a cent less than its pieces
      const total = within(smallerCents(lineTotal(pieces, line.salesPrice), line.total), 'net')
      const following = subtractCents(line.total, total)
      const vatOfRest = smallerCents(percentOf(following, line.vat), line.vatAmount)
      const vatAmount = within(subtractCents(line.vatAmount, vatOfRest), 'vat')
      const vatFollowing = subtractCents(line.vatAmount, vatAmount)
      kept.push({ ...line, quantity: pieces, total, vatAmount, vatRounding: carriedOf(line, total, vatAmount) })
      rest.push({
        ...line,
        quantity: subtractQuantity(line.quantity, pieces),
        total: following,
        vatAmount: vatFollowing,
        vatRounding: carriedOf(line, following, vatFollowing),
      })
    }
  }
  return { kept, rest }
}

/** The part of a line that the split of the loans needs. */
type SplitGoods = Pick<SplitLine, 'productId' | 'quantity'>

/** A loan of an order that is split. */
export type SplitLoan = { readonly originProductId: number | null; readonly quantity: Quantity }

/**
 * Splits loans with the goods that they leave with. Whole lent pieces stay whole: one tray of ten candles stays in the
 * order while eight of the candles do. A loan whose product is not in the order stays.
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
