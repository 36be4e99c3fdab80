/** What a driver fills in at the door, and the actions that come of it. */
import type { collectPayment } from '#features/payments/domain/contract.ts'
import type { addDeliveryPhoto, closeDelivery, ShipmentCard } from '#features/shipping/domain/contract.ts'
import type { Signature } from '#features/shipping/domain/delivery.ts'
import type { InputOf } from '#kernel/contract.ts'
import { dayOf } from '#kernel/day.ts'
import { addCents, type Cents } from '#kernel/money.ts'
import { type Left, totalOfLeft } from './day.ts'

/** A photo as it waits on the phone; `address` shows it on the page. */
export type Photo = { readonly base64: string; readonly takenAt: string; readonly address: string }

/** How much cash is taken: the order, everything that is owed, or an amount that was typed. */
export type CashChoice = 'order' | 'all' | 'typed'

export type HandOver = {
  readonly signature: Signature
  readonly recipient: string
  readonly cash: CashChoice | null
  /** What was typed; null while it cannot be read. */
  readonly typed: number | null
  readonly receiptNumber: string
  /** What of each line is left, by line; null when everything is. */
  readonly quantities: Readonly<Record<number, number | null>> | null
  readonly photo: Photo | null
  readonly note: string
}

export const EMPTY_HAND_OVER: HandOver = {
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

/** The lines of which less than ordered is left. */
function leftOf(card: Pick<Card, 'lines'>, { quantities }: Pick<HandOver, 'quantities'>): Left[] {
  if (quantities === null) return []
  return card.lines.flatMap(({ lineNo, quantity }) => {
    const left = quantities[lineNo] ?? 0
    return left < quantity ? [{ lineNo, quantity: left }] : []
  })
}

/** What the order comes to as it is left, and with it everything the customer owes. */
export function owedAt(card: Card, balance: Cents, draft: HandOver): { order: Cents; all: Cents } {
  const order = totalOfLeft(card, leftOf(card, draft))
  return { order, all: addCents(balance, order) }
}

/** The cash that is taken, in cents; null for none, or while it cannot be read. */
export function cashOf(card: Card, balance: Cents, draft: HandOver): number | null {
  if (draft.cash === null) return null
  return draft.cash === 'typed' ? draft.typed : owedAt(card, balance, draft)[draft.cash]
}

/** Why it cannot be handed over like this; the end of a text's key. */
export function whyNotHandedOver(card: Card, balance: Cents, draft: HandOver): 'quantity' | 'nothing' | 'cash' | null {
  if (draft.quantities !== null) {
    const quantities = card.lines.map(({ lineNo }) => draft.quantities?.[lineNo])
    if (quantities.some((quantity) => quantity === null || quantity === undefined)) return 'quantity'
    if (quantities.every((quantity) => quantity === 0)) return 'nothing'
  }
  return draft.cash !== null && (cashOf(card, balance, draft) ?? 0) <= 0 ? 'cash' : null
}

export type HandOverActions = {
  readonly delivery: InputOf<typeof closeDelivery>
  readonly photo: InputOf<typeof addDeliveryPhoto> | null
  readonly payment: InputOf<typeof collectPayment> | null
}

/** The actions of a hand-over, each for itself, so that a no to one does not lose the others. */
export function actionsOf(card: Card, balance: Cents, draft: HandOver, at: string): HandOverActions {
  const delivered = leftOf(card, draft)
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
