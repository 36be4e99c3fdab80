/** The query of the report on what was sold, bought, received and paid. */
import type { Day } from '#kernel/day.ts'
import { sql } from '#server/db/database.ts'
import { economics } from '../domain/economics.ts'
import {
  bucketSizeOf,
  type DocumentsOf,
  lastDayOf,
  type ReportInput,
  type ReportRow,
  type Source,
} from '../domain/frame.ts'
import { bucketOf, laterDay, ofReport, READ_AT } from './frame/counted.ts'
import { addSums, NO_SUMS, reportQuery, rowOf, type Sums, sumsBy } from './frame/report.ts'

type Group = Sums & {
  readonly source: Source
  readonly refcode: string
  readonly bound: 'Inbound' | 'Outbound' | null
  readonly type: 'CASH' | 'CHECK' | 'CARD' | 'BANK' | null
  readonly bucket: Day
}

/** Returns one row for each code. Codes whose goods and VAT are both not above zero are left out. */
const byCode = (groups: readonly Group[], source: 'order' | 'invoice'): ReportRow[] =>
  sumsBy(
    groups.filter((group) => group.source === source),
    ({ refcode }) => refcode,
  )
    .filter(([, { net, vat }]) => net > 0 || vat > 0)
    .map(([refcode, sums]) =>
      rowOf(refcode, sums, { source, refcode }, { refcode, description: refcode, net: sums.net, vat: sums.vat }),
    )

const byType = (groups: readonly Group[], bound: 'Inbound' | 'Outbound'): ReportRow[] =>
  sumsBy(
    groups.filter((group) => group.bound === bound),
    ({ refcode, type }) => `${refcode} ${type}`,
  ).map(([key, sums, { refcode, type }]) =>
    rowOf(
      key,
      sums,
      { source: 'payment', bound, refcode, ...(type && { type }) },
      { refcode, type, total: sums.total },
    ),
  )

/** Returns what was sold, received and paid in each bucket. Each figure opens its own documents. */
function byBucket(groups: readonly Group[], input: ReportInput): ReportRow[] {
  const size = bucketSizeOf(input)
  return sumsBy(groups, ({ bucket }) => bucket).map(([bucket, all]) => {
    const own = groups.filter((group) => group.bucket === bucket)
    const days = { from: laterDay(bucket as Day, input.from), to: lastDayOf(bucket as Day, size) }
    const of = {
      sold: { source: 'order', ...days },
      received: { source: 'payment', bound: 'Inbound', ...days },
      paid: { source: 'payment', bound: 'Outbound', ...days },
    } as const satisfies Record<string, DocumentsOf>
    const total = (of: { source: Source; bound?: string }) =>
      addSums(own.filter(({ source, bound }) => source === of.source && (of.bound === undefined || bound === of.bound)))
    return {
      ...rowOf(bucket, { documents: all.documents, only: null }, of.sold, {
        bucket,
        sold: total(of.sold).total,
        received: total(of.received).total,
        paid: total(of.paid).total,
      }),
      parts: of,
    }
  })
}

export const economicsQuery = reportQuery(economics, async ({ rows }, input) => {
  // one statement, so that it needs no transaction and sees one state
  const found = await rows.many<{ read: string } & { [Key in keyof Group]: Group[Key] | null }>(sql`
    select ${READ_AT} as read, s.* from (select 1) one left join (
      select d.source, d.refcode, d.bound, d.type, ${bucketOf(bucketSizeOf(input))} as bucket, count(*)::int as documents,
        case when count(*) = 1 then min(d.document_id) end as only, sum(d.net_cents)::bigint as net, sum(d.vat_cents)::bigint as vat,
        sum(d.total_cents)::bigint as total
      from counted_documents d where ${ofReport(input)} group by 1, 2, 3, 4, 5) s on true`)
  const groups = found.filter(({ source }) => source !== null) as unknown as Group[]
  const sums = (source: Source, bound?: string): Sums =>
    addSums([
      NO_SUMS,
      ...groups.filter((group) => group.source === source && (bound === undefined || group.bound === bound)),
    ])
  const figure = (name: string, cents: Sums['total'], of: DocumentsOf) => ({ name, cents, of })
  return {
    read: found[0]?.read ?? '',
    figures: [
      figure('sales', sums('order').net, { source: 'order' }),
      figure('sales-vat', sums('order').vat, { source: 'order' }),
      figure('bought', sums('invoice').net, { source: 'invoice' }),
      figure('bought-vat', sums('invoice').vat, { source: 'invoice' }),
      figure('received', sums('payment', 'Inbound').total, { source: 'payment', bound: 'Inbound' }),
      figure('paid', sums('payment', 'Outbound').total, { source: 'payment', bound: 'Outbound' }),
    ],
    tables: {
      orders: byCode(groups, 'order'),
      invoices: byCode(groups, 'invoice'),
      inbound: byType(groups, 'Inbound'),
      outbound: byType(groups, 'Outbound'),
      course: byBucket(groups, input),
    },
  }
})
