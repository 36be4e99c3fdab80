/** What a credit note in part may take back of an invoiced order, and what its lines are worth. */
import {
  addCents,
  addQuantity,
  type Cents,
  largerCents,
  lineTotal,
  percentOf,
  type Quantity,
  type Rate,
  smallerCents,
  subtractCents,
  subtractQuantity,
  sumCents,
  type UnitPrice,
  ZERO_CENTS,
  ZERO_QUANTITY,
} from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { hasWholeParts, isWholeIn } from '#features/products/domain/product.ts'
import type { OrderFacts } from '../lifecycle.ts'
import { type OrderStatus, PACKAGED_STATUSES, UNINVOICED_STATUSES } from '../order.ts'

/** A part of a line that credit notes took back, or take back now. */
export type CreditedPart = { readonly quantity: Quantity; readonly net: Cents; readonly vat: Cents }

/** A line of an invoiced order. `credited` is what credit notes that were not refused took back of it. */
export type CreditableLine = CreditedPart & {
  readonly lineNo: number
  readonly name: string
  readonly unit: string
  readonly price: UnitPrice
  readonly vatRate: Rate
  readonly credited: CreditedPart
}

/** The quantity of a line that a credit note takes back. */
export type Credit = { readonly lineNo: number; readonly quantity: Quantity }

export const NOTHING: CreditedPart = { quantity: ZERO_QUANTITY, net: ZERO_CENTS, vat: ZERO_CENTS }

const addParts = (a: CreditedPart, b: CreditedPart): CreditedPart => ({
  quantity: addQuantity(a.quantity, b.quantity),
  net: addCents(a.net, b.net),
  vat: addCents(a.vat, b.vat),
})

export const subtractParts = (a: CreditedPart, b: CreditedPart): CreditedPart => ({
  quantity: subtractQuantity(a.quantity, b.quantity),
  net: subtractCents(a.net, b.net),
  vat: subtractCents(a.vat, b.vat),
})

/** The statuses of orders that have an invoice and are not cancelled. */
const INVOICED_STATUSES: readonly OrderStatus[] = PACKAGED_STATUSES.filter(
  (status) => !UNINVOICED_STATUSES.includes(status),
)

/** Returns what is left of a line after the earlier credit notes. */
export const restOfLine = ({ quantity, net, vat, credited }: CreditableLine): CreditedPart => ({
  quantity: subtractQuantity(quantity, credited.quantity),
  net: largerCents(subtractCents(net, credited.net), ZERO_CENTS),
  vat: largerCents(subtractCents(vat, credited.vat), ZERO_CENTS),
})

/**
 * Returns what a quantity of a line is worth. All credit notes of a line together are never worth more than the line, and its last
 * pieces are worth what is left of it, so that the sum equals the invoice to the cent. The VAT of one of them differs from its rate by a
 * cent or two at most.
 */
export function creditOfLine(line: CreditableLine, quantity: Quantity): CreditedPart {
  const through = addQuantity(line.credited.quantity, quantity)
  if (through >= line.quantity) return restOfLine(line)
  const net = largerCents(smallerCents(lineTotal(through, line.price), line.net), line.credited.net)
  const vat = largerCents(smallerCents(percentOf(net, line.vatRate), line.vat), line.credited.vat)
  return { quantity, net: subtractCents(net, line.credited.net), vat: subtractCents(vat, line.credited.vat) }
}

/** Returns the sums of parts. */
export function sumOfParts(parts: readonly CreditedPart[]): { net: Cents; vat: Cents; total: Cents } {
  const net = sumCents(parts.map((part) => part.net))
  const vat = sumCents(parts.map((part) => part.vat))
  return { net, vat, total: addCents(net, vat) }
}

type InvoiceFacts = Pick<OrderFacts, 'status' | 'invoiceMode' | 'invoiceAccepted'> & {
  /** True if the order was imported as an earlier system left it. No command changes it (C-76). */
  readonly historic: boolean
}

/**
 * Reports whether an order has an invoice that a credit note can be about. A red invoice is no tax document (C-32), and one of an earlier system
 * is credited there.
 */
export const hasTaxInvoice = ({ status, invoiceMode, invoiceAccepted, historic }: InvoiceFacts): boolean =>
  !historic && invoiceMode === 'epsilon' && invoiceAccepted && INVOICED_STATUSES.includes(status)

/** Returns why no part of an order can be credited, or null. */
export function whyNoCredit(order: InvoiceFacts & Pick<OrderFacts, 'documentUnderWay' | 'credited'>): Refusal | null {
  const { documentUnderWay, credited } = order
  if (!hasTaxInvoice(order)) return refusal('refused', 'orders.not-credited')
  if (documentUnderWay) return refusal('refused', 'orders.document-under-way')
  return credited ? refusal('refused', 'orders.all-credited') : null
}

