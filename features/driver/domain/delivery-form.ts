/** Turns what a driver enters at a delivery into actions. */
import type { collectPayment } from '#features/payments/domain/contract.ts'
import type { addDeliveryPhoto, closeDelivery, ShipmentCard } from '#features/shipping/domain/contract.ts'
import type { Signature } from '#features/shipping/domain/delivery.ts'
import type { InputOf } from '#kernel/contract.ts'
import { dayOf } from '#kernel/day.ts'
import { addCents, type Cents } from '#kernel/money.ts'
import type { Photo } from '#kernel/photo.ts'
import { type DeliveredPart, deliveredTotal } from './day.ts'

/** How much cash is taken: the total of the order, all that the customer owes, or a typed amount. */
export type CashChoice = 'order' | 'all' | 'typed'

export type DeliveryForm = {
  readonly signature: Signature
  readonly recipient: string
  readonly cash: CashChoice | null
  /** The typed amount, or null while it is not a number. */
  readonly typed: number | null
  readonly receiptNumber: string
  /**
   * The delivered quantity by line number, null while it is not a number; null as a whole if everything is delivered.
   */
  readonly quantities: Readonly<Record<number, number | null>> | null
  readonly photo: Photo | null
  readonly note: string
}

export const EMPTY_DELIVERY_FORM: DeliveryForm = {
  signature: [],
  recipient: '',
  cash: null,
  typed: null,
  receiptNumber: '',
  quantities: null,
  photo: null,
  note: '',
}

type Card = Pick<ShipmentCard, 'id' | 'customerId' | 'lines' | 'total'>

/** Returns the lines of which less than ordered is delivered. */
function partsOf(card: Pick<Card, 'lines'>, { quantities }: Pick<DeliveryForm, 'quantities'>): DeliveredPart[] {
  if (quantities === null) return []
  return card.lines.flatMap(({ lineNo, quantity }) => {
    const delivered = quantities[lineNo] ?? 0
    return delivered < quantity ? [{ lineNo, quantity: delivered }] : []
  })
}

/** Returns the total of the delivered part as `order`, and as `all` that total plus the balance of the customer. */
export function owedAt(card: Card, balance: Cents, draft: DeliveryForm): { order: Cents; all: Cents } {
  const order = deliveredTotal(card, partsOf(card, draft))
  return { order, all: addCents(balance, order) }
}

/** Returns the cash taken, in cents; null if none is taken or the typed amount is not a number. */
export function cashOf(card: Card, balance: Cents, draft: DeliveryForm): number | null {
  if (draft.cash === null) return null
  return draft.cash === 'typed' ? draft.typed : owedAt(card, balance, draft)[draft.cash]
}

/** Returns why the delivery is not possible, as the last part of a text key; null if it is possible. */
export function missingForDelivery(
  card: Card,
  balance: Cents,
  draft: DeliveryForm,
): 'quantity' | 'nothing' | 'cash' | null {
  if (draft.quantities !== null) {
    const quantities = card.lines.map(({ lineNo }) => draft.quantities?.[lineNo])
    if (quantities.some((quantity) => quantity === null || quantity === undefined)) return 'quantity'
    if (quantities.every((quantity) => quantity === 0)) return 'nothing'
  }
  return draft.cash !== null && (cashOf(card, balance, draft) ?? 0) <= 0 ? 'cash' : null
}

export type DeliveryActions = {
  readonly delivery: InputOf<typeof closeDelivery>
  readonly photo: InputOf<typeof addDeliveryPhoto> | null
  readonly payment: InputOf<typeof collectPayment> | null
}

/** Returns the actions of a delivery. Each is separate, so that a refusal of one does not lose the others. */
export function actionsOf(card: Card, balance: Cents, draft: DeliveryForm, at: string): DeliveryActions {
  const delivered = partsOf(card, draft)
  const recipient = draft.recipient.trim()
  const note = draft.note.trim()
  const signed = draft.signature.length > 0
  const amount = cashOf(card, balance, draft)
  return {
    delivery: {
      orderId: card.id,
      action: 'deliver',
      doneAt: at,
      ...(note === '' ? {} : { reason: note }),
      ...(delivered.length === 0 ? {} : { delivered }),
      ...(recipient === '' && !signed ? {} : { proof: { recipient, signature: signed ? draft.signature : null } }),
    },
    photo: draft.photo === null ? null : { orderId: card.id, photo: draft.photo.base64, takenAt: draft.photo.takenAt },
    payment:
      amount === null
        ? null
        : {
            customerId: card.customerId,
            orderId: card.id,
            amount,
            receiptNumber: draft.receiptNumber.trim(),
            takenOn: dayOf(at),
            doneAt: at,
          },
  }
}
