/** The goods of counted documents: whole months from their sums, and the rest of a period from the documents. */
import type { Day } from '#kernel/day.ts'
import { join, type Sql, sql } from '#server/db/database.ts'
import type { ReportInput } from '../../domain/frame.ts'
import { wholeMonthsOf } from '../../domain/months.ts'
import { COUNTED, knownAt } from './counted.ts'

const COLUMNS = sql`g.product_id, g.quantity_e4, g.net_cents, g.vat_cents, g.cost_cents`

const ofDays = (table: 'counted_goods' | 'goods_changes', source: 'order' | 'invoice', from: Day, to: Day): Sql =>
  table === 'counted_goods'
    ? sql`select ${COLUMNS} from counted_goods g where g.source = ${source} and g.day between ${from}::date and ${to}::date`
    : sql`select ${COLUMNS} from goods_changes g where g.source = ${source} and g.day between ${from}::date and ${to}::date`

/**
 * Returns what was sold or bought in a period, as rows with a product and its amounts. A product has several rows. A whole month is
 * read from its sum and from what the job has not added to it yet. As known at an earlier moment, what was recorded later is taken
 * away, and what has ended since is added.
 */
export function goodsIn(
  source: 'order' | 'invoice',
  { from, to, known }: Pick<ReportInput, 'from' | 'to' | 'known'>,
): Sql {
  const { months, days } = wholeMonthsOf(from, to)
  const parts = days.map((part) => ofDays('counted_goods', source, part.from, part.to))
  if (months !== null) {
    parts.push(
      sql`select ${COLUMNS} from goods_months g where g.source = ${source} and g.month between ${months.from}::date and ${months.to}::date`,
      ofDays('goods_changes', source, months.from, months.to),
    )
  }
  if (known !== undefined) {
    const { recorded, ended } = knownAt(known)
    const inPeriod = sql`between ${from}::date and ${to}::date`
    parts.push(
      sql`
        select g.product_id, -g.quantity_e4, -g.net_cents, -g.vat_cents, -g.cost_cents
        from postings d join counted_goods g on g.source = d.source and g.document_id = d.document_id
        where ${COUNTED} and d.source = ${source} and d.day ${inPeriod} and d.ended_at is null and not d.${recorded}`,
      sql`
        select ${COLUMNS} from ended_goods g
        where g.source = ${source} and g.day ${inPeriod} and g.${recorded} and not g.${ended}`,
    )
  }
  return join(parts, ' union all ')
}

/** Returns the goods of a counted document `d`, as known now or at the moment at which `d` held. */
export function goodsOf(known: ReportInput['known']): Sql {
  const columns = sql`g.product_id, g.quantity_e4, g.net_cents, g.vat_cents, g.cost_cents, g.commission_cents`
  const now = sql`select ${columns} from counted_goods g where g.source = d.source and g.document_id = d.document_id`
  return known === undefined
    ? sql`(${now})`
    : sql`(${now} and d.ended_at is null union all select ${columns} from ended_goods g where g.version_id = d.id)`
}
