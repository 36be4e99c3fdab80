/** Turns what a driver enters at a delivery into actions. */
import { isNothingDelivered } from '#features/orders/domain/split.ts'
import type { collectPayment } from '#features/payments/domain/contract.ts'
import { IN_CASH, type PaymentMeans, whyNotParticulars } from '#features/payments/domain/payment.ts'
import type { addDeliveryPhoto, closeDelivery, ShipmentCard } from '#features/shipping/domain/contract.ts'
import type { Signature } from '#features/shipping/domain/delivery.ts'
import type { InputOf } from '#kernel/contract.ts'
import { dayOf } from '#kernel/day.ts'
import { addCents, type Cents, sumCents } from '#kernel/money.ts'
import type { Photo } from '#kernel/photo.ts'
import { type DeliveredPart, deliveredTotal } from './delivered-part.ts'

/** How much money is taken: the total of the order, all that the customer owes, or a typed amount. */
export type CashChoice = 'order' | 'all' | 'typed'

export type DeliveryForm = {
  readonly signature: Signature
  readonly recipient: string
  readonly cash: CashChoice | null
  /** The typed amount, or null while it is not a number. */
  readonly typed: number | null
  readonly receiptNumber: string
  /** How the customer pays. */
  readonly means: PaymentMeans
  /** The delivered quantity by `lineKey`, null while it is not a number; null as a whole if everything is delivered. */
  readonly quantities: Readonly<Record<string, number | null>> | null
  readonly photo: Photo | null
  readonly note: string
}

export const EMPTY_DELIVERY_FORM: DeliveryForm = {
  signature: [],
  recipient: '',
  cash: null,
  typed: null,
  receiptNumber: '',
  means: IN_CASH,
  quantities: null,
  photo: null,
  note: '',
}

type Card = Pick<ShipmentCard, 'id' | 'customerId' | 'lines' | 'total'>

/** The orders of one stop, all of one customer. There is at least one. */
type Cards = readonly Card[]

/** Returns the key of an order line in the delivered quantities. */
export const lineKey = (orderId: number, lineNo: number): string => `${orderId}:${lineNo}`

/** Returns the ordered quantities as the delivered ones. */
export const allDelivered = (cards: Cards): Record<string, number> =>
  Object.fromEntries(cards.flatMap(({ id, lines }) => lines.map((line) => [lineKey(id, line.lineNo), line.quantity])))

/** Returns the lines of which less than ordered is delivered. */
function partsOf({ id, lines }: Card, { quantities }: Pick<DeliveryForm, 'quantities'>): DeliveredPart[] {
  if (quantities === null) return []
  return lines.flatMap(({ lineNo, quantity }) => {
    const delivered = quantities[lineKey(id, lineNo)] ?? 0
    return delivered < quantity ? [{ lineNo, quantity: delivered }] : []
  })
}

/** Returns the total of the delivered part as `order`, and as `all` that total plus the balance of the customer. */
export function owedAt(cards: Cards, balance: Cents, draft: DeliveryForm): { order: Cents; all: Cents } {
  const order = sumCents(cards.map((card) => deliveredTotal(card, partsOf(card, draft))))
  return { order, all: addCents(balance, order) }
}

/** Returns the money taken, in cents; null if none is taken or the typed amount is not a number. */
export function cashOf(cards: Cards, balance: Cents, draft: DeliveryForm): number | null {
  if (draft.cash === null) return null
  return draft.cash === 'typed' ? draft.typed : owedAt(cards, balance, draft)[draft.cash]
}

/** Returns why the delivery is not possible, as the last part of a text key; null if it is possible. */
export function missingForDelivery(
  cards: Cards,
  balance: Cents,
  draft: DeliveryForm,
): 'quantity' | 'nothing' | 'nothing-of-one' | 'cash' | 'cheque' | null {
  const { quantities: typed } = draft
  if (typed !== null) {
    const byOrder = cards.map(({ id, lines }) => lines.map(({ lineNo }) => typed[lineKey(id, lineNo)]))
    if (byOrder.flat().some((quantity) => quantity === null || quantity === undefined)) return 'quantity'
    if (cards.some(({ id, lines }) => isNothingDelivered(lines, ({ lineNo }) => typed[lineKey(id, lineNo)])))
      return cards.length === 1 ? 'nothing' : 'nothing-of-one'
  }
  if (draft.cash === null) return null
  if ((cashOf(cards, balance, draft) ?? 0) <= 0) return 'cash'
  return whyNotParticulars(draft.means) === null ? null : 'cheque'
}

/** Returns the fields of a payment that say how it was paid. Those of a cheque count only for a cheque. */
export function collectedBy({ type, bankName, expireDate, issuer }: PaymentMeans): Partial<PaymentMeans> {
  if (type === 'CASH') return {}
  return type === 'CARD' ? { type } : { type, bankName: bankName.trim(), expireDate, issuer: issuer.trim() }
}

export type DeliveryActions = {
  /** One for each order, each with the signature and the name, because every order has a proof of its own. */
  readonly deliveries: readonly InputOf<typeof closeDelivery>[]
  readonly photos: readonly InputOf<typeof addDeliveryPhoto>[]
  readonly payment: InputOf<typeof collectPayment> | null
}

/** Returns the actions of a delivery. Each is separate, so that a refusal of one does not lose the others. */
export function actionsOf(cards: Cards, balance: Cents, draft: DeliveryForm, at: string): DeliveryActions {
  const [first, ...others] = cards
  const recipient = draft.recipient.trim()
  const note = draft.note.trim()
  const signed = draft.signature.length > 0
  const amount = cashOf(cards, balance, draft)
  const { photo } = draft
  return {
    deliveries: cards.map((card) => {
      const delivered = partsOf(card, draft)
      return {
        orderId: card.id,
        action: 'deliver',
        doneAt: at,
        reason: note || undefined,
        ...(delivered.length === 0 ? {} : { delivered }),
        ...(recipient === '' && !signed ? {} : { proof: { recipient, signature: signed ? draft.signature : null } }),
      }
    }),
    photos: photo === null ? [] : cards.map(({ id }) => ({ orderId: id, photo: photo.base64, takenAt: photo.takenAt })),
    payment:
      amount === null || first === undefined
        ? null
        : {
            customerId: first.customerId,
            // money for several orders belongs to the customer, and to none of the orders alone
            ...(others.length === 0 ? { orderId: first.id } : { forOrders: cards.map(({ id }) => id) }),
            amount,
            receiptNumber: draft.receiptNumber.trim(),
            ...collectedBy(draft.means),
            takenOn: dayOf(at),
            doneAt: at,
          },
  }
}
