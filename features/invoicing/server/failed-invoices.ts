/**
 * Invoices that the accounting service refused, and those that a person must look for at Epsilon Smart. They wait until a person sends
 * them again or ends them by hand.
 */
import { NEWEST_UNACCEPTED } from '#features/orders/server/lock-orders.ts'
import { ordersAsThings } from '#features/orders/server/returned-orders.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { sql } from '#server/db/database.ts'
import { type FactKind, MOST_FACTS } from '#server/notices/notices.ts'
import { LOOK_THERE } from '../domain/ways.ts'

export const failedInvoices: FactKind = {
  name: 'invoicing.failed',
  right: ordersRights.read,
  page: '/orders?show=READY-TO-INVOICE&f.document=FAILED,CONFLICT,UNKNOWN',
  find: async (rows) => {
    const found = await rows.many<{ id: number }>(sql`
      select o.id from accounting_documents d join orders o on o.id = d.order_id
      where ${NEWEST_UNACCEPTED} and not d.test and o.status = 'READY-TO-INVOICE'
        and (d.status in ('FAILED', 'CONFLICT') or (d.status = 'UNKNOWN' and d.error_code = ${LOOK_THERE}))
      order by o.id desc limit ${MOST_FACTS}`)
    return found.map(({ id }) => id)
  },
  things: ordersAsThings,
}
