/** Selects documents of the ledger as reports count them (postings `d`): those of a period, as known now or at an earlier moment, and those of a figure. */
import { withoutLaterCash } from '#features/payments/server/hidden-cash.ts'
import { addDays, type Day, isDay } from '#kernel/day.ts'
import { join, type Sql, sql } from '#server/db/database.ts'
import type { BucketSize, DocumentsInput, DocumentsOf, ReportInput } from '../../domain/frame.ts'

/** Before every document, so that a figure opens all documents until its last day. */
export const BEGINNING = '1900-01-01' as Day

/** Selects what was recorded until then, and what had ended by then. A day means its end in Athens. */
export function knownAt(known: NonNullable<ReportInput['known']>): { readonly recorded: Sql; readonly ended: Sql } {
  if (!isDay(known))
    return { recorded: sql`recorded_at <= ${known}::timestamptz`, ended: sql`ended_at <= ${known}::timestamptz` }
  const end = sql`(${addDays(known, 1)}::timestamp at time zone 'Europe/Athens')`
  return { recorded: sql`recorded_at < ${end}`, ended: sql`ended_at < ${end}` }
}

/** The first line of a document says what reports count of it. They count no opening balances, and no cash that was only moved. */
export const COUNTED: Sql = sql`d.line = 0 and d.source in ('order', 'invoice', 'payment')`

/** Selects what was known then of `d`. Without `known` it is what is known now. */
export function heldAt(known: string | undefined): Sql {
  if (known === undefined) return sql`${COUNTED} and d.ended_at is null`
  const { recorded, ended } = knownAt(known)
  return sql`${COUNTED} and d.${recorded} and (d.ended_at is null or not d.${ended})`
}

/** Selects the documents of the period of a report. */
export const ofReport = ({ from, to, known }: ReportInput): Sql =>
  sql`d.day between ${from}::date and ${to}::date and ${heldAt(known)}`

/**
 * Leaves out the cash of customers and providers after `last`, which the company hides from the person; `last` is null if it hides nothing.
 * Payments to salespersons stay, because what is owed to them depends on each.
 */
export const withoutHiddenCash = (last: Day | null): Sql =>
  withoutLaterCash(last, sql`d.source = 'payment' and d.type = 'CASH' and d.salesperson_id is null`, sql`d.day`)

/** Selects the documents that sum to a figure. */
function ofFigure(of: Partial<DocumentsOf>): Sql {
  const all: Sql[] = []
  if (of.source !== undefined) all.push(sql`d.source = ${of.source}`)
  if (of.refcode !== undefined) all.push(sql`d.refcode = ${of.refcode}`)
  if (of.bound !== undefined) all.push(sql`d.bound = ${of.bound}`)
  if (of.type !== undefined) all.push(sql`d.type = ${of.type}`)
  if (of.red !== undefined) all.push(sql`d.red = ${of.red}`)
  if (of.salespersonId !== undefined)
    all.push(of.salespersonId === null ? sql`d.salesperson_id is null` : sql`d.salesperson_id = ${of.salespersonId}`)
  if (of.partyId !== undefined) all.push(sql`d.party_id = ${of.partyId}`)
  if (of.from !== undefined) all.push(sql`d.day >= ${of.from}::date`)
  if (of.to !== undefined) all.push(sql`d.day <= ${of.to}::date`)
  return all.length === 0 ? sql`true` : join(all, ' and ')
}

/** Selects the documents that the drawer shows. */
export const ofDrawer = ({ filters }: Pick<DocumentsInput, 'filters'>): Sql => {
  const { periodFrom, periodTo, known, ...of } = filters
  return join(
    [
      heldAt(known),
      ...(periodFrom === undefined ? [] : [sql`d.day >= ${periodFrom}::date`]),
      ...(periodTo === undefined ? [] : [sql`d.day <= ${periodTo}::date`]),
      ofFigure(of),
    ],
    ' and ',
  )
}

/**
 * The number of the record that a counted document opens. A credit note in part is counted under the negative number of its credit, and
 * opens its order.
 */
export const SHOWN_ID: Sql = sql`(
  case when d.source = 'order' and d.document_id < 0 then (select c.order_id from credits c where c.id = -d.document_id) else d.document_id end)`

/**
 * The moment at which the answer of a report was read. Figures as known at this moment never change: it is before the
 * beginning of any transaction that is still under way, because what such a transaction records has the moment of its beginning.
 */
export const READ_AT: Sql = sql`
  to_char(least(statement_timestamp(), (select min(xact_start) - interval '1 microsecond' from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()))
    at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Returns the first day of the bucket of a document, by the name of the size. */
export const bucketOf = (size: BucketSize): Sql => (size === 'day' ? sql`d.day` : sql`date_trunc(${size}, d.day)::date`)

/** A bucket may begin before the period of the report. Its documents then begin with the period. */
export const laterDay = (a: Day, b: Day): Day => (a > b ? a : b)
