/** Takes presses that the driver has undone out of the day, and finds those that may still be undone. */
import { collectPayment } from '#features/payments/domain/contract.ts'
import { addDeliveryPhoto, closeDelivery, type ShipmentCard } from '#features/shipping/domain/contract.ts'
import { isInTime } from '#kernel/days/undo.ts'
import type { ParsedInputOf } from '#kernel/contract.ts'
import { addCents, negateQuantity, subtractCents, sumCents } from '#kernel/money.ts'
import { type DriverDay, type StopCustomer, undoPress } from './contract.ts'
import { type DoneAction, isClosed, type OpenShipment, type Stop } from './day-now.ts'
import { deliveredTotal } from './delivered-part.ts'
import { afterDelivery, lentWithDelivered } from './held-pieces.ts'

type Undone = ParsedInputOf<typeof undoPress>

const isSame = (one: string | null | undefined, other: string): boolean =>
  one != null && Date.parse(one) === Date.parse(other)

/** Returns the orders and the moment of the press that the action belongs to, or null if it is not part of a press. */
function pressOf({
  command,
  input,
}: DoneAction): { orderIds: readonly number[] | null; at: string | undefined } | null {
  if (command === closeDelivery.name) {
    const { data } = closeDelivery.input.safeParse(input)
    return data ? { orderIds: [data.orderId], at: data.doneAt } : null
  }
  if (command === collectPayment.name) {
    const { data } = collectPayment.input.safeParse(input)
    return data ? { orderIds: data.orderId === undefined ? null : [data.orderId], at: data.doneAt } : null
  }
  return null
}

/** Reports whether the action is part of the press. A payment for several orders names none of them, but its moment. */
export function isOfPress(
  action: DoneAction,
  { orderIds, pressedAt }: Pick<Undone, 'orderIds' | 'pressedAt'>,
): boolean {
  const press = pressOf(action)
  if (press === null || !isSame(press.at, pressedAt)) return false
  return press.orderIds === null || press.orderIds.some((orderId) => orderIds.includes(orderId))
}

/** Reports whether the action is the photo of an order that the press closed. */
export const isPhotoOfPress = ({ command, input }: DoneAction, orderIds: readonly number[]): boolean =>
  command === addDeliveryPhoto.name && orderIds.includes(addDeliveryPhoto.input.safeParse(input).data?.orderId ?? 0)

/**
 * Returns the day and the actions without the presses that the actions undo: neither what the answer of the office already
 * includes of a press, nor its own actions. The undoing itself stays in the list.
 */
export function withoutUndone(
  day: DriverDay,
  actions: readonly DoneAction[],
): { day: DriverDay; actions: readonly DoneAction[] } {
  const undone = actions.flatMap(({ command, input }) => {
    const { data } = command === undoPress.name ? undoPress.input.safeParse(input) : { data: undefined }
    return data ? [data] : []
  })
  if (undone.length === 0) return { day, actions }
  return {
    day: undone.reduce(withoutPress, day),
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
