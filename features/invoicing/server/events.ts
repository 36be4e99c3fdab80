/** The events of invoices for other programs. */
import { REFCODE } from '#features/orders/domain/order.ts'
import type { DeclaredEvent } from '#server/feature.ts'

/** The accounting service has issued the invoice of an order. */
export const invoiceIssued: DeclaredEvent = {
  name: 'invoice.issued',
  entity: 'orders',
  of: (touched) => {
    const changes = 'changes' in touched ? touched.changes : undefined
    return changes?.['status']?.[1] === 'INVOICED' && changes['refcode']?.[1] === REFCODE.epsilon
      ? { orderId: touched.id }
      : null
  },
}
