/** What people ask of the form of orders by typing. */
import { defineVerb } from '#kernel/verbs/verb.ts'
import { NEW } from '#kernel/verbs/words.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'

/** Opens the form of a new order. */
export const newOrderVerb = defineVerb(
  { name: 'order-entry.create', right: ordersRights.write },
  {
    words: [
      NEW,
      ['παραγγελία', 'προσφορά', 'order', 'offer', 'ordine', 'offerta', 'pedido', 'oferta', 'заказ', 'поруџбина'],
    ],
  },
)
