/** What people ask of invoicing by typing. */
import { ordersEntity } from '#features/orders/domain/entity.ts'
import { defineVerb } from '#kernel/verbs/verb.ts'
import { invoicingRights } from './rights.ts'
import { INVOICED_FROM } from './sending.ts'

/** Asks for the invoice of an order. */
export const invoiceVerb = defineVerb(
  { name: 'invoicing.send-invoices', right: invoicingRights.invoice },
  {
    words: [
      [
        'τιμολόγηση',
        'τιμολόγησε',
        'τιμολόγιο',
        'invoice',
        'bill',
        'fattura',
        'fatturare',
        'factura',
        'facturar',
      ].concat(['счёт', 'выставить', 'фактура', 'фактуриши']),
    ],
    on: ordersEntity,
    fits: (status) => INVOICED_FROM.some((from) => from === status),
  },
)
