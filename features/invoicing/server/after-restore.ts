import { type Sql, sql } from '#server/db/database.ts'
import { restoring } from '#server/restoring/restoring.ts'
import { OPEN, UNDER_WAY } from '../domain/document.ts'
import { unknownAfterRestore } from './sent-tables.ts'
import { SEND_JOB } from './write-document.ts'

export const unknownDocuments = unknownAfterRestore('accounting_documents', (documentId) => ({
  kind: SEND_JOB,
  payload: { documentId },
  bulk: true,
}))

/** Over documents `d`: reports whether the service has one, or may have it. */
const MAY_BE_THERE: Sql = sql`(d.attempts > 0 and d.status = any(${[...OPEN, 'ACKNOWLEDGED']}::text[]))`

/**
 * Numbers go on above those that were ever given out. A number that was given out after the backup stays with its order, so that the
 * next document of the order has the same number and the same key as the one that may have been issued. Temporary tables keep the
 * present numbers, because there may be very many. A number whose document may be at the service, and is not in the backup, is remembered:
 * a service that cannot be asked gets no second document of its order before a person has looked there.
 */
export const keptNumbers = restoring(
  async ({ tx }) => {
    await tx.run(sql`create temporary table kept_numbers on commit drop as select * from document_numbers`)
    await tx.run(sql`create temporary table kept_series on commit drop as select * from document_series`)
    await tx.run(sql`
      create temporary table kept_sent on commit drop as
      select d.series, d.series_year as year, d.branch, d.number from accounting_documents d where ${MAY_BE_THERE}
      union select series, year, branch, number from document_numbers where look_first`)
  },
  async ({ tx }) => {
    await tx.run(sql`
      insert into document_numbers as n (series, year, branch, number, order_id, kind, taken_at, voided_at, voided_by, void_reason)
      select series, year, branch, number, order_id, kind, taken_at, voided_at, voided_by, void_reason from kept_numbers
      on conflict (series, year, branch, number) do update
        set voided_at = excluded.voided_at, voided_by = excluded.voided_by, void_reason = excluded.void_reason
        where not n.issued and n.order_id = excluded.order_id
          and not exists (select from accounting_documents d
            where d.series = n.series and d.series_year = n.year and d.branch = n.branch and d.number = n.number
              and d.status = any(${[...UNDER_WAY, 'ACKNOWLEDGED']}::text[]))
          and not exists (select from delivery_notes d
            where d.series = n.series and d.series_year = n.year and d.branch = n.branch and d.number = n.number
              and d.status = any(${[...UNDER_WAY, 'ACKNOWLEDGED']}::text[]))`)
    await tx.run(sql`
      update document_numbers n set look_first = true from kept_sent k
      where n.series = k.series and n.year = k.year and n.branch = k.branch and n.number = k.number and not exists (
        select from accounting_documents d
        where d.series = n.series and d.series_year = n.year and d.branch = n.branch and d.number = n.number and ${MAY_BE_THERE})`)
    await tx.run(sql`
      insert into document_series as s (series, year, branch, first_number, last_number)
      select series, year, branch, first_number, last_number from kept_series
      on conflict (series, year, branch) do update set first_number = least(s.first_number, excluded.first_number),
        last_number = greatest(s.last_number, excluded.last_number)`)
    await tx.run(sql`
      update document_series s set skipped = s.last_number - s.first_number + 1 - (
        select count(*) from document_numbers n
        where n.series = s.series and n.year = s.year and n.branch = s.branch and n.number >= s.first_number)`)
  },
)
