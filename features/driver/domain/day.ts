/** Computes the driver's day with all actions of the driver, also those that the office does not know yet. */
import type { ShipmentCard } from '#features/shipping/domain/contract.ts'
import { DRIVER_ACTIONS } from '#features/shipping/domain/shipment.ts'
import { addQuantity, sumQuantities, ZERO_QUANTITY } from '#kernel/money.ts'
import type { DriverDay, Goods, StopCustomer } from './contract.ts'
import { countAction, type Draft } from './count-action.ts'
import type { DayNow, DoneAction, Stop } from './day-now.ts'
import { withHeld } from './held-pieces.ts'
import { withoutUndone } from './undone-presses.ts'

/**
 * Returns the day with these actions. An action whose key the day names is skipped: the day includes it, even if it
 * still waits because its own answer was lost. The caller leaves out refused actions.
 */
export function withWaiting(answer: DriverDay, all: readonly DoneAction[]): DayNow {
  // a day stored by an earlier version of the page has no keys
  const contained = new Set(answer.doneKeys)
  const { day, actions } = withoutUndone(
    answer,
    all.filter(({ key }) => !contained.has(key)),
  )
  const cards = new Map(day.rounds.flatMap(({ orders }) => orders.map((card) => [card.id, card] as const)))
  const draft: Draft = {
    closing: new Map(),
    positions: new Map(),
    closedAt: new Map(),
    waiting: new Map(),
    finishing: new Set(),
    customers: new Map(day.customers.map((customer) => [customer.id, completed(customer)])),
    cash: {
      ...day.cash,
      payments: day.cash.payments.map((payment) => ({ ...payment, key: String(payment.id), waiting: false })),
      handingOver: [],
    },
    undelivered: [],
    takenBack: [],
  }
  for (const action of actions) countAction(draft, cards, action)
  return {
    shipments: day.rounds.map(({ shipment, orders, back }) => {
      const ofShipment = ({ orderId }: { orderId: number | undefined }) => orders.some(({ id }) => id === orderId)
      return {
        ...shipment,
        finishing: draft.finishing.has(shipment.id),
        stops: orders.map((card) => stopOf(card, shipment.id, draft)).toSorted((a, b) => a.position - b.position),
        undelivered: [...back.rests, ...draft.undelivered.filter(ofShipment)],
        takenBack: summedByProduct([...back.loans, ...draft.takenBack.filter(ofShipment)]),
      }
    }),
    customers: draft.customers,
    cash: draft.cash,
    company: day.company,
  }
}

function stopOf(card: ShipmentCard, shipmentId: number, draft: Draft): Stop {
  const closing = card.outcome === null ? (draft.closing.get(card.id) ?? null) : null
  return {
    ...card,
    shipmentId,
    position: draft.positions.get(card.id) ?? card.position,
    closedAt: draft.closedAt.get(card.id) ?? card.closedAt ?? null,
    status: card.outcome ?? (closing === null ? card.status : DRIVER_ACTIONS[closing]),
    loanBalance: loansOf(draft.customers.get(card.customerId), card),
    closing,
    waiting: draft.waiting.get(card.id) ?? [],
  }
}

/** Returns the loan balance of the customer, or that on the card if the day does not contain the customer. */
const loansOf = (customer: StopCustomer | undefined, card: ShipmentCard): number =>
  customer?.loanBalance ?? card.loanBalance

/** Completes a customer of a day that an earlier version of the page stored. */
function completed(customer: StopCustomer): StopCustomer {
  const loans = withHeld(customer.loans)
  return { ...customer, loans, loanBalance: customer.loanBalance ?? sumQuantities(loans.map((loan) => loan.quantity)) }
}

/** Returns one row for each product, with the sum of its quantities. */
function summedByProduct(rows: readonly Goods[]): Goods[] {
  const found = new Map<number, Goods>()
  for (const { productId, name, unit, quantity: more } of rows) {
    const before = found.get(productId)?.quantity ?? ZERO_QUANTITY
    found.set(productId, { productId, name, unit, quantity: addQuantity(before, more) })
  }
  return [...found.values()]
}
