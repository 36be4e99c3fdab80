/** The goods of counted documents: whole months from their sums, and the rest of a period from the documents. */
import type { Day } from '#kernel/day.ts'
import { join, type Sql, sql } from '#server/db/database.ts'
import type { ReportInput } from '../../domain/frame.ts'
import { wholeMonthsOf } from '../../domain/months.ts'

const COLUMNS = sql`g.product_id, g.quantity_e4, g.net_cents, g.vat_cents, g.cost_cents`

const ofDays = (table: 'counted_goods' | 'goods_changes', source: 'order' | 'invoice', from: Day, to: Day): Sql =>
  table === 'counted_goods'
    ? sql`select ${COLUMNS} from counted_goods g where g.source = ${source} and g.day between ${from}::date and ${to}::date`
    : sql`select ${COLUMNS} from goods_changes g where g.source = ${source} and g.day between ${from}::date and ${to}::date`

/**
 * Returns what was sold or bought in a period, as rows with a product and its amounts. A product has several rows. A whole month is
 * read from its sum and from what the job has not added to it yet.
 */
export function goodsIn(source: 'order' | 'invoice', { from, to }: Pick<ReportInput, 'from' | 'to'>): Sql {
  const { months, days } = wholeMonthsOf(from, to)
  const parts = days.map((part) => ofDays('counted_goods', source, part.from, part.to))
  if (months !== null) {
    parts.push(
      sql`select ${COLUMNS} from goods_months g where g.source = ${source} and g.month between ${months.from}::date and ${months.to}::date`,
      ofDays('goods_changes', source, months.from, months.to),
    )
  }
  return join(parts, ' union all ')
}
