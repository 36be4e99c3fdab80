/** What people ask of orders by typing. */
import { defineVerb } from '#kernel/verbs/verb.ts'
import { moveDelivery } from './delivery-day.ts'
import { ordersEntity } from './entity.ts'
import { ordersRights, shippingSteps } from './rights.ts'

/** Sends an order that is in stock to packaging. */
export const sendVerb = defineVerb(
  { name: 'orders.send', right: ordersRights.send },
  {
    words: [
      ['συσκευασία', 'στείλε', 'αποστολή', 'send', 'package', 'packaging', 'inviare', 'imballaggio', 'enviar'].concat([
        'embalaje',
        'отправить',
        'упаковка',
        'пошаљи',
        'паковање',
      ]),
    ],
    on: ordersEntity,
  },
)

/** Sends an order that came back among those that a vehicle may take. */
export const reshipVerb = defineVerb(
  { name: 'orders.re-ship', right: shippingSteps.plan },
  {
    words: [['επαναποστολή', 'ξαναστείλε', 'reship', 'resend', 'rispedire', 'reenviar', 'повторно', 'поново']],
    on: ordersEntity,
  },
)

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
})
