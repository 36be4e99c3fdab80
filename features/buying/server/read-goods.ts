/** Reads what there is of all products that somebody needs, and what is needed of them. */
import { incomingSums } from '#features/products/server/figures/incoming.ts'
import { promisedSums } from '#features/products/server/figures/promised.ts'
import { withTheirMaterials } from '#features/products/domain/requirements.ts'
import { readAllRequirements } from '#features/products/server/requirements.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { type Goods, type ProposalSum, proposalSums } from '../domain/proposals.ts'

/** The products that open orders, open tasks, reorder points or requests need. */
const NEEDED = sql`
  select product_id as id from promised_lines
  union select id from products where reorder_point_e4 is not null and not service
  union select product_id from awaited_materials
  union select product_id from inbound_invoice_lines where waiting is not null and product_id is not null`

/** What open tasks still have to take of each product. */
const AWAITED = sql`select product_id, sum(quantity_e4)::bigint as quantity_e4 from awaited_materials group by product_id`

/**
 * What requests ask for beside the needs of tasks and orders. A request counts in full until it is over, because what has come of it is
 * on the shelf.
 */
const WANTED = sql`
  select l.product_id, sum(l.quantity_e4)::bigint as quantity_e4
  from inbound_invoice_lines l join inbound_invoices i on i.id = l.invoice_id
  where l.waiting = 'REQUEST' and i.origin in ('HAND', 'PROGRAM') group by l.product_id`

/** Returns the sum of each purchased product that somebody needs. The cost follows open orders, open tasks and recipes. */
export async function readProposalSums(rows: Rows): Promise<ProposalSum[]> {
  const requirements = await readAllRequirements(rows)
  const { ids } = await rows.one<{ ids: number[] }>(
    sql`select coalesce(json_agg(needed.id), '[]') as ids from (${NEEDED}) needed`,
  )
  const { goods } = await rows.one<{ goods: (Goods & { readonly id: number })[] }>(sql`
    select coalesce(json_agg(json_build_object('id', p.id, 'unit', p.unit, 'usageType', p.usage_type, 'service', p.service,
      'stock', p.stock_e4, 'promised', coalesce(promise.quantity_e4, 0), 'awaited', coalesce(awaited.quantity_e4, 0),
      'coming', coalesce(coming.quantity_e4, 0), 'reorderPoint', p.reorder_point_e4, 'wanted', coalesce(wanted.quantity_e4, 0))), '[]')
      as goods
    from products p
    left join ${promisedSums()} promise on promise.product_id = p.id
    left join ${incomingSums()} coming on coming.product_id = p.id
    left join (${AWAITED}) awaited on awaited.product_id = p.id
    left join (${WANTED}) wanted on wanted.product_id = p.id
    where p.id = any(${[...withTheirMaterials(requirements, ids)]}::bigint[])`)
  return proposalSums(new Map(goods.map((one) => [one.id, one])), requirements)
}
