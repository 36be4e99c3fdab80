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

type Sender = { readonly vat: string; readonly own: string; readonly goods: readonly { code: string; name: string }[] }

/** Returns the delivery notes that providers of the demo company issued to it: one for each of the first providers with goods. */
export async function receivedBefore(db: Database, day: string): Promise<SimulatedTaxDocument[]> {
  const senders = await db.many<Sender>(sql`
    select plain_vat(p.vat) as vat, (select plain_vat(value ->> 'vat') from settings where name = 'company') as own, goods.list as goods
    from providers p
    cross join lateral (
      select json_agg(json_build_object('code', one.code, 'name', one.name)) as list from (
        select coalesce(nullif(c.code, ''), g.sku) as code, g.name from provider_products c join products g on g.id = c.product_id
        where c.provider_id = p.id order by g.id limit 3) one) goods
    where p.vat <> '' and not p.system and p.merged_into is null and goods.list is not null order by p.id limit 4`)
  return senders.map(({ vat, own, goods }, place) => ({
    mark: String(FIRST_RECEIVED + place),
    uid: `RECEIVED${place}`,
    qrUrl: `https://mydata.example/TimologioQR/QRInfo?q=received${place}`,
    type: '9.3',
    series: 'ΔΑ',
    number: 4711 + place,
    day,
    issuerVat: vat,
    customerVat: own,
    customerCountry: 'GR',
    net: 0,
    vat: 0,
    total: 0,
    vehicle: `ΝΙΚ-${2201 + place}`,
    lines: goods.map(({ code, name }, line) => ({ code, name, quantity: String(20 * (line + 1)), unit: 1 })),
  }))
}

/** The MARK of the first note that a provider of the demo company issued. */
const FIRST_RECEIVED = 400_005_000_000_001

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
