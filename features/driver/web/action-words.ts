/** What a driver did, in a few words, for the list of what waits, and what helps when the office did not accept it. */
import type { TFunction } from 'i18next'
import { collectPayment, handOverCash } from '#features/payments/domain/contract.ts'
import { addDeliveryPhoto, closeDelivery, finishShipment, takeBackLoans } from '#features/shipping/domain/contract.ts'
import { quantity, sumQuantities } from '#kernel/money.ts'
import { showMoney, showQuantity } from '#web/format.ts'
import type { DoneAction } from '../domain/day.ts'

const CLOSED = { deliver: 'delivered', 'to-planning': 'to-planning', return: 'return' } as const

/** The words of one action; `order` is left out where it is plain which order is meant. */
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
      return data ? withOrder(t('done.payment', { amount: showMoney(data.amount) }), data.orderId) : command
    }
    case takeBackLoans.name: {
      const { data } = takeBackLoans.input.safeParse(input)
      if (!data) return command
      const pieces = sumQuantities(data.items.map((item) => quantity(item.quantity)))
      return withOrder(t('done.loans', { quantity: showQuantity(pieces) }), data.orderId)
    }
    case addDeliveryPhoto.name: {
      const { data } = addDeliveryPhoto.input.safeParse(input)
      return withOrder(t('done.photo'), data?.orderId)
    }
    case handOverCash.name: {
      const { data } = handOverCash.input.safeParse(input)
      return t('done.cash', { amount: showMoney(data?.counted ?? 0) })
    }
    case finishShipment.name: {
      const { data } = finishShipment.input.safeParse(input)
      return t('done.finish', { id: data?.id })
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
  [handOverCash.name]: 'cash',
  [finishShipment.name]: 'finish',
}

/** What the driver can do about an action that was not accepted. */
export function adviceFor(t: TFunction<'driver'>, { command, input }: DoneAction): string | null {
  const key = ADVICE[command]
  if (key === undefined) return null
  return t(`advice.${key}`, { order: closeDelivery.input.safeParse(input).data?.orderId })
}

/** What is lost for good with a press that takes it off the list: money that was taken, and a customer's signature. */
export function isGrave({ command, input }: DoneAction): boolean {
  if (command === collectPayment.name) return true
  const signature = command === closeDelivery.name && closeDelivery.input.safeParse(input).data?.proof?.signature
  return Array.isArray(signature) && signature.length > 0
}
