/** The rule for undoing a press of a section: the newest one, soon after it, and while nothing else followed. */
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { isInTime, UNDO_MINUTES } from '#kernel/days/undo.ts'

/** What the rule needs to know about a press. */
export type PressFacts = {
  readonly pressedAt: string
  readonly isUndone: boolean
  /** True if no later press of the task counts. */
  readonly isNewest: boolean
  /** True if something else changed the task since, such as a program or a plan. */
  readonly followed: boolean
  /** True if a later step works with what the press finished. */
  readonly nextBegun: boolean
  /** True if the order of the finished pieces is sent to packaging, or is further. */
  readonly orderWentOn: boolean
}

/** Returns why a press cannot be undone at `now`, or null if it can. */
export function whyNotUndone(press: PressFacts, now: string): Refusal | null {
  if (press.isUndone) return refusal('refused', 'production.already-undone')
  if (!press.isNewest) return refusal('refused', 'production.undo-newest')
  if (!isInTime(press.pressedAt, now)) return refusal('refused', 'production.undo-late', { minutes: UNDO_MINUTES })
  if (press.followed) return refusal('refused', 'production.undo-followed')
  if (press.nextBegun) return refusal('refused', 'production.next-begun')
  return press.orderWentOn ? refusal('refused', 'production.order-went-on') : null
}
