/** The driver's day with all actions of the driver, also those that the office does not know yet. */
import { collectPayment, handOverCash } from '#features/payments/domain/contract.ts'
import {
  addDeliveryPhoto,
  closeDelivery,
  finishShipment,
  reorderStops,
  takeBackLoans,
} from '#features/shipping/domain/contract.ts'
import { sumQuantities } from '#kernel/money.ts'
import { offlineView, press } from '#kernel/offline/offline-view.ts'
import { type DriverDay, driverDay, type StopCustomer, undoPress } from './contract.ts'
import { closed, handedOver, paid, reordered, tookBack, waitingAt } from './changes-of-day.ts'
import { byPosition, type DayNow, type Stop, summedByProduct } from './day-now.ts'
import { withHeld } from './held-pieces.ts'
import { withoutUndone } from './undone-presses.ts'

/** Completes a customer of a day that an earlier version of the page stored. */
function completed(customer: StopCustomer): StopCustomer {
  const loans = withHeld(customer.loans)
  return { ...customer, loans, loanBalance: customer.loanBalance ?? sumQuantities(loans.map((loan) => loan.quantity)) }
}

/** Returns the day as the office knows it. */
function asAnswered({ rounds, customers, cash, company }: DriverDay): DayNow {
  const known = new Map(customers.map((customer) => [customer.id, completed(customer)]))
  return {
    shipments: rounds.map(({ shipment, orders, back }) => ({
      ...shipment,
      finishing: false,
      stops: orders
        .map(
          (card): Stop => ({
            ...card,
            shipmentId: shipment.id,
            closedAt: card.closedAt ?? null,
            status: card.outcome ?? card.status,
            loanBalance: known.get(card.customerId)?.loanBalance ?? card.loanBalance,
            closing: null,
            waiting: [],
          }),
        )
        .toSorted(byPosition),
      undelivered: back.rests,
      takenBack: summedByProduct(back.loans),
    })),
    customers: known,
    cash: {
      ...cash,
      payments: cash.payments.map((payment) => ({ ...payment, key: String(payment.id), waiting: false })),
      handingOver: [],
    },
    company,
  }
}

/** An action about an unknown or closed order, or of another page, changes nothing. */
export const driverView = offlineView(
  driverDay,
  asAnswered,
  [
    // the day needs neither name nor signature, and the queue keeps both until they are sent
    press(closeDelivery, closed, { word: 'close', forgets: ['proof'] }),
    press(collectPayment, paid, { word: 'payment' }),
    press(takeBackLoans, tookBack, { word: 'loans' }),
    press(addDeliveryPhoto, (day, { orderId }, action) => waitingAt(day, [orderId], action), {
      word: 'photo',
      forgets: 'all',
    }),
    press(undoPress, (day, { orderIds }, action) => waitingAt(day, orderIds, action), { word: 'undo' }),
    press(reorderStops, reordered, { word: 'reorder' }),
    press(handOverCash, handedOver, { word: 'cash' }),
    press(
      finishShipment,
      (day, { id }) => ({
        ...day,
        shipments: day.shipments.map((one) => (one.id === id ? { ...one, finishing: true } : one)),
      }),
      { word: 'finish' },
    ),
  ],
  withoutUndone,
)