/** Returns why a credit note may not take back these quantities, or null. */
export function whyNotCredited(lines: readonly CreditableLine[], wanted: readonly Credit[]): Refusal | null {
  if (wanted.length === 0) return refusal('refused', 'orders.nothing-credited')
  for (const [index, { lineNo, quantity }] of wanted.entries()) {
    const line = lines.find((one) => one.lineNo === lineNo)
    if (!line || wanted.findIndex((one) => one.lineNo === lineNo) !== index)
      return refusal('refused', 'orders.no-such-line', { line: lineNo })
    const rest = restOfLine(line).quantity
    if (quantity > rest) return refusal('refused', 'orders.credited-too-much', { name: line.name, rest })
    if (hasWholeParts(line.unit, line.quantity) && !isWholeIn(line.unit, quantity))
      return refusal('refused', 'orders.whole-pieces', { name: line.name })
  }
  return null
}

type Bounds = { readonly least: Pick<CreditedPart, 'net' | 'vat'>; readonly most: Pick<CreditedPart, 'net' | 'vat'> }

/**
 * Returns the least and the most that `kept` pieces of a split line may be worth, so that neither part of the line is worth less than what
 * was credited of it. `credits` are what the credit notes of the line took back, in their order, and the pieces that stay come first.
 */
export function boundsOfKept(line: CreditedPart, credits: readonly CreditedPart[], kept: Quantity): Bounds {
  let before: CreditedPart = NOTHING
  for (const credit of credits) {
    const through = addParts(before, credit)
    if (through.quantity === kept) return { least: through, most: through }
    if (through.quantity > kept) return { least: before, most: through }
    before = through
  }
  return { least: before, most: line }
}

/**
 * Divides what was credited of a line between the pieces that stay in an order and those that go to its follow-up order. `room` is
 * what of the pieces that stay no earlier credit note took back. If it is full, what stays equals it to the cent.
 */
export function divideCredit(
  part: CreditedPart,
  room: CreditedPart,
): { readonly kept: CreditedPart; readonly rest: CreditedPart } {
  if (room.quantity >= part.quantity) return { kept: part, rest: NOTHING }
  if (room.quantity <= 0) return { kept: NOTHING, rest: part }
  const share = (of: 'net' | 'vat'): Cents => largerCents(smallerCents(room[of], part[of]), ZERO_CENTS)
  const kept = { quantity: room.quantity, net: share('net'), vat: share('vat') }
  return { kept, rest: subtractParts(part, kept) }
}

/** A line that stays in a split order. */
type KeptLine = {
  readonly lineNo: number
  readonly quantity: Quantity
  readonly total: Cents
  readonly vatAmount: Cents
}

/** What a credit note took back of a line. */
export type CreditLine = CreditedPart & { readonly lineNo: number }

/** `refused` is true if the credit note counts for nothing, unless it is issued after all. */
type CreditOfLines = { readonly refused: boolean; readonly lines: readonly CreditLine[] }

/**
 * Divides each credit note of a split order between the lines that stay, `kept`, and those of the follow-up order. The credit notes are in
 * their order, and the pieces that stay are credited first.
 */
export function divideCredits<C extends CreditOfLines>(
  kept: readonly KeptLine[],
  credits: readonly C[],
): { readonly credit: C; readonly stays: CreditLine[]; readonly goes: CreditLine[] }[] {
  const room = new Map(
    kept.map(({ lineNo, quantity, total, vatAmount }) => [lineNo, { quantity, net: total, vat: vatAmount }]),
  )
  return credits.map((credit) => {
    const stays: CreditLine[] = []
    const goes: CreditLine[] = []
    for (const { lineNo, ...part } of credit.lines) {
      const left = room.get(lineNo) ?? NOTHING
      const divided = divideCredit(part, left)
      // a refused credit note took back nothing
      if (!credit.refused) room.set(lineNo, subtractParts(left, divided.kept))
      if (divided.kept.quantity > 0) stays.push({ lineNo, ...divided.kept })
      if (divided.rest.quantity > 0) goes.push({ lineNo, ...divided.rest })
    }
    return { credit, stays, goes }
  })
}

/** Returns what issued credit notes took back of the lines that stay in an order, with VAT. `lines` are in the order of the credit notes. */
export function creditedOfKept(kept: readonly KeptLine[], lines: readonly CreditLine[]): Cents {
  const divided = divideCredits(kept, [{ refused: false, lines }])
  return sumOfParts(divided.flatMap(({ stays }) => stays)).total
}
