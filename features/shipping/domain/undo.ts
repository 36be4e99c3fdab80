/** The rule for undoing a wrong press at the door: soon after it, and while nothing else followed. */
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { isInTime, UNDO_MINUTES } from '#kernel/days/undo.ts'

/** What the rule needs to know about a closed stop. */
export type ClosedStop = {
  readonly orderId: number
  /** When the stop was closed, by the clock of the phone. */
  readonly closedAt: string
  /** True if the shipment is finished. */
  readonly finished: boolean
  /** True if only a part was delivered, because the rest is an order of its own now. */
  readonly partly: boolean
  /**
   * True if something else followed: a change of the order or its documents, another payment of the customer, or lent
   * items taken back.
   */
  readonly followed: boolean
}

/** Returns why the closing of a stop by the press at `pressedAt` cannot be undone at `undoneAt`, or null if it can. */
export function whyNotUndone(stop: ClosedStop, pressedAt: string, undoneAt: string): Refusal | null {
  const { orderId } = stop
  if (stop.finished) return refusal('refused', 'shipping.already-finished')
  if (stop.partly) return refusal('refused', 'shipping.undo-partly', { orderId })
  // the stop was opened and closed again by another press
  const another = Date.parse(stop.closedAt) !== Date.parse(pressedAt)
  if (stop.followed || another) return refusal('refused', 'shipping.undo-followed', { orderId })
  return isInTime(pressedAt, undoneAt) ? null : refusal('refused', 'shipping.undo-late', { minutes: UNDO_MINUTES })
}
