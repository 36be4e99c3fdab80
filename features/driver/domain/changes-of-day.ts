/** What the actions of a driver change of the day. */
import type { collectPayment, handOverCash } from '#features/payments/domain/contract.ts'
import { isCarried } from '#features/payments/domain/payment.ts'
import type { closeDelivery, reorderStops, takeBackLoans } from '#features/shipping/domain/contract.ts'
import { DRIVER_ACTIONS, newPositions } from '#features/shipping/domain/shipment.ts'
import type { ParsedInputOf } from '#kernel/contract.ts'
import { dayOf } from '#kernel/day.ts'
import {
  addCents,
  quantity,
  subtractCents,
  subtractQuantity,
  sumQuantities,
  ZERO_CENTS,
  ZERO_QUANTITY,
} from '#kernel/money.ts'
import type { StoredAction } from '#kernel/offline/offline-view.ts'
import type { StopCustomer } from './contract.ts'
import { byPosition, type DayNow, isClosed, type OpenShipment, type Stop, summedByProduct } from './day-now.ts'
import { deliveredTotal, undeliveredOf } from './delivered-part.ts'
import { afterDelivery, afterTakingBack, lentWithDelivered } from './held-pieces.ts'

const isAccepted = ({ acceptedAfter }: StoredAction): boolean => typeof acceptedAfter === 'number'

const stopsOf = ({ shipments }: DayNow): Stop[] => shipments.flatMap(({ stops }) => stops)

const withStops = (day: DayNow, change: (stop: Stop) => Stop): DayNow => ({
  ...day,
  shipments: day.shipments.map((shipment) => ({ ...shipment, stops: shipment.stops.map(change) })),
})

/** Changes the shipment that contains the order. */
const withShipmentOf = (
  day: DayNow,
  orderId: number | undefined,
  change: (shipment: OpenShipment) => OpenShipment,
): DayNow => ({
  ...day,
  shipments: day.shipments.map((one) => (one.stops.some(({ id }) => id === orderId) ? change(one) : one)),
})

function withCustomer(day: DayNow, id: number, change: (customer: StopCustomer) => StopCustomer): DayNow {
  const customer = day.customers.get(id)
  return customer ? { ...day, customers: new Map([...day.customers, [id, change(customer)]]) } : day
}

/** Lists the action at the stops of these orders, unless the office has accepted it. */
export const waitingAt = (day: DayNow, orderIds: readonly (number | undefined)[], action: StoredAction): DayNow =>
  isAccepted(action)
    ? day
    : withStops(day, (stop) => (orderIds.includes(stop.id) ? { ...stop, waiting: [...stop.waiting, action] } : stop))

export function closed(
  before: DayNow,
  { orderId, action: way, delivered = [], doneAt }: ParsedInputOf<typeof closeDelivery>,
  action: StoredAction,
): DayNow {
  const stop = stopsOf(before).find(({ id }) => id === orderId)
  if (stop === undefined || stop.outcome !== null) return before
  const closing = { closing: way, status: DRIVER_ACTIONS[way], closedAt: doneAt ?? action.at }
  const day = withStops(waitingAt(before, [orderId], action), (one) =>
    one.id === orderId ? { ...one, ...closing } : one,
  )
  if (way !== 'deliver') return day
  const undelivered = undeliveredOf(stop, delivered)
  const owing = withCustomer(day, stop.customerId, (customer) => ({
    ...customer,
    balance: addCents(customer.balance, deliveredTotal(stop, delivered)),
    loans: afterDelivery(customer.loans, lentWithDelivered(stop, undelivered)),
  }))
  const lines = undelivered.map(({ productId: _, ...line }) => line)
  if (lines.length === 0) return owing
  return withShipmentOf(owing, orderId, (shipment) => ({
    ...shipment,
    undelivered: [...shipment.undelivered, { orderId, name: stop.name, lines }],
  }))
}

/** The open orders share the positions that they have. The server leaves the position of a closed one, too. */
export function reordered(before: DayNow, { orderIds }: ParsedInputOf<typeof reorderStops>): DayNow {
  const positions = newPositions(
    stopsOf(before).filter((stop) => !isClosed(stop)),
    orderIds,
  )
  const day = withStops(before, (stop) => ({ ...stop, position: positions.get(stop.id) ?? stop.position }))
  return { ...day, shipments: day.shipments.map((one) => ({ ...one, stops: one.stops.toSorted(byPosition) })) }
}

export function paid(
  before: DayNow,
  { customerId, amount, receiptNumber, orderId, takenOn, type }: ParsedInputOf<typeof collectPayment>,
  action: StoredAction,
): DayNow {
  const day = withCustomer(waitingAt(before, [orderId], action), customerId, (customer) => ({
    ...customer,
    balance: subtractCents(customer.balance, amount),
    lastPayment: { id: 0, date: takenOn ?? dayOf(action.at), amount },
  }))
  if (!isCarried(type)) return day
  const { key, name: customerName } = action
  const payment = { key, customerName, amount, receiptNumber, waiting: !isAccepted(action) }
  const { cash } = day
  return {
    ...day,
    cash: { ...cash, amount: addCents(cash.amount, amount), payments: [...cash.payments, payment] },
  }
}

export function tookBack(
  before: DayNow,
  { customerId, orderId, items }: ParsedInputOf<typeof takeBackLoans>,
  action: StoredAction,
): DayNow {
  const waiting = waitingAt(before, [orderId], action)
  const customer = before.customers.get(customerId)
  if (!customer) return waiting
  const taken = new Map(items.map((item) => [item.productId, item.quantity]))
  const back = customer.loans.flatMap((loan) => {
    const pieces = taken.get(loan.productId) ?? ZERO_QUANTITY
    return pieces === 0 ? [] : [{ ...loan, quantity: pieces }]
  })
  const loanBalance = subtractQuantity(
    customer.loanBalance ?? ZERO_QUANTITY,
    sumQuantities(items.map((item) => quantity(item.quantity))),
  )
  const loans = afterTakingBack(customer.loans, taken)
  const day = withCustomer(waiting, customerId, (one) => ({ ...one, loans, loanBalance }))
  return withShipmentOf(
    withStops(day, (stop) => (stop.customerId === customerId ? { ...stop, loanBalance } : stop)),
    orderId,
    (shipment) => ({ ...shipment, takenBack: summedByProduct([...shipment.takenBack, ...back]) }),
  )
}

export const handedOver = (
  day: DayNow,
  { counted }: ParsedInputOf<typeof handOverCash>,
  { key, at }: StoredAction,
): DayNow => ({
  ...day,
  cash: { ...day.cash, amount: ZERO_CENTS, payments: [], handingOver: [...day.cash.handingOver, { key, counted, at }] },
})
