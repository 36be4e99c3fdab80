/** Describes an action of the driver in the list of waiting actions, and what helps if it was refused. */
import type { TFunction } from 'i18next'
import { collectPayment, handOverCash } from '#features/payments/domain/contract.ts'
import {
  addDeliveryPhoto,
  closeDelivery,
  finishShipment,
  reorderStops,
  takeBackLoans,
} from '#features/shipping/domain/contract.ts'
import { departShipment, loadParcel } from '#features/shipping/domain/loading-contract.ts'
import { quantity, sumQuantities } from '#kernel/money.ts'
import { press, readAction, readBy, type StoredAction } from '#kernel/offline/offline-view.ts'
import { showMoney, showQuantity } from '#web/format.ts'
import { undoPress } from '../domain/contract.ts'
import { driverView } from '../domain/day.ts'

const CLOSED = { deliver: 'delivered', 'to-planning': 'to-planning', return: 'return' } as const

/** Reads what an action did, and the order that it is about. */
const readWords = readBy<TFunction<'driver'>, readonly [what: string, order?: number]>([
  press(closeDelivery, (t, { action, orderId }) => [t(`card.${CLOSED[action]}`), orderId]),
  press(collectPayment, (t, { type, amount, orderId }) => [
    t(`done.payment-${type}`, { amount: showMoney(amount) }),
    orderId,
  ]),
  press(takeBackLoans, (t, { items, orderId }) => {
    const pieces = sumQuantities(items.map((item) => quantity(item.quantity)))
    return [t('done.loans', { quantity: showQuantity(pieces) }), orderId]
  }),
  press(addDeliveryPhoto, (t, { orderId }) => [t('word.photo'), orderId]),
  press(reorderStops, (t, { shipmentId }) => [t('done.reorder', { id: shipmentId })]),
  press(undoPress, (t, { orderIds }) => [t('done.undo'), orderIds[0]]),
  press(handOverCash, (t, { counted }) => [t('done.cash', { amount: showMoney(counted) })]),
  press(finishShipment, (t, { id }) => [t('done.finish', { id })]),
  press(loadParcel, (t, { parcel, orderId }) => [t('done.parcel', { parcel, order: orderId })]),
  press(departShipment, (t, { id }) => [t('done.depart', { id })]),
])

/** Returns the text for one action. With `plain` the text does not name the order, because its card does. */
export function actionWords(t: TFunction<'driver'>, action: StoredAction, plain = false): string {
  const [what, order] = readWords(t, action) ?? [action.command]
  return order === undefined || plain ? what : t('done.order', { what, order })
}

/** Returns what the driver can do about a refused action. */
export function adviceFor(t: TFunction<'driver'>, action: StoredAction): string | null {
  const word = driverView.wordOf(action.command)
  return word === undefined ? null : t(`advice.${word}`, { order: readAction(closeDelivery, action)?.orderId })
}

/** Reports whether removing the action from the list loses money or a customer's signature for good. */
export function losesMoneyOrSignature(action: StoredAction): boolean {
  if (action.command === collectPayment.name) return true
  return (readAction(closeDelivery, action)?.proof?.signature ?? []).length > 0
}
