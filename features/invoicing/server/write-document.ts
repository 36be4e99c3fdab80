/** Writes the document of an order for the accounting service, and enqueues the job that sends it. */
import { DOCUMENTS } from '#features/orders/server/lock-orders.ts'
import { readCompany } from '#features/settings/server/company.ts'
import type { Refusal } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { AccountingDocument, AccountingParty } from '#server/integrations/accounting/accounting.ts'
import { type DocumentStatus, SERIES } from '../domain/document.ts'
import { type NoAccounting, noAccounting } from '../domain/sending.ts'
import { documentKey } from './document-key.ts'

export const SEND_JOB = 'invoicing.send-document'

/**
 * Returns why no document can be sent, or null. The server stores at its start whether an accounting service is configured.
 * A company whose settings say that it has none is not asked to connect one.
 */
export async function whyNoAccounting(rows: Rows): Promise<NoAccounting | null> {
  const row = await rows.maybe<{ value: { configured: boolean } }>(
    sql`select value from settings where name = 'accounting-state'`,
  )
  if (row?.value.configured) return null
  const { accounting } = await readCompany(rows)
  return accounting ? 'not-configured' : 'no-accounting'
}

/** Returns the refusal of a document that cannot be sent, or null. */
export async function accountingMissing({ tx }: Work): Promise<Refusal | null> {
  const why = await whyNoAccounting(tx)
  return why === null ? null : noAccounting(why)
}

type OrderForDocument = {
  id: number
  net: number
  vat: number
  total: number
  customer: AccountingParty
  lines: AccountingDocument['lines']
  earlier: number
  standing: DocumentStatus | null
  installation: string
  mark: string | null
}

/**
 * Writes a waiting document with a new key, so that no earlier refused document is taken for it. Documents of a bulk
 * action (`bulk`) are sent after single ones.
 */
export async function writeDocument(
  work: Work,
  orderId: number,
  kind: AccountingDocument['kind'],
  { note, bulk = false }: { note?: string | null | undefined; bulk?: boolean } = {},
): Promise<void> {
  const { tx, today } = work
  const company = await readCompany(tx)
  const order = await tx.one<OrderForDocument>(sql`
    select o.id, o.products_cents as net, o.vat_cents as vat, o.total_cents as total,
      json_build_object('name', c.name, 'vat', c.vat, 'street', c.address, 'city', c.city, 'postcode', c.postcode,
        'country', coalesce(nullif(c.country, ''), 'GR'), 'email', c.email, 'phone', c.phone) as customer,
      (select json_agg(json_build_object('code', l.sku, 'name', l.name, 'unit', l.unit, 'quantity', l.quantity_e4,
          'price', l.sales_price_e4, 'vatRate', l.vat_bp, 'net', l.total_cents, 'vat', l.vat_cents) order by l.line_no)
        from order_lines l where l.order_id = o.id) as lines,
      (select count(*)::int from accounting_documents d where d.order_id = o.id) as earlier,
      (select d.status from accounting_documents d where d.order_id = o.id order by d.id desc limit 1) as standing,
      (select value #>> '{}' from settings where name = 'installation') as installation,
      (select d.mark from accounting_documents d where ${DOCUMENTS} and d.kind = 'invoice' and d.status = 'ACKNOWLEDGED') as mark
    from orders o join customers c on c.id = o.customer_id where o.id = ${orderId}`)
  const content = {
    kind,
    correlatedMark: kind === 'credit-note' ? order.mark : null,
    series: SERIES[kind],
    number: order.id,
    day: today,
    issuer: {
      name: company.name,
      vat: company.vat,
      street: company.address,
      city: '',
      postcode: '',
      country: 'GR',
      email: company.email,
      phone: company.phone,
    },
    customer: order.customer,
    lines: order.lines,
    net: order.net,
    vat: order.vat,
    total: order.total,
  }
  const document: AccountingDocument = {
    key: documentKey(order.installation, order.id, order.earlier + 1, content),
    ...content,
  }
  const { id } = await tx.one<{ id: number }>(sql`
    insert into accounting_documents (order_id, kind, key, status, request)
    values (${order.id}, ${kind}, ${document.key}, 'WAITING', ${JSON.stringify(document)}::jsonb)
    returning id`)
  await work.enqueue({ kind: SEND_JOB, payload: { documentId: id }, bulk })
  work.record({
    entity: 'orders',
    id: order.id,
    changes: { document: [order.standing, kind] },
    ...(note ? { note } : {}),
  })
}
