/** Counts the actions of a driver in the draft of the day. */
import { collectPayment, handOverCash } from '#features/payments/domain/contract.ts'
import { isCarried } from '#features/payments/domain/payment.ts'
import {
  addDeliveryPhoto,
  closeDelivery,
  finishShipment,
  reorderStops,
  type ShipmentCard,
  takeBackLoans,
} from '#features/shipping/domain/contract.ts'
import { type DriverAction, newPositions } from '#features/shipping/domain/shipment.ts'
import type { ParsedInputOf } from '#kernel/contract.ts'
import { dayOf } from '#kernel/day.ts'
import {
  addCents,
  type Cents,
  quantity,
  subtractCents,
  subtractQuantity,
  sumQuantities,
  ZERO_CENTS,
  ZERO_QUANTITY,
} from '#kernel/money.ts'
import { type Goods, type StopCustomer, type Undelivered, undoPress } from './contract.ts'
import type { DayNow, DoneAction } from './day-now.ts'
import { deliveredTotal, undeliveredOf } from './delivered-part.ts'
import { afterDelivery, afterTakingBack, lentWithDelivered } from './held-pieces.ts'

/** The day while actions are counted. */
export type Draft = {
  closing: Map<number, DriverAction>
  /** The position of each order that the driver has moved. */
  positions: Map<number, number>
  /** When each of these orders was closed, by the clock of the phone. */
  closedAt: Map<number, string>
  waiting: Map<number, DoneAction[]>
  finishing: Set<number>
  customers: Map<number, StopCustomer>
  cash: { -readonly [K in keyof DayNow['cash']]: DayNow['cash'][K] }
  undelivered: Undelivered[]
  /** The lent items that were taken back, with the order at whose stop that was. */
  takenBack: (Goods & { readonly orderId: number | undefined })[]
}

/** Counts one action. An action about an unknown or closed order, or of another page, changes nothing. */
export function countAction(draft: Draft, cards: ReadonlyMap<number, ShipmentCard>, action: DoneAction): void {
  switch (action.command) {
    case closeDelivery.name: {
      const { data } = closeDelivery.input.safeParse(action.input)
      const card = data && cards.get(data.orderId)
      if (!card || card.outcome !== null) return
      markWaiting(draft, card.id, action)
      draft.closing.set(card.id, data.action)
      draft.closedAt.set(card.id, data.doneAt ?? action.at)
      if (data.action !== 'deliver') return
      const parts = data.delivered ?? []
      addDebt(draft, card.customerId, deliveredTotal(card, parts))
      const undelivered = undeliveredOf(card, parts)
      addHeld(draft, card.customerId, lentWithDelivered(card, undelivered))
      const lines = undelivered.map(({ productId: _, ...line }) => line)
      if (lines.length > 0) draft.undelivered.push({ orderId: card.id, name: card.name, lines })
      return
    }
    case reorderStops.name: {
      const { data } = reorderStops.input.safeParse(action.input)
      for (const [id, position] of newPositions(openStops(draft, cards), data?.orderIds ?? []))
        draft.positions.set(id, position)
      return
    }
    case undoPress.name: {
      const { data } = undoPress.input.safeParse(action.input)
      for (const orderId of data?.orderIds ?? []) markWaiting(draft, orderId, action)
      return
    }
    case addDeliveryPhoto.name: {
      const { data } = addDeliveryPhoto.input.safeParse(action.input)
      if (data) markWaiting(draft, data.orderId, action)
      return
    }
    case collectPayment.name: {
      const { data } = collectPayment.input.safeParse(action.input)
      if (data) addPayment(draft, data, action)
      return
    }
    case takeBackLoans.name: {
      const { data } = takeBackLoans.input.safeParse(action.input)
      if (!data) return
      if (data.orderId !== undefined) markWaiting(draft, data.orderId, action)
      subtractTakenBack(draft, data)
      return
    }
    case handOverCash.name: {
      const { data } = handOverCash.input.safeParse(action.input)
      if (!data) return
      const handed = { key: action.key, counted: data.counted, at: action.at }
      draft.cash = {
        ...draft.cash,
        amount: ZERO_CENTS,
        payments: [],
        handingOver: [...draft.cash.handingOver, handed],
      }
      return
    }
    case finishShipment.name: {
      const { data } = finishShipment.input.safeParse(action.input)
      if (data) draft.finishing.add(data.id)
    }
  }
}

/** Returns the open orders with their present positions. The server leaves the position of a closed one, too. */
const openStops = ({ closing, positions }: Draft, cards: ReadonlyMap<number, ShipmentCard>) =>
  [...cards.values()]
    .filter(({ id, outcome }) => outcome === null && !closing.has(id))
    .map(({ id, position }) => ({ id, position: positions.get(id) ?? position }))

/** Lists the action at its stop, unless the office has accepted it. */
function markWaiting(draft: Draft, orderId: number, action: DoneAction): void {
  if (typeof action.acceptedAfter === 'number') return
  draft.waiting.set(orderId, [...(draft.waiting.get(orderId) ?? []), action])
}

function addDebt(draft: Draft, customerId: number, amount: Cents): void {
  const customer = draft.customers.get(customerId)
  if (customer) draft.customers.set(customerId, { ...customer, balance: addCents(customer.balance, amount) })
}

function addPayment(draft: Draft, data: ParsedInputOf<typeof collectPayment>, action: DoneAction): void {
  const { customerId, amount, receiptNumber, orderId, takenOn, type } = data
  if (orderId !== undefined) markWaiting(draft, orderId, action)
  const customer = draft.customers.get(customerId)
  if (customer) {
    draft.customers.set(customerId, {
      ...customer,
      balance: subtractCents(customer.balance, amount),
      lastPayment: { id: 0, date: takenOn ?? dayOf(action.at), amount },
    })
  }
  if (!isCarried(type)) return
  draft.cash = {
    ...draft.cash,
    amount: addCents(draft.cash.amount, amount),
    payments: [
      ...draft.cash.payments,
      {
        key: action.key,
        customerName: action.name,
        amount,
        receiptNumber,
        waiting: typeof action.acceptedAfter !== 'number',
      },
    ],
  }
}

function subtractTakenBack(draft: Draft, data: ParsedInputOf<typeof takeBackLoans>): void {
  const customer = draft.customers.get(data.customerId)
  if (!customer) return
  const taken = new Map(data.items.map((item) => [item.productId, item.quantity]))
  for (const loan of customer.loans) {
    const count = taken.get(loan.productId) ?? ZERO_QUANTITY
    if (count !== 0) draft.takenBack.push({ ...loan, quantity: count, orderId: data.orderId })
  }
  draft.customers.set(customer.id, {
    ...customer,
    loans: afterTakingBack(customer.loans, taken),
    loanBalance: subtractQuantity(
      customer.loanBalance ?? ZERO_QUANTITY,
      sumQuantities(data.items.map((item) => quantity(item.quantity))),
    ),
  })
}

function addHeld(draft: Draft, customerId: number, delivered: readonly Goods[]): void {
  const customer = draft.customers.get(customerId)
  if (customer) draft.customers.set(customerId, { ...customer, loans: afterDelivery(customer.loans, delivered) })
}
