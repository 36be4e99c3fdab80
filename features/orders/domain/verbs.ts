/** What people ask of orders by typing. */
import { defineVerb } from '#kernel/verbs/verb.ts'
import { ordersEntity } from './entity.ts'
import { ordersRights } from './rights.ts'

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
