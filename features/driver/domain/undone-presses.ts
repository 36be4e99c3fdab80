/** Takes presses that the driver has undone out of the day, and finds those that may still be undone. */
import { collectPayment } from '#features/payments/domain/contract.ts'
import { addDeliveryPhoto, closeDelivery, type ShipmentCard } from '#features/shipping/domain/contract.ts'
import { isInTime } from '#kernel/days/undo.ts'
import type { ParsedInputOf } from '#kernel/contract.ts'
import { addCents, negateQuantity, subtractCents, sumCents } from '#kernel/money.ts'
import { readAction, type StoredAction } from '#kernel/offline/offline-view.ts'
import { type DriverDay, type StopCustomer, undoPress } from './contract.ts'
import { isClosed, type OpenShipment, type Stop } from './day-now.ts'
import { deliveredTotal } from './delivered-part.ts'
import { afterDelivery, lentWithDelivered } from './held-pieces.ts'

type Undone = ParsedInputOf<typeof undoPress>

const isSame = (one: string | null | undefined, other: string): boolean =>
  one != null && Date.parse(one) === Date.parse(other)

/** Reports whether the action is part of the press. A payment for several orders names none of them, but its moment. */
export function isOfPress(
  action: StoredAction,
  { orderIds, pressedAt }: Pick<Undone, 'orderIds' | 'pressedAt'>,
): boolean {
  const part = readAction(closeDelivery, action) ?? readAction(collectPayment, action)
  if (part === undefined || !isSame(part.doneAt, pressedAt)) return false
  return part.orderId === undefined || orderIds.includes(part.orderId)
}

/** Reports whether the action is the photo of an order that the press closed. */
export const isPhotoOfPress = (action: StoredAction, orderIds: readonly number[]): boolean =>
  orderIds.includes(readAction(addDeliveryPhoto, action)?.orderId ?? 0)

/**
 * Returns the day and the actions without the presses that the actions undo: neither what the answer of the office already
 * includes of a press, nor its own actions. The undoing itself stays in the list.
 */
export function withoutUndone(
  answer: DriverDay,
  actions: readonly StoredAction[],
): { answer: DriverDay; actions: readonly StoredAction[] } {
  const undone = actions.flatMap((action) => readAction(undoPress, action) ?? [])
  return {
    answer: undone.reduce(withoutPress, answer),
    actions: actions.filter((action) => !undone.some((press) => isOfPress(action, press))),
  }
}

/** Returns the day as it was before the press: its orders are on their way, and nothing is owed or carried for them. */
function withoutPress(day: DriverDay, { orderIds, pressedAt }: Undone): DriverDay {
  const isUndone = (card: ShipmentCard) =>
    card.outcome !== null && orderIds.includes(card.id) && isSame(card.closedAt, pressedAt)
  const cards = day.rounds.flatMap(({ orders }) => orders.filter(isUndone))
  const payer = cards[0]?.customerId
  const isTaken = ({ doneAt, orderId }: { doneAt?: string | null | undefined; orderId: number | null }) =>
    isSame(doneAt, pressedAt) && (orderId === null || orderIds.includes(orderId))
  const taken = day.cash.payments.filter(isTaken)
  const notCarried = (day.notCarried ?? []).filter((payment) => payment.customerId === payer && isTaken(payment))
  const cash = sumCents(taken.map((payment) => payment.amount))
  const paid = addCents(cash, sumCents(notCarried.map((payment) => payment.amount)))
  return {
    ...day,
    rounds: day.rounds.map((round) => ({
      ...round,
      orders: round.orders.map((card) =>
        isUndone(card) ? { ...card, outcome: null, closedAt: null, status: 'ON SHIPPING' } : card,
      ),
    })),
    customers: day.customers.map((customer) => {
      const before = cards.filter((card) => card.customerId === customer.id).reduce(beforeDelivery, customer)
      return customer.id === payer ? { ...before, balance: addCents(before.balance, paid) } : before
    }),
    cash: {
      ...day.cash,
      amount: subtractCents(day.cash.amount, cash),
      payments: day.cash.payments.filter((payment) => !taken.includes(payment)),
    },
    ...(day.notCarried ? { notCarried: day.notCarried.filter((payment) => !notCarried.includes(payment)) } : {}),
  }
}

/** Returns the customer as before the delivery of the order. Only whole deliveries can be undone. */
function beforeDelivery(customer: StopCustomer, card: ShipmentCard): StopCustomer {
  if (card.outcome !== 'SHIPPED') return customer
  const back = lentWithDelivered(card, []).map((lent) => ({ ...lent, quantity: negateQuantity(lent.quantity) }))
  return {
    ...customer,
    balance: subtractCents(customer.balance, deliveredTotal(card, [])),
    loans: afterDelivery(customer.loans, back),
  }
}

/** A press that closed orders of one shipment. */
export type ClosingPress = { readonly pressedAt: string; readonly stops: readonly [Stop, ...Stop[]] }

/**
 * Returns the presses of a shipment that may be undone at `now`, the newest first. A part that was not delivered is an order
 * of its own, so such a press is not among them.
 */
export function undoablePresses(
  { stops, undelivered, finishing }: Pick<OpenShipment, 'stops' | 'undelivered' | 'finishing'>,
  now: string,
): ClosingPress[] {
  if (finishing) return []
  const found = new Map<number, ClosingPress>()
  for (const stop of stops) {
    if (!isClosed(stop) || stop.closedAt == null) continue
    const at = Date.parse(stop.closedAt)
    const before = found.get(at)
    found.set(at, { pressedAt: stop.closedAt, stops: before ? [...before.stops, stop] : [stop] })
  }
  return [...found.values()]
    .filter((press) => isInTime(press.pressedAt, now))
    .filter((press) => !press.stops.some(({ id }) => undelivered.some(({ orderId }) => orderId === id)))
    .toSorted((a, b) => Date.parse(b.pressedAt) - Date.parse(a.pressedAt))
}
