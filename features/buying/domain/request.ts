/** The states of a purchase request, and how its lines lead to them. */
import { isWholeIn } from '#features/products/domain/product.ts'
import { isShort } from '#features/stock/domain/availability.ts'
import {
  addQuantity,
  negateQuantity,
  type Quantity,
  smallerQuantity,
  subtractQuantity,
  ZERO_QUANTITY,
} from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'

export const REQUEST_STATES = ['OPEN', 'ORDERED', 'PART-RECEIVED', 'RECEIVED', 'CANCELED'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** Returns a refusal if a part of a piece is bought, ordered or asked for (C-97), otherwise null. */
export const whyNotBought = (
  product: { readonly name: string; readonly unit: string },
  quantity: Quantity,
): Refusal | null =>
  isWholeIn(product.unit, quantity) ? null : refusal('refused', 'purchases.whole-pieces', { name: product.name })

/** The states in which somebody still waits for goods. */
export const WAITING_STATES = ['OPEN', 'ORDERED', 'PART-RECEIVED'] as const satisfies readonly RequestState[]

/**
 * What asked for the goods: a task, an order, a person, a program, a person in the list of goods that run out, or the proposals, which
 * are ordered at once.
 */
export const REQUEST_ORIGINS = ['TASK', 'ORDER', 'HAND', 'PROGRAM', 'LOW', 'PROPOSAL'] as const
export type RequestOrigin = (typeof REQUEST_ORIGINS)[number]

/** How far a line of a request has come. */
export type LineProgress = {
  readonly quantity: Quantity
  /** What booked invoices brought. */
  readonly received: Quantity
  /** What is no longer expected. */
  readonly dropped: Quantity
}

/** Returns what is still expected of a line. Rounding alone is not a missing quantity (C-52). */
export function outstandingOf({ quantity, received, dropped }: LineProgress): Quantity {
  const left = subtractQuantity(quantity, addQuantity(received, dropped))
  return isShort(negateQuantity(left)) ? left : ZERO_QUANTITY
}

/** Returns the state of a request that is not cancelled. */
export function stateOf(lines: readonly LineProgress[], isOrdered: boolean): RequestState {
  const before = isOrdered ? 'ORDERED' : 'OPEN'
  if (lines.every(({ received }) => received === 0)) return before
  return lines.every((line) => outstandingOf(line) === 0) ? 'RECEIVED' : 'PART-RECEIVED'
}

/** Reports whether goods of a request are still expected. */
export const isWaiting = (state: RequestState): boolean => WAITING_STATES.some((one) => one === state)

/** Returns why goods cannot be received for a request; null if they can. `orderedIn` is the order that answers it. */
export function whyNotReceived({
  state,
  orderedIn,
}: {
  readonly state: RequestState
  readonly orderedIn: number | null
}): Refusal | null {
  if (orderedIn !== null) return refusal('refused', 'purchases.request-answered', { requestId: orderedIn })
  return isWaiting(state) ? null : refusal('refused', 'purchases.request-over')
}

/** Returns why a request cannot be cancelled; null if it can. Of one that has come in part only the rest is cancelled. */
export const whyNotCanceled = whyNotReceived

/** A request for a product that waits for an order. */
type OpenRequest = { readonly quantity: Quantity }

/**
 * Returns the requests that an order answers, the oldest first as given. If less was ordered than is missing, the newest ones stay
 * open until the rest is ordered.
 */
export function answeredRequests<One extends OpenRequest>(
  open: readonly One[],
  missing: Quantity,
  ordered: Quantity,
): One[] {
  const answered = [...open]
  let lacking = subtractQuantity(missing, ordered)
  while (isShort(negateQuantity(lacking))) {
    const newest = answered.pop()
    if (newest === undefined) break
    lacking = subtractQuantity(lacking, newest.quantity)
  }
  return answered
}

/** A request that an order answers. */
export type Answered = { readonly quantity: Quantity }

/**
 * Returns what each of the requests that an order line answers has received, the oldest first as given. When nothing more is expected
 * of the line, all of them are answered: what they lack is on the shelf. Null stands for a request that must be ordered again, because the
 * rest of the line was cancelled.
 */
export function receivedOfAnswered(line: LineProgress, answered: readonly Answered[]): (Quantity | null)[] {
  const isOver = outstandingOf(line) === 0 && line.received > 0
  let rest = line.received
  return answered.map(({ quantity }) => {
    const share = smallerQuantity(rest, quantity)
    rest = subtractQuantity(rest, share)
    if (!isOver || share === quantity) return share
    return line.dropped > 0 ? null : quantity
  })
}

/** Names one line of a request. */
export type RequestLine = { readonly requestId: number; readonly requestLineNo: number }

/** Returns a text that names one line of a request, as the key of a map. */
export const keyOf = ({ requestId, requestLineNo }: RequestLine): string => `${requestId}:${requestLineNo}`

/** The goods of one invoice line that a line of a request waited for. */
type Arrival = RequestLine & { readonly quantity: Quantity }

/**
 * Returns what each invoice line brings of its line of a request, in the given order. A line never gets more than is expected of it;
 * what is beyond goes to the stock alone.
 */
export function arrivalsOf<One extends Arrival>(
  arrived: readonly One[],
  expected: ReadonlyMap<string, Quantity>,
): (One & { readonly counted: Quantity })[] {
  const left = new Map(expected)
  return arrived.map((one) => {
    const open = left.get(keyOf(one)) ?? ZERO_QUANTITY
    const counted = smallerQuantity(one.quantity, open)
    left.set(keyOf(one), subtractQuantity(open, counted))
    return { ...one, counted }
  })
}
