/** Returns the documents of the demo company as the simulated tax office has them. */
import { scaleDecimal } from '#kernel/money.ts'
import { NOTE_TYPE } from '#kernel/tax/delivery-note.ts'
import { type Database, sql } from '#server/db/database.ts'
import { FIRST_MARK, type StoredDocument } from './epsilon-store.ts'
import type { SimulatedTaxDocument } from './mydata-documents.ts'

const centsOf = (value: number): number => scaleDecimal(String(value), 2) ?? 0

/**
 * Returns the documents and delivery notes with which the demo company begins. They were never sent: their MARKs are below those of the
 * simulated accounting service. Two invoices are left out, so that a comparison finds differences: the newest ones before the last day.
 */
export const issuedBefore = (db: Database): Promise<SimulatedTaxDocument[]> =>
  db.many<SimulatedTaxDocument>(sql`
    select mark, uid, coalesce(qr_url, '') as "qrUrl", case kind when 'invoice' then '1.1' else '5.1' end as type, series, number,
      request ->> 'day' as day, request #>> '{issuer,vat}' as "issuerVat", request #>> '{customer,vat}' as "customerVat", 'GR' as "customerCountry",
      (request ->> 'net')::bigint as net, (request ->> 'vat')::bigint as vat, (request ->> 'total')::bigint as total
    from accounting_documents where status = 'ACKNOWLEDGED' and mark < ${String(FIRST_MARK)} and id not in (
      select id from accounting_documents where status = 'ACKNOWLEDGED' and kind = 'invoice' and mark < ${String(FIRST_MARK)} and request ->> 'day' < (
        select max(request ->> 'day') from accounting_documents where mark < ${String(FIRST_MARK)})
      order by request ->> 'day' desc, id desc limit 2)
    union all
    select mark, uid, qr_url, ${NOTE_TYPE}::text, series, number, request ->> 'day', request #>> '{issuer,vat}', request #>> '{customer,vat}', 'GR', 0, 0, 0
    from delivery_notes where status = 'ACKNOWLEDGED' and mark < ${String(FIRST_MARK)}
    order by mark`)

/** Returns the documents that the simulated accounting service has issued. */
export const issuedDocuments = (stored: readonly StoredDocument[]): SimulatedTaxDocument[] =>
  stored.flatMap(({ signing, document }) => {
    if (signing === null) return []
    const { issuer, counterpart, invoiceHeader: header, invoiceSummary: sums } = document.source.invoice
    return [
      {
        mark: String(signing.mark),
        uid: signing.uid,
        qrUrl: signing.qrCode,
        type: header.invoiceType,
        series: header.series,
        number: header.aa,
        day: header.issueDate,
        issuerVat: issuer.vatNumber,
        customerVat: counterpart?.vatNumber ?? '',
        customerCountry: counterpart?.country ?? '',
        net: centsOf(sums.totalNetValue),
        vat: centsOf(sums.totalVatAmount),
        total: centsOf(sums.totalValue),
      },
    ]
  })
