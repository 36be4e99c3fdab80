/** The documents that the accounting service has accepted for the orders of the demo company. They were never sent. */
import { issuerOf } from '#features/invoicing/domain/tax/compose.ts'
import { ADDRESS, CITY, POSTCODE } from '#features/orders/server/delivery-place.ts'
import { dueDay, readUsualDays } from '#features/parties/server/due-day.ts'
import { PAYMENT_WAYS } from '#kernel/tax/payment-ways.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { DemoCompany } from './build.ts'
import { DEMO_COMPANY } from './company.ts'

/**
 * Writes one accepted invoice for every order invoiced through the service, and a credit note for those cancelled
 * later.
 */
export async function writeDocuments(tx: Rows, { orders, calendar }: DemoCompany): Promise<void> {
  const documents = orders.flatMap(({ id, invoice, course }) => {
    const invoiced = course.timeOf('INVOICED')
    if (invoice?.mode !== 'epsilon' || invoiced === null) return []
    const cancelled = course.timeOf('CANCELED')
    const first = {
      order_id: id,
      kind: 'invoice',
      serial: 1,
      mark: String(400_000_000_000_000 + id),
      made: calendar.moment(invoiced),
    }
    if (cancelled === null) return [first]
    const second = {
      ...first,
      kind: 'credit-note',
      serial: 2,
      mark: String(400_000_000_500_000 + id),
      made: calendar.moment(cancelled),
    }
    return [first, second]
  })
  const issuer = JSON.stringify(issuerOf({ issuer: DEMO_COMPANY }, { branch: 0 }))
  const due = dueDay(
    sql`(d.made at time zone 'Europe/Athens')::date`,
    sql`c.payment_days`,
    await readUsualDays(tx, 'customers'),
  )
  await tx.run(sql`
    insert into accounting_documents (order_id, kind, key, status, process_id, mark, uid, authentication_code, attempts,
      created_at, updated_at, qr_url, series, series_year, branch, number, request)
    select o.id, d.kind, 'kerino-' || o.id || '-' || d.serial, 'ACKNOWLEDGED', 'demo-' || d.mark, d.mark,
      upper(left(md5(d.mark) || md5('uid' || d.mark), 40)), upper(left(md5('code' || d.mark) || md5(d.mark), 40)), 1, d.made, d.made,
      'https://epsilondigital.example/DocViewer/' || md5('qr' || d.mark),
      case d.serial when 1 then 'A' else 'ΠΙΣ' end, extract(year from d.made at time zone 'Europe/Athens')::int, 0, o.id,
      jsonb_build_object(
        'key', 'kerino-' || o.id || '-' || d.serial, 'kind', d.kind,
        'correlatedMark', case d.serial when 2 then (400000000000000 + o.id)::text end,
        'series', case d.serial when 1 then 'A' else 'ΠΙΣ' end, 'number', o.id,
        'day', to_char(d.made at time zone 'Europe/Athens', 'YYYY-MM-DD'),
        'dueDay', to_char(${due}, 'YYYY-MM-DD'), 'paymentWay', ${PAYMENT_WAYS['on-credit']}::int,
        'deliveryPlace', concat_ws(', ', nullif(${ADDRESS}, ''), nullif(trim(concat_ws(' ', ${POSTCODE}, ${CITY})), '')),
        'issuer', ${issuer}::jsonb,
        'customer', jsonb_build_object('name', c.name, 'vat', c.vat, 'street', c.address, 'city', c.city,
          'postcode', c.postcode, 'country', 'GR', 'taxOffice', c.tax_office, 'email', c.email, 'phone', c.phone),
        'lines', (select jsonb_agg(jsonb_build_object('code', l.sku, 'name', l.name, 'unit', l.unit, 'quantity', l.quantity_e4,
            'price', l.sales_price_e4, 'vatRate', l.vat_bp, 'net', l.total_cents, 'vat', l.vat_cents) order by l.line_no)
          from order_lines l where l.order_id = o.id),
        'net', o.products_cents, 'vat', o.vat_cents, 'total', o.total_cents)
    from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb)
      as d(order_id bigint, kind text, serial int, mark text, made timestamptz)
    join orders o on o.id = d.order_id join customers c on c.id = o.customer_id
    order by d.made, d.order_id, d.serial`)
}
