/** Counted documents in groups, and the tables that several reports make of them. */
import type { Day } from '#kernel/day.ts'
import { type Rows, sql } from '#server/db/database.ts'
import {
  bucketSizeOf,
  type DocumentsOf,
  lastDayOf,
  type ReportInput,
  type ReportRow,
  type Source,
} from '../../domain/frame.ts'
import { bucketOf, laterDay, ofReport, READ_AT, SHOWN_ID, withoutHiddenCash } from './counted.ts'
import { addSums, NO_SUMS, rowOf, type Sums, sumsBy } from './report.ts'

export type Group = Sums & {
  readonly source: Source
  readonly refcode: string
  readonly red: boolean
  readonly bound: 'Inbound' | 'Outbound' | null
  readonly type: 'CASH' | 'CHECK' | 'CARD' | 'BANK' | null
  readonly bucket: Day
}

/** Returns one row for each code. Codes whose goods and VAT are both not above zero are left out. */
export const byCode = (groups: readonly Group[], source: 'order' | 'invoice'): ReportRow[] =>
  sumsBy(
    groups.filter((group) => group.source === source),
    ({ refcode }) => refcode,
  )
    .filter(([, { net, vat }]) => net > 0 || vat > 0)
    .map(([refcode, sums]) =>
      rowOf(
        refcode,
        sums,
        { source, refcode },
        { refcode, description: refcode, net: sums.net, vat: sums.vat, total: sums.total },
      ),
    )

export const byType = (groups: readonly Group[], bound: 'Inbound' | 'Outbound'): ReportRow[] =>
  sumsBy(
    groups.filter((group) => group.bound === bound),
    ({ refcode, type }) => `${refcode} ${type}`,
  ).map(([key, sums, { refcode, type }]) =>
    rowOf(
      key,
      sums,
      { source: 'payment', bound, refcode, type: type || undefined },
      { refcode, type, total: sums.total },
    ),
  )

/** Returns the amounts of each bucket, by the columns that `of` names. Each figure opens its own documents. */
export function byBucket(
  groups: readonly Group[],
  input: ReportInput,
  of: Readonly<Record<string, { readonly documents: DocumentsOf; readonly amount: 'net' | 'vat' | 'total' }>>,
): ReportRow[] {
  const size = bucketSizeOf(input)
  return sumsBy(groups, ({ bucket }) => bucket).map(([bucket, all]) => {
    const own = groups.filter((group) => group.bucket === bucket)
    const days = { from: laterDay(bucket as Day, input.from), to: lastDayOf(bucket as Day, size) }
    const columns = Object.entries(of)
    const values = columns.map(([key, { documents, amount }]) => [key, sumsOf(own, documents)[amount]])
    const parts = columns.map(([key, { documents }]) => [key, { ...documents, ...days }])
    return {
      ...rowOf(
        bucket,
        { documents: all.documents, only: null },
        { source: 'order', ...days },
        {
          bucket,
          ...Object.fromEntries(values),
        },
      ),
      parts: Object.fromEntries(parts),
    }
  })
}

/** Returns one row for each bucket of documents of one kind. A row opens its documents. */
export const inBuckets = (groups: readonly Group[], input: ReportInput, of: DocumentsOf): ReportRow[] =>
  sumsBy(groups, ({ bucket }) => bucket).map(([bucket, sums]) => {
    const { documents, net, vat, total } = sums
    const days = { from: laterDay(bucket as Day, input.from), to: lastDayOf(bucket as Day, bucketSizeOf(input)) }
    return rowOf(bucket, sums, { ...of, ...days }, { bucket, documents, amount: net, vat, total })
  })

/** Returns the sums of the groups of a kind of documents. */
export const sumsOf = (
  groups: readonly Group[],
  { source, bound, red }: Pick<DocumentsOf, 'source' | 'bound' | 'red'>,
): Sums =>
  addSums([
    NO_SUMS,
    ...groups.filter(
      (group) =>
        group.source === source &&
        (bound === undefined || group.bound === bound) &&
        (red === undefined || group.red === red),
    ),
  ])

/**
 * Reads the documents of a period in groups, and the moment at which they were read: that of the first statement, because all of them read
 * its snapshot. Each kind of document is a statement of its own, so that other people's statements go on between them on the embedded
 * database. `shownCash` is the last day whose cash the person may see.
 */
export async function readGroups(
  rows: Rows,
  input: ReportInput,
  sources: readonly Source[],
  shownCash: Day | null = null,
): Promise<{ read: string; groups: Group[] }> {
  const { read } = await rows.one<{ read: string }>(sql`select ${READ_AT} as read`)
  const groups: Group[] = []
  for (const source of sources)
    groups.push(
      ...(await rows.many<Group>(sql`
        select d.source, d.refcode, d.bound, d.type, d.red, ${bucketOf(bucketSizeOf(input))} as bucket, count(*)::int as documents,
          case when count(*) = 1 then min(${SHOWN_ID}) end as only, sum(d.net_cents)::bigint as net, sum(d.vat_cents)::bigint as vat,
          sum(d.total_cents)::bigint as total
        from postings d where d.source = ${source} and ${ofReport(input)} and ${withoutHiddenCash(shownCash)}
        group by 1, 2, 3, 4, 5, 6`)),
    )
  return { read, groups }
}
