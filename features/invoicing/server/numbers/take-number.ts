/** Gives tax documents their numbers, without a gap in each series, year and branch. */
import type { DocumentKind } from '#features/orders/domain/order.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { OPEN } from '../../domain/document.ts'
import type { Series } from '../../domain/tax/series.ts'

/** A number that was given out. */
export type Numbered = Pick<Series, 'series' | 'year' | 'branch'> & { readonly number: number }

/** The order and the kind of a document. A number belongs to them from the moment it is given out. */
export type NumberOf = { readonly orderId: number; readonly kind: DocumentKind | 'delivery-note' | 'return-note' }

/** Over documents `d` and numbers `n`: reports whether the document has the number. */
const HAS_NUMBER: Sql = sql`(
  d.series = n.series and d.series_year = n.year and d.branch = n.branch and d.number = n.number)`

/** Over documents `d`: reports whether one was issued, or may still be. */
export const LIVE: Sql = sql`d.status = any(${[...OPEN, 'ACKNOWLEDGED']}::text[])`

/** Over numbers `n`: reports whether a document or a delivery note with the number was issued, or may still be. */
export const IN_USE: Sql = sql`(exists (select from accounting_documents d where ${HAS_NUMBER} and ${LIVE})
  or exists (select from delivery_notes d where ${HAS_NUMBER} and ${LIVE}))`

/**
 * Returns the number of a new document. A refused document of the same order and kind leaves its number to the next one, if the
 * series is the same and the number was not declared void. Otherwise the counter gives the next number. Its row stays locked until
 * the transaction ends, so no other transaction takes the same number, and a rollback gives it back.
 */
export async function takeNumber(tx: Rows, { orderId, kind }: NumberOf, series: Series): Promise<Numbered> {
  const kept = await tx.maybe<Numbered>(sql`
    select n.series, n.year, n.branch, n.number from document_numbers n
    where n.order_id = ${orderId} and n.kind = ${kind} and n.voided_at is null and not n.issued
      and n.series = ${series.series} and n.year = ${series.year} and n.branch = ${series.branch}
      and not ${IN_USE}
    order by n.number limit 1`)
  if (kept) return kept
  const { number } = await tx.one<{ number: number }>(countOn(series))
  const taken = { series: series.series, year: series.year, branch: series.branch, number }
  await writeNumber(tx, { orderId, kind }, taken)
  return taken
}

/**
 * Moves a counter on by one. A new counter begins above the documents that an earlier version issued in the series, and a counter
 * below the start of the settings goes on from there.
 */
const countOn = ({ series, year, branch, start }: Series): Sql => sql`
  insert into document_series as s (series, year, branch, first_number, last_number)
  select ${series}, ${year}::integer, ${branch}::integer, first, first
  from (select greatest(${start}::bigint, 1 + coalesce(max(d.number), 0)) as first from accounting_documents d
    where d.series = ${series} and d.series_year = ${year} and d.branch = ${branch}) f
  on conflict (series, year, branch) do update set last_number = greatest(s.last_number + 1, ${start}::bigint),
    skipped = s.skipped + greatest(${start}::bigint - s.last_number - 1, 0)
  returning last_number as number`

const writeNumber = (tx: Rows, { orderId, kind }: NumberOf, { series, year, branch, number }: Numbered) =>
  tx.run(sql`
    insert into document_numbers (series, year, branch, number, order_id, kind)
    values (${series}, ${year}, ${branch}, ${number}, ${orderId}, ${kind})`)

/** Declares a number void. It stays given out. Returns 0 if it was issued or is void already. */
export const voidNumber = (tx: Rows, { series, year, branch, number }: Numbered, by: string, reason: string) =>
  tx.run(sql`
    update document_numbers set voided_at = now(), voided_by = ${by}, void_reason = ${reason}
    where series = ${series} and year = ${year} and branch = ${branch} and number = ${number}
      and voided_at is null and not issued`)

/** Notes that the number of a delivery note is issued, or that it may be issued after all, whatever was declared before. */
export const keepNumberOfNote = (tx: Rows, noteId: number, { issued }: { readonly issued: boolean }) =>
  tx.run(sql`
    update document_numbers n set issued = ${issued}, voided_at = null, voided_by = null, void_reason = null
    from delivery_notes d where d.id = ${noteId} and ${HAS_NUMBER}`)

/** Notes that the number of a document is issued, or that it may be issued after all, whatever was declared before. */
export const keepNumberOf = (tx: Rows, documentId: number, { issued }: { readonly issued: boolean }) =>
  tx.run(sql`
    update document_numbers n set issued = ${issued}, voided_at = null, voided_by = null, void_reason = null
    from accounting_documents d where d.id = ${documentId} and ${HAS_NUMBER}`)

/**
 * Gives an order the number under which its document was issued, whether or not it was declared void. Returns false if a live
 * document of another order has it. A number above the counter moves the counter on, so that no new document gets it again.
 */
export async function adoptNumber(tx: Rows, { orderId, kind }: NumberOf, issued: Numbered): Promise<boolean> {
  const { series, year, branch, number } = issued
  const holder = await tx.maybe(sql`
    select d.id from accounting_documents d
    where d.series = ${series} and d.series_year = ${year} and d.branch = ${branch} and d.number = ${number} and ${LIVE}
      and not (d.order_id = ${orderId} and d.kind = ${kind}) limit 1`)
  if (holder) return false
  await tx.run(sql`
    insert into document_series as s (series, year, branch, first_number, last_number)
    values (${series}, ${year}, ${branch}, ${number}, ${number})
    on conflict (series, year, branch) do update set last_number = greatest(s.last_number, ${number}::bigint),
      first_number = least(s.first_number, ${number}::bigint)`)
  await tx.run(sql`
    insert into document_numbers (series, year, branch, number, order_id, kind)
    values (${series}, ${year}, ${branch}, ${number}, ${orderId}, ${kind})
    on conflict (series, year, branch, number) do update set order_id = excluded.order_id, kind = excluded.kind, issued = false,
      voided_at = null, voided_by = null, void_reason = null`)
  await countSkipped(tx, issued)
  return true
}

/** Counts the numbers of a series that this installation has never seen. */
const countSkipped = (tx: Rows, { series, year, branch }: Omit<Numbered, 'number'>) =>
  tx.run(sql`
    update document_series s set skipped = s.last_number - s.first_number + 1 - (
      select count(*) from document_numbers n
      where n.series = s.series and n.year = s.year and n.branch = s.branch and n.number >= s.first_number)
    where s.series = ${series} and s.year = ${year} and s.branch = ${branch}`)
