/** The query of the report on margins. */
import type { Cents } from '#kernel/money.ts'
import { type Sql, sql } from '#server/db/database.ts'
import type { DocumentsOf, ReportRow } from '../domain/frame.ts'
import { marginOf, margins, MOST_IN_MARGINS } from '../domain/margins.ts'
import { ofReport, READ_AT } from './frame/counted.ts'
import { goodsIn } from './frame/goods.ts'
import { reportQuery } from './frame/report.ts'

type Sold = { id: number | null; name: string; net: Cents; cost: Cents; commission?: Cents }

const SOLD: DocumentsOf = { source: 'order', costs: true }
const FIRST: Sql = sql`order by net desc, name limit ${MOST_IN_MARGINS}`

const rowOf = ({ id, name, net, cost, commission }: Sold, of: DocumentsOf): ReportRow => {
  const { margin, rate } = marginOf(net, cost)
  return {
    key: `${id} ${name}`,
    values: { name, amount: net, cost, margin, 'margin-rate': rate, ...(commission !== undefined && { commission }) },
    documents: 0,
    only: null,
    of,
  }
}

export const marginsQuery = reportQuery(margins, async ({ rows }, input) => {
  const { read, net, cost } = await rows.one<{ read: string; net: Cents; cost: Cents }>(sql`
    select ${READ_AT} as read, coalesce(sum(d.net_cents), 0)::bigint as net, coalesce(sum(d.cost_cents), 0)::bigint as cost
    from postings d where d.source = 'order' and ${ofReport(input)}`)
  const goods = goodsIn('order', input)
  const products = await rows.many<Sold>(sql`
    select p.id, p.name, g.net, g.cost from (
      select product_id, sum(net_cents)::bigint as net, sum(cost_cents)::bigint as cost from (${goods}) g group by product_id order by 2 desc, 1
      limit ${MOST_IN_MARGINS}) g join products p on p.id = g.product_id ${FIRST}`)
  const categories = await rows.many<Sold>(sql`
    select null::bigint as id, p.category as name, sum(g.net_cents)::bigint as net, sum(g.cost_cents)::bigint as cost
    from (${goods}) g join products p on p.id = g.product_id group by p.category ${FIRST}`)
  const parties = (column: Sql, names: Sql) =>
    rows.many<Sold>(sql`
      select s.id, coalesce(${names}, '') as name, s.net, s.cost, s.commission from (
        select ${column} as id, sum(d.net_cents)::bigint as net, sum(d.cost_cents)::bigint as cost, sum(d.commission_cents)::bigint as commission
        from postings d where d.source = 'order' and ${ofReport(input)} group by 1 order by 2 desc, 1 limit ${MOST_IN_MARGINS}) s ${FIRST}`)
  const customers = await parties(sql`d.party_id`, sql`(select name from customers where id = s.id)`)
  const salespersons = await parties(
    sql`d.salesperson_id`,
    sql`(select trim(name || ' ' || surname) from salespersons where id = s.id)`,
  )
  return {
    read,
    figures: [
      { name: 'sales', cents: net, of: SOLD },
      { name: 'cost', cents: cost, of: SOLD },
      { name: 'margin', cents: marginOf(net, cost).margin, of: SOLD },
    ],
    tables: {
      products: products.map((one) => rowOf(one, { ...SOLD, productId: one.id ?? 0 })),
      customers: customers.map((one) => rowOf(one, { ...SOLD, partyId: one.id ?? 0 })),
      salespersons: salespersons.map((one) => rowOf(one, { ...SOLD, salespersonId: one.id, commission: true })),
      categories: categories.map((one) => rowOf(one, { ...SOLD, category: one.name })),
    },
  }
})
