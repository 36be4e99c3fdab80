/** Requests and orders whose day has passed, for the bell. */
import { addressOf } from '#kernel/entity.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { type FactKind, MOST_FACTS, type Thing } from '#server/notices/notices.ts'
import { invoicesEntity } from '../domain/entity.ts'
import { purchasesRights } from '#features/supplier-catalogue/domain/rights.ts'

export const overdueRequests: FactKind = {
  name: 'purchases.overdue',
  right: purchasesRights.read,
  page: '/invoices?tab=requests',
  // a request that an order answers waits for that order, which is a fact itself
  find: async (rows: Rows, today) => {
    const found = await rows.many<{ id: number }>(sql`
      select i.id from inbound_invoices i
      where i.type = 'REQUEST-PM' and i.state in ('OPEN', 'ORDERED', 'PART-RECEIVED') and i.due_on < ${today}::date
        and not exists (select from inbound_invoice_lines l where l.invoice_id = i.id and l.ordered_in is not null)
      order by i.due_on, i.id limit ${MOST_FACTS}`)
    return found.map(({ id }) => id)
  },
  things: async (rows: Rows, ids): Promise<readonly Thing[]> => {
    const found = await rows.many<{ id: number; title: string }>(sql`
      select i.id, concat_ws(' · ', i.id, nullif(i.provider_name, ''), first.name) as title from inbound_invoices i
      left join inbound_invoice_lines first on first.invoice_id = i.id and first.line_no = 1
      where i.id = any(${[...ids]}::bigint[])`)
    return found.map(({ id, title }) => ({ id, title, to: addressOf(invoicesEntity, id) }))
  },
}
