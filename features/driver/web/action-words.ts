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
import { showMoney, showQuantity } from '#web/format.ts'
import { undoPress } from '../domain/contract.ts'
import type { DoneAction } from '../domain/day-now.ts'

const CLOSED = { deliver: 'delivered', 'to-planning': 'to-planning', return: 'return' } as const

/** Returns the text for one action. With `plain` the text does not name the order, because its card does. */
export function actionWords(t: TFunction<'driver'>, { command, input }: DoneAction, plain = false): string {
  const withOrder = (what: string, order: number | undefined): string =>
    order === undefined || plain ? what : t('done.order', { what, order })
  switch (command) {
    case closeDelivery.name: {
      const { data } = closeDelivery.input.safeParse(input)
      return data ? withOrder(t(`card.${CLOSED[data.action]}`), data.orderId) : command
    }
    case collectPayment.name: {
      const { data } = collectPayment.input.safeParse(input)
      if (!data) return command
      return withOrder(t(`done.payment-${data.type}`, { amount: showMoney(data.amount) }), data.orderId)
    }
    case takeBackLoans.name: {
      const { data } = takeBackLoans.input.safeParse(input)
      if (!data) return command
      const pieces = sumQuantities(data.items.map((item) => quantity(item.quantity)))
      return withOrder(t('done.loans', { quantity: showQuantity(pieces) }), data.orderId)
    }
    case addDeliveryPhoto.name: {
      const { data } = addDeliveryPhoto.input.safeParse(input)
      return withOrder(t('word.photo'), data?.orderId)
    }
    case reorderStops.name: {
      const { data } = reorderStops.input.safeParse(input)
      return t('done.reorder', { id: data?.shipmentId })
    }
    case undoPress.name: {
      const { data } = undoPress.input.safeParse(input)
      return withOrder(t('done.undo'), data?.orderIds[0])
    }
    case handOverCash.name: {
      const { data } = handOverCash.input.safeParse(input)
      return t('done.cash', { amount: showMoney(data?.counted ?? 0) })
    }
    case finishShipment.name: {
      const { data } = finishShipment.input.safeParse(input)
      return t('done.finish', { id: data?.id })
    }
    case loadParcel.name: {
      const { data } = loadParcel.input.safeParse(input)
      return t('done.parcel', { parcel: data?.parcel, order: data?.orderId })
    }
    case departShipment.name: {
      const { data } = departShipment.input.safeParse(input)
      return t('done.depart', { id: data?.id })
    }
    default:
      return command
  }
}

const ADVICE: Readonly<Record<string, string>> = {
  [closeDelivery.name]: 'close',
  [collectPayment.name]: 'payment',
  [takeBackLoans.name]: 'loans',
  [addDeliveryPhoto.name]: 'photo',
  [undoPress.name]: 'undo',
  [reorderStops.name]: 'reorder',
  [handOverCash.name]: 'cash',
  [finishShipment.name]: 'finish',
}

/** Returns what the driver can do about a refused action. */
export function adviceFor(t: TFunction<'driver'>, { command, input }: DoneAction): string | null {
  const key = ADVICE[command]
  if (key === undefined) return null
  return t(`advice.${key}`, { order: closeDelivery.input.safeParse(input).data?.orderId })
}

/** Reports whether removing the action from the list loses money or a customer's signature for good. */
export function losesMoneyOrSignature({ command, input }: DoneAction): boolean {
  if (command === collectPayment.name) return true
  const signature = command === closeDelivery.name && closeDelivery.input.safeParse(input).data?.proof?.signature
  return Array.isArray(signature) && signature.length > 0
}
