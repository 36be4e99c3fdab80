/** Compares the documents of some days with those that the tax office has, and stores the differences of these days. */
import { daysBetween } from '#kernel/day.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { NOTE_TYPE } from '#kernel/tax/delivery-note.ts'
import { command, lookup, type Query, query, type Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { TaxOffice } from '#server/integrations/tax-office/tax-office.ts'
import { OPEN } from '../../domain/document.ts'
import { whyNoReason } from '../../domain/reason.ts'
import * as contract from '../../domain/comparison/contract.ts'
import {
  type Difference,
  type DifferenceKind,
  DIFFERENCES,
  type OwnDocument,
  findDifferences,
  type TheirDocument,
} from '../../domain/comparison/differences.ts'
import { isTaxOfficeKnown, openTaxOfficeOf } from './account.ts'
import { readTransmitted } from './find-transmitted.ts'

type Own = OwnDocument & {
  readonly noteId: number | null
  readonly shipmentId: number | null
  readonly invoice: boolean
}

/**
 * Returns the documents and delivery notes of the days that were issued, or may have been, and those that count as not issued. Those of
 * tests never count.
 */
const readOurs = (rows: Rows, from: string, to: string): Promise<Own[]> =>
  rows.many<Own>(sql`
    select order_id as "orderId", null::bigint as "noteId", null::bigint as "shipmentId", kind = 'invoice' as invoice,
      case when status = 'FAILED' then null else mark end as mark, status = 'FAILED' as failed, false as withdrawn, false as note,
      coalesce(request ->> 'type', '') as type,
      request ->> 'series' as series, request ->> 'number' as number, request ->> 'day' as day,
      (request ->> 'net')::bigint as net, (request ->> 'vat')::bigint as vat, (request ->> 'total')::bigint as total
    from accounting_documents
    where request ->> 'day' between ${from} and ${to} and not test and status = any(${[...OPEN, 'ACKNOWLEDGED', 'FAILED']}::text[])
    union all
    select order_ids[1], id, shipment_id, false, case when status = 'FAILED' then null else mark end, status = 'FAILED',
      status = 'WITHDRAWN', true, ${NOTE_TYPE}::text, series, number::text, request ->> 'day', 0, 0, 0
    from delivery_notes
    where request ->> 'day' between ${from} and ${to} and not test
      and status = any(${[...OPEN, 'ACKNOWLEDGED', 'WITHDRAWN', 'FAILED']}::text[])`)

/** Returns all documents that the tax office has of the days. Refuses if it does not give them all. */
async function askTheirs(office: TaxOffice, from: string, to: string): Promise<TheirDocument[]> {
  const theirs = await readTransmitted(office, from, to)
  if ('silent' in theirs) return refuse('unavailable', 'invoicing.tax-office-silent', { reason: theirs.silent })
  return theirs.map(({ mark, cancelled, type, series, number, day, net, vat, total }) => ({
    mark,
    cancelled,
    type,
    series,
    number,
    day,
    net,
    vat,
    total,
  }))
}

/** Returns a difference as it is stored. Its key is the same as long as the difference is the same. */
function storedForm({ kind, own, their }: Difference<Own>) {
  const { type, series, number, day } = their ?? own ?? { type: '', series: '', number: '', day: '' }
  const mark = their?.mark ?? own?.mark ?? null
  const content: contract.DifferenceContent = {
    orderId: own?.orderId ?? null,
    note: own?.note ?? type === NOTE_TYPE,
    noteId: own?.noteId ?? null,
    shipmentId: own?.shipmentId ?? null,
    invoice: own?.invoice ?? false,
    mark,
    type,
    series,
    number,
    day,
    ourTotal: own?.total ?? null,
    theirTotal: their?.total ?? null,
  }
  return { key: [kind, mark ?? '', type, series, number, day.slice(0, 4)].join(' '), kind, day, content }
}

type Compared = { readonly ours: number; readonly theirs: number; readonly differences: readonly Difference<Own>[] }

/** Asks the tax office and compares. Call it outside any transaction. */
export async function compareDays(rows: Rows, office: TaxOffice, from: string, to: string): Promise<Compared> {
  const theirs = await askTheirs(office, from, to)
  const ours = await readOurs(rows, from, to)
  return {
    ours: ours.filter(({ failed }) => !failed).length,
    theirs: theirs.length,
    differences: findDifferences(ours, theirs),
  }
}

/** Stores a comparison. Differences of its days that were not found again are deleted; one that was stays as it is, with its explanation. */
export async function storeComparison(work: Work, from: string, to: string, compared: Compared): Promise<void> {
  const { tx, now, actor, moved } = work
  const { ours, theirs, differences } = compared
  const { id } = await tx.one<{ id: number }>(sql`
    insert into document_comparisons (from_day, to_day, compared_at, compared_by, ours, theirs, differing)
    values (${from}::date, ${to}::date, ${now}::timestamptz, ${actor.name}, ${ours}, ${theirs}, ${differences.length})
    on conflict (from_day, to_day) do update set compared_at = excluded.compared_at, compared_by = excluded.compared_by,
      ours = excluded.ours, theirs = excluded.theirs, differing = excluded.differing, failure = null
    returning id`)
  const found = differences.map(storedForm)
  await tx.run(sql`
    delete from document_differences where day between ${from}::date and ${to}::date and key <> all(${found.map(({ key }) => key)}::text[])`)
  await tx.run(sql`
    insert into document_differences (key, kind, day, content, found_at)
    select f.key, f.kind, f.day, f.content, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(found.slice(0, contract.MOST_LISTED))}::jsonb) as f(key text, kind text, day date, content jsonb)
    on conflict (key) do update set day = excluded.day, content = excluded.content`)
  moved({ entity: contract.COMPARISONS_TOPIC, id })
}

/** After so many minutes a comparison no longer counts as under way: its process stopped before it could note the end. */
const LONGEST_MINUTES = 3

/** Notes that the days are compared now, and returns the moment. Refuses if another press, also in another process, compares the same days. */
async function begin({ tx, now, actor }: Work, from: string, to: string): Promise<string> {
  await tx.run(sql`
    delete from comparisons_under_way where begun_at < ${now}::timestamptz - make_interval(mins => ${LONGEST_MINUTES})`)
  const begun = await tx.run(sql`
    insert into comparisons_under_way (from_day, to_day, begun_at, begun_by)
    values (${from}::date, ${to}::date, ${now}::timestamptz, ${actor.name})
    on conflict (from_day, to_day) do nothing`)
  if (begun > 0) return now
  const { by } = await tx.one<{ by: string }>(sql`
    select begun_by as by from comparisons_under_way where from_day = ${from}::date and to_day = ${to}::date`)
  return refuse('refused', 'invoicing.compare-under-way', { by })
}

/** Notes that the comparison that began at this moment has ended. */
const end = ({ tx }: Work, from: string, to: string, begun: string) =>
  tx.run(sql`
    delete from comparisons_under_way
    where from_day = ${from}::date and to_day = ${to}::date and begun_at = ${begun}::timestamptz`)

export const compareLookup = lookup(
  contract.compareDocuments,
  async ({ rows, sealing, outside, keep }, { from, to }) => {
    const days = daysBetween(from, to) + 1
    if (days < 1 || days > contract.MOST_DAYS)
      refuse('invalid', 'invoicing.too-many-days', { most: contract.MOST_DAYS })
    const office = await openTaxOfficeOf({ rows, sealing, gate: outside.taxOffice }, false)
    if (office === null) return refuse('refused', 'invoicing.no-tax-office')
    const begun = await keep((work) => begin(work, from, to))
    try {
      const compared = await compareDays(rows, office, from, to)
      await keep((work) => storeComparison(work, from, to, compared))
      return { ours: compared.ours, theirs: compared.theirs, count: compared.differences.length }
    } finally {
      await keep((work) => end(work, from, to, begun))
    }
  },
)

const ORDER = sql`(explained_by is not null), array_position(${[...DIFFERENCES]}::text[], kind), day, key`

export const comparisonsQuery: Query = query(contract.comparisons, async ({ rows }) => {
  const { open } = await rows.one<{ open: number }>(
    sql`select count(*)::int as open from document_differences where explained_by is null`,
  )
  const runs = await rows.many<RunRow>(sql`
    select id, to_char(from_day, 'YYYY-MM-DD') as "from", to_char(to_day, 'YYYY-MM-DD') as "to", compared_at as at, compared_by as by,
      ours, theirs, differing, failure
    from document_comparisons order by compared_at desc, id desc limit ${contract.SHOWN_COMPARISONS}`)
  const differences = await rows.many<DifferenceRow>(sql`
    select id, kind, content, found_at as "foundAt", explained_by as by, explained_reason as reason
    from document_differences order by ${ORDER} limit ${contract.MOST_LISTED}`)
  return {
    known: await isTaxOfficeKnown(rows),
    open,
    runs: runs.map(({ ours, theirs, differing, ...run }) => ({
      ...run,
      counts: ours === null || theirs === null || differing === null ? null : { ours, theirs, differing },
    })),
    differences: differences.map(({ id, kind, content, foundAt, by, reason }) => ({
      ...content,
      id,
      kind,
      foundAt,
      explained: by === null || reason === null ? null : { by, reason },
    })),
  }
})

type RunRow = {
  readonly id: number
  readonly from: string
  readonly to: string
  readonly at: string
  readonly by: string
  readonly ours: number | null
  readonly theirs: number | null
  readonly differing: number | null
  readonly failure: string | null
}
type DifferenceRow = {
  readonly id: number
  readonly kind: DifferenceKind
  readonly content: contract.DifferenceContent
  readonly foundAt: string
  readonly by: string | null
  readonly reason: string | null
}

export const explainDifferenceCommand = command(
  contract.explainDifference,
  async ({ tx, actor, moved }, { id, reason }) => {
    stopOn(whyNoReason(reason))
    const explained = await tx.run(sql`
      update document_differences set explained_by = ${actor.name}, explained_reason = ${reason} where id = ${id}`)
    if (explained === 0) refuse('missing', 'invoicing.no-difference')
    moved({ entity: contract.COMPARISONS_TOPIC, id })
    return { id }
  },
)
