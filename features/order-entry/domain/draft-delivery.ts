/** The delivery day of a new order: the form proposes one, until a person decides. */
import type { Day } from '#kernel/day.ts'
import { nextWorkingDay } from '#kernel/days/working-day.ts'
import type { OrderDraft } from './order-draft.ts'
import { deliveryOn } from './ready-line.ts'

/** Returns the delivery that the form proposes for an order of today: the next working day. */
export const proposedDelivery = (today: Day): string => `${nextWorkingDay(today)} 00:00:00`

/** Returns a delivery, or `earliest` if the goods are not ready before. */
export const laterDelivery = (delivery: string, earliest: Day | null): string =>
  earliest !== null && earliest > delivery.slice(0, 10) ? deliveryOn(earliest) : delivery

/**
 * Fills in the proposed delivery of an order that has a customer. A day that a person chose or emptied stays, and a
 * proposal of an earlier day is renewed.
 */
export function proposeDelivery(draft: OrderDraft, today: Day): OrderDraft {
  const isFree = draft.deliveryFrom === 'proposal' || (draft.deliveryFrom === undefined && !draft.expectedDelivery)
  const expectedDelivery = proposedDelivery(today)
  if (draft.customer === null || !isFree || draft.expectedDelivery === expectedDelivery) return draft
  return { ...draft, expectedDelivery, deliveryFrom: 'proposal' }
}

/** Takes the delivery that a person chose, or null if the person emptied it. */
export const chooseDelivery = (draft: OrderDraft, expectedDelivery: string | null): OrderDraft => ({
  ...draft,
  expectedDelivery,
  deliveryFrom: 'person',
})

/** Returns the draft as an offer, which has a delivery only if a person chose one. */
export const withoutProposal = (draft: OrderDraft): OrderDraft =>
  draft.deliveryFrom === 'proposal' ? { ...draft, expectedDelivery: null } : draft
