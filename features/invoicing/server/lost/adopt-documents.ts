/** Adopts documents that another server issued: their numbers are given out, and they are lost documents without an order. */
import { NOTE_TYPE } from '#kernel/tax/delivery-note.ts'
import { isCreditNote } from '#kernel/tax/tax-document.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Transmitted } from '../tax-office/find-transmitted.ts'

/** Returns the kind of a document. Every one that is neither a note nor a credit note counts as an invoice. */
const kindOf = (type: string): string =>
  type === NOTE_TYPE ? 'delivery-note' : isCreditNote(type) ? 'credit-note' : 'invoice'

/** Stands for the order of a document that is not known. */
export const NO_ORDER = 0

/** Adopts those documents of the tax office that are not in the books. Returns how many. */
export async function adoptDocuments(tx: Rows, theirs: readonly Transmitted[], now: string): Promise<number> {
  const rows = theirs.map(
    ({ mark, uid, cancelled, type, series, number, day, branch, qrUrl, net, vat, total, customerVat }) => ({
      key: `tax-office-${mark}`,
      kind: kindOf(type),
      status: cancelled ? 'WITHDRAWN' : 'ACKNOWLEDGED',
      mark,
      uid,
      qrUrl,
      series,
      year: Number(day.slice(0, 4)),
      branch,
      number: /^\d{1,15}$/.test(number) ? Number(number) : null,
      request: { type, series, number, day, net, vat, total, customer: { vat: customerVat } },
    }),
  )
  const all = JSON.stringify(rows)
  const adopted = await tx.run(sql`
    insert into lost_documents (order_id, kind, key, way, status, request, series, series_year, branch, number, mark, uid, qr_url, lost_at)
    select ${NO_ORDER}, r.kind, r.key, 'provider', r.status, r.request, r.series, r.year, r.branch, r.number, r.mark, r.uid, r."qrUrl",
      ${now}::timestamptz
    from jsonb_to_recordset(${all}::jsonb) as r(kind text, key text, status text, request jsonb, series text, year int, branch int,
      number bigint, mark text, uid text, "qrUrl" text)
    where not exists (select from accounting_documents d where d.mark = r.mark)
      and not exists (select from delivery_notes d where d.mark = r.mark)
      and not exists (select from lost_documents l where l.mark = r.mark)
    on conflict (key, series, series_year, branch, number) do nothing`)
  // the number of a document that was under way stays with its order, which asks for it
  await tx.run(sql`
    insert into document_numbers (series, year, branch, number, order_id, kind, issued)
    select distinct on (r.series, r.year, r.branch, r.number) r.series, r.year, r.branch, r.number, ${NO_ORDER}, r.kind, true
    from jsonb_to_recordset(${all}::jsonb) as r(kind text, series text, year int, branch int, number bigint)
    where r.number >= 1 and r.series <> ''
    on conflict (series, year, branch, number) do nothing`)
  await tx.run(sql`
    insert into document_series as s (series, year, branch, first_number, last_number)
    select r.series, r.year, r.branch, min(r.number), max(r.number)
    from jsonb_to_recordset(${all}::jsonb) as r(series text, year int, branch int, number bigint)
    where r.number >= 1 and r.series <> '' group by r.series, r.year, r.branch
    on conflict (series, year, branch) do update set last_number = greatest(s.last_number, excluded.last_number)`)
  await tx.run(sql`
    update document_series s set skipped = s.last_number - s.first_number + 1 - (
      select count(*) from document_numbers n
      where n.series = s.series and n.year = s.year and n.branch = s.branch and n.number >= s.first_number)`)
  return adopted
}
