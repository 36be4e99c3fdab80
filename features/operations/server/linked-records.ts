/** Reads what belongs to an order, in one statement. */
import * as contract from '#features/orders/domain/detail-contract.ts'
import { storedOrders } from '#features/orders/server/entity.ts'
import { DOCUMENTS, SHOWN_STATUS } from '#features/orders/server/lock-orders.ts'
import { requireRecord } from '#server/entities.ts'
import { query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { WITH_CONTENT } from '#server/history.ts'

export const linkedRecordsQuery = query(contract.linkedRecords, async ({ rows, actor }, { id }) => {
  await requireRecord(rows, actor, storedOrders, id, 'orders.missing')
  return rows.one<contract.LinkedRecords>(sql`
    select o.status <> 'OFFER' and exists (
        select from history h where h.entity = 'orders' and h.entity_id = o.id and ${WITH_CONTENT} and h.changes -> 'status' ->> 0 = 'OFFER'
      ) as "wasOffer",
      o.follows_order_id as "followsOrderId",
      coalesce((select json_agg(f.id order by f.id) from orders f where f.follows_order_id = o.id), '[]') as "followUpOrderIds",
      coalesce((
        select json_agg(json_build_object('kind', newest.kind, 'status', newest.status) order by newest.id)
        from (select distinct on (d.kind) d.id, d.kind, ${SHOWN_STATUS} as status from accounting_documents d where ${DOCUMENTS}
          order by d.kind, d.id desc) newest), '[]') as documents,
      coalesce((
        select json_agg(json_build_object('id', s.id, 'driver', s.driver, 'outcome', so.outcome) order by s.id)
        from shipment_orders so join shipments s on s.id = so.shipment_id where so.order_id = o.id), '[]') as shipments,
      (select json_build_object('count', count(*),
          'received', coalesce(sum(case p.bound when 'Inbound' then p.amount_cents else -p.amount_cents end), 0))
        from payments p where p.order_id = o.id) as payments,
      (select json_build_object('count', count(*), 'open', count(*) filter (where t.is_open))
        from tasks t where t.order_id = o.id) as tasks
    from orders o where o.id = ${id}`)
})
