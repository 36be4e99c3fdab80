/** What people ask of orders by typing. */
import { defineVerb } from '#kernel/verbs/verb.ts'
import { moveDelivery, whyNotMoveDelivery } from './delivery-day.ts'
import { ordersEntity } from './entity.ts'
import { defineOrderVerb } from './order-verb.ts'
import type { OrderStatus } from './order.ts'

/** Sends an order that is in stock to packaging. */
export const sendVerb = defineOrderVerb('orders.send', 'send', [
  ['συσκευασία', 'στείλε', 'αποστολή', 'send', 'package', 'packaging', 'inviare', 'imballaggio', 'enviar'].concat([
    'embalaje',
    'отправить',
    'упаковка',
    'пошаљи',
    'паковање',
  ]),
])

/** Sends an order that came back among those that a vehicle may take. */
export const reshipVerb = defineOrderVerb('orders.re-ship', 're-ship', [
  ['επαναποστολή', 'ξαναστείλε', 'reship', 'resend', 'rispedire', 'reenviar', 'повторно', 'поново'],
])

/** Gives the delivery of an order another day. */
export const moveDeliveryVerb = defineVerb(moveDelivery, {
  words: [
    [
      'ημέρα',
      'ημερομηνία',
      'μετάθεση',
      'day',
      'date',
      'postpone',
      'giorno',
      'data',
      'día',
      'fecha',
      'день',
      'дата',
      'дан',
    ],
  ],
  on: ordersEntity,
  fits: (status) => status !== null && whyNotMoveDelivery({ status: status as OrderStatus, shippingBy: null }) === null,
})
