/** The queries of the reports on what was sold most, and what was bought most. */
import type { Cents, Quantity } from '#kernel/money.ts'
import type { Query } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'
import type { Report } from '../domain/frame.ts'
import { MOST_IN_TOP, topMaterials, topProducts } from '../domain/top.ts'
import { ofReport, READ_AT } from './frame/counted.ts'
import { goodsIn } from './frame/goods.ts'
import { reportQuery } from './frame/report.ts'

type Top = { id: number; name: string; sku: string; unit: string; quantity: Quantity; net: Cents }

/** Returns the products with the greatest net amounts, and the net amount of all documents of the period. */
const topQuery = (report: Report, source: 'order' | 'invoice', figure: string, only: Sql): Query<Report['query']> =>
  reportQuery(report, async ({ rows }, input) => {
    const { read, all, top } = await rows.one<{ read: string; all: Cents; top: Top[] }>(sql`
      select ${READ_AT} as read,
        (select coalesce(sum(d.net_cents), 0)::bigint from postings d where d.source = ${source} and ${ofReport(input)}) as all,
        coalesce((select json_agg(t) from (
          select p.id, p.name, p.sku, p.unit, sum(g.quantity_e4)::bigint as quantity, sum(g.net_cents)::bigint as net
          from (${goodsIn(source, input)}) g join products p on p.id = g.product_id
          where ${only} group by p.id having sum(g.net_cents) > 0 order by 6 desc, 1 limit ${MOST_IN_TOP}) t), '[]') as top`)
    return {
      read,
      figures: [{ name: figure, cents: all, of: { source } }],
      tables: {
        top: top.map(({ id, name, sku, unit, quantity, net }) => ({
          key: String(id),
          values: { name, sku, quantity, unit, amount: net },
          documents: 0,
          only: null,
          of: { source, productId: id },
        })),
      },
    }
  })

export const topProductsQuery = topQuery(topProducts, 'order', 'sales', sql`true`)
export const topMaterialsQuery = topQuery(topMaterials, 'invoice', 'bought', sql`p.usage_type <> 'COMPLETE-PRODUCT'`)
