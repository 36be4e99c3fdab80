/** The queries of sections with what open orders need from each. */
import * as contract from '#features/sections/domain/contract.ts'
import { sectionNamed } from '#features/sections/server/section-named.ts'
import { refuse } from '#kernel/refusal.ts'
import { keptQuery, query } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'

/**
 * Products whose stock is too low for what open orders sell and lend (C-77). It reads no order, so that its cost does not grow with
 * the orders of the past.
 */
const MISSING: Sql = sql`
  select p.id as product_id, p.name, p.sku, p.unit, p.stock_e4 as stock, sum(g.quantity_e4)::bigint as promised,
    (sum(g.quantity_e4) - p.stock_e4)::bigint as missing
  from promised_goods g join products p on p.id = g.product_id
  group by p.id having is_short(p.stock_e4 - sum(g.quantity_e4))`

export const listSectionsQuery = keptQuery(contract.listSections, async ({ rows }) => ({
  rows: await rows.many<{ name: string; floor: string; products: number }>(sql`
    with missing as (${MISSING})
    select s.name, s.floor, count(distinct m.product_id)::int as products
    from sections s
    left join requirement_steps r on r.section = s.name or r.section = any(s.aliases)
    left join missing m on m.product_id = r.product_id
    group by s.id order by s.name collate "und-x-icu"`),
}))

export const sectionNeedsQuery = query(contract.sectionNeeds, async ({ rows, actor }, input) => {
  const section = await rows.maybe<{ name: string; aliases: string[] }>(sql`
    select name, aliases from sections where ${sectionNamed(sql`${input.section}::text`)}`)
  if (!section) refuse('missing', 'sections.missing', { section: input.section })
  if (actor.role === 'section' && actor.section !== section.name) refuse('forbidden', 'sections.not-yours')
  const needs = await rows.many<contract.SectionNeed>(sql`
    with missing as (${MISSING})
    select m.product_id as "productId", m.name, m.sku, m.unit, m.stock, m.promised, m.missing, waiting.orders, waiting.first_delivery as "firstDelivery", named.uses
    from missing m
    cross join lateral (
      select count(distinct g.order_id)::int as orders, min(g.expected_delivery_at) as first_delivery
      from promised_goods g where g.product_id = m.product_id) waiting
    cross join lateral (
      select json_agg(json_build_object('orderId', first.order_id, 'customer', c.name, 'quantity', first.quantity_e4,
        'delivery', first.expected_delivery_at) order by first.expected_delivery_at nulls last, first.order_id) as uses
      from (
        -- an order may sell and lend the same product
        select g.order_id, sum(g.quantity_e4)::bigint as quantity_e4, g.expected_delivery_at from promised_goods g
        where g.product_id = m.product_id
        group by g.order_id, g.expected_delivery_at
        order by g.expected_delivery_at nulls last, g.order_id limit ${contract.MOST_USES}) first
      join orders o on o.id = first.order_id join customers c on c.id = o.customer_id) named
    where exists (select from requirement_steps r where r.product_id = m.product_id and r.section = any(${[section.name, ...section.aliases]}::text[]))
    order by waiting.first_delivery nulls last, m.name collate "und-x-icu", m.product_id`)
  return { section: section.name, rows: needs }
})
