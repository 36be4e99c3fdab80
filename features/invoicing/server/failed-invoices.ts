/** Invoices that the accounting service refused, until a person sends them again or ends them by hand. */
import { NEWEST_UNACCEPTED } from '#features/orders/server/lock-orders.ts'
import { ordersAsThings } from '#features/orders/server/returned-orders.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { sql } from '#server/db/database.ts'
import { type FactKind, MOST_FACTS } from '#server/notices/notices.ts'

export const failedInvoices: FactKind = {
  name: 'invoicing.failed',
  right: ordersRights.read,
  topics: ['orders'],
  page: '/orders?show=READY-TO-INVOICE&f.document=FAILED,CONFLICT',
  find: async (rows) => {
    const found = await rows.many<{ id: number }>(sql`
      select o.id from accounting_documents d join orders o on o.id = d.order_id
      where ${NEWEST_UNACCEPTED} and d.status in ('FAILED', 'CONFLICT') and not d.test and o.status = 'READY-TO-INVOICE'
      order by o.id desc limit ${MOST_FACTS}`)
    return found.map(({ id }) => id)
  },
  things: ordersAsThings,
}
