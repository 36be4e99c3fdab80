/** Provides a valid input for each command and query of invoicing, for tests that call all of them. */
import { sql } from '#server/db/database.ts'
import { ask, type SampleCompany } from '#server/samples/sample-company.ts'
import { ACCOUNTING_OUTCOMES } from '#server/samples/accounting-outcomes.ts'
import { fixed, type HistorySample, inStatus, PIECE, type Samples } from '#server/samples/sample-parts.ts'
import { readSettings } from '#server/settings.ts'
import { SYSTEM } from '#server/command.ts'
import { TAX_FORM } from '../domain/tax/settings.ts'
import { DOCUMENT_STATUSES } from '../domain/document.ts'
import { TEST_ONLY } from '../domain/ways.ts'
import { finishOrder } from './settle-document.ts'

let marks = 1

/** Creates an order whose invoice was sent, and whose result at the accounting service is unknown. */
async function unclearDocument(company: SampleCompany): Promise<number> {
  const id = await company.order('READY-TO-INVOICE')
  await company.db.run(sql`
    insert into accounting_documents (order_id, kind, key, status, request, attempts, unclear_since)
    values (${id}, 'invoice', ${`sample-${id}`}, 'UNKNOWN', '{}', 1, now())`)
  return id
}

/** Creates an order whose document could not be sent, because the connection is lost. */
async function unreachableDocument(company: SampleCompany): Promise<number> {
  const id = await unclearDocument(company)
  await company.db.run(sql`update accounting_documents set error_code = 'unreachable' where order_id = ${id}`)
  return id
}

/** Creates an order of a company outside the union. Returns its id and version. */
async function orderOfCompanyAbroad(company: SampleCompany) {
  const { json } = await ask(company, 'POST', '/app/customers.create-customer', {
    token: company.tokens.admin,
    body: { name: 'Candles Inc.', vat: '12-3456789', country: 'US' },
  })
  const id = await company.order('READY-TO-INVOICE', { customer: (json as { id: number }).id })
  return company.db.one<{ id: number; version: number }>(sql`select id, version from orders where id = ${id}`)
}

/** Of what a person decides about an order before its invoice. */
const beforeInvoice = (company: SampleCompany) => ({
  'invoicing.charge-vat': async () => ({ ...(await orderOfCompanyAbroad(company)), charged: false }),
  'invoicing.choose-payment-way': async () => ({ id: await company.order('READY-TO-INVOICE'), paymentWay: 'card' }),
})

/** Stores that the tax office has a document that is missing here. Returns the id of the difference. */
async function difference(company: SampleCompany): Promise<number> {
  const content = {
    orderId: null,
    note: false,
    noteId: null,
    shipmentId: null,
    invoice: false,
    mark: String(400_009_600_000_000 + marks++),
    type: '1.1',
    series: 'ΤΠ',
    number: '1',
    day: '2026-11-20',
    ourTotal: null,
    theirTotal: 1240,
  }
  const { id } = await company.db.one<{ id: number }>(sql`
    insert into document_differences (key, kind, day, content, found_at)
    values (${content.mark}, 'missing-here', '2026-11-20', ${JSON.stringify(content)}::jsonb, now()) returning id`)
  return id
}

/** Of the accounts at the tax office, and of the comparison with it. */
const ofTaxOffice = (company: SampleCompany) => ({
  'invoicing.tax-office': fixed(),
  'invoicing.save-tax-office': fixed({ test: true, userId: 'kerino', key: 'a-key-of-the-tax-office' }),
  'invoicing.forget-tax-office': fixed({ test: true }),
  'invoicing.try-tax-office': fixed({ test: true }),
  'invoicing.compare-documents': fixed({ from: '2026-11-20', to: '2026-11-20' }),
  'invoicing.comparisons': fixed(),
  'invoicing.explain-difference': async () => ({ id: await difference(company), reason: 'λόγος' }),
})

/** Creates an order with an issued invoice, as it was stored by an earlier version. Returns the id of the invoice. */
async function issuedDocument(company: SampleCompany): Promise<number> {
  const orderId = await company.order('READY-TO-INVOICE')
  const { id } = await company.db.one<{ id: number }>(sql`
    insert into accounting_documents (order_id, kind, key, status, mark, attempts, request)
    select id, 'invoice', ${`issued-${orderId}`}, 'ACKNOWLEDGED', ${String(400_009_500_000_000 + orderId)}, 1, jsonb_build_object(
      'series', 'A', 'number', id, 'day', '2026-11-20', 'issuer', '{"name": "Κερίνο"}'::jsonb, 'customer', '{"name": "Πελάτης"}'::jsonb,
      'lines', '[]'::jsonb, 'net', products_cents, 'vat', vat_cents, 'total', total_cents)
    from orders where id = ${orderId} returning id`)
  return id
}

/** Of the ways to end an unclear document. */
const byHand = (company: SampleCompany) => ({
  'invoicing.ask-again': async () => ({ id: await unclearDocument(company) }),
  'invoicing.enter-mark': async () => ({
    id: await unclearDocument(company),
    mark: String(400_009_000_000_000 + marks++),
    reason: 'λόγος',
  }),
  'invoicing.without-mark': async () => ({ id: await unreachableDocument(company), reason: 'λόγος' }),
  'invoicing.confirm-not-issued': async () => {
    const id = await unclearDocument(company)
    await company.db.run(
      sql`update accounting_documents set unclear_since = now() - interval '1 hour' where order_id = ${id}`,
    )
    return { id, reason: 'λόγος' }
  },
})

export const samples: Samples = (company) => {
  const { order } = company
  const ofStatus = inStatus(company)
  return {
    'invoicing.send-invoices': async () => ({ ids: [await order('READY-TO-INVOICE')], withoutVat: true }),
    'invoicing.invoice-red': ofStatus('READY-TO-INVOICE', { reason: 'λόγος', version: 4 }),
    ...beforeInvoice(company),
    'invoicing.credit-and-cancel': ofStatus('RETURNED', { note: 'λόγος' }),
    'invoicing.credit-part': async () => {
      const documentId = await issuedDocument(company)
      const { id } = await company.db.one<{ id: number }>(
        sql`select order_id as id from accounting_documents where id = ${documentId}`,
      )
      await company.runner.work(SYSTEM, 'invoicing.acknowledged', (work) =>
        finishOrder(work, { id: documentId, orderId: id, kind: 'invoice' }),
      )
      const { version } = await company.db.one<{ version: number }>(sql`select version from orders where id = ${id}`)
      return { id, version, lines: [{ lineNo: 1, quantity: PIECE }], note: 'λόγος' }
    },
    'invoicing.creditable': async () => ({ orderId: await order('INVOICED') }),
    ...byHand(company),
    'invoicing.void-number': async () => {
      const orderId = await company.order('READY-TO-INVOICE')
      await company.db.run(sql`
        insert into document_numbers (series, year, branch, number, order_id, kind)
        values ('ΑΚΥΡΟ', 2026, 0, ${orderId}, ${orderId}, 'invoice')`)
      return { series: 'ΑΚΥΡΟ', year: 2026, branch: 0, number: orderId, reason: 'λόγος', unasked: true }
    },
    'invoicing.import-answer': async () => {
      const id = await unclearDocument(company)
      await company.db.run(sql`update accounting_documents set status = 'SENDING', error_code = 'by-file',
        request = ${JSON.stringify({ series: 'ΔΟΚ', number: id, day: '2026-11-20', type: '1.1', issuer: { vat: '094014201', branch: 0 } })}::jsonb
        where order_id = ${id}`)
      const mark = 400_009_200_000_000 + marks++
      const answer = `<ResponseDoc><response><index>1</index><invoiceMark>${mark}</invoiceMark><statusCode>Success</statusCode></response></ResponseDoc>`
      return { id, answer }
    },
    'settings.sending': fixed(),
    // the way stays, because documents of other samples wait
    'settings.save-sending': fixed({ values: { way: 'provider' }, shown: { way: 'provider' } }),
    ...ofTaxOffice(company),
    'invoicing.numbers': fixed(),
    'invoicing.read-documents': fixed({ reason: 'λόγος' }),
    'invoicing.document': async () => ({ id: await issuedDocument(company) }),
    'invoicing.document.pdf': async () => ({ id: await issuedDocument(company) }),
    'invoicing.document-draft': async () => ({ id: await issuedDocument(company) }),
    'invoicing.mail-document': async () => ({
      id: await issuedDocument(company),
      to: 'pelatis@kerino.test',
      subject: 'Τιμολόγιο',
      body: 'Συνημμένο',
    }),
    'invoicing.under-way': fixed(),
    'invoicing.accounting': fixed(),
    'invoicing.customers-in-doubt': async () => ({ ids: [await order('READY-TO-INVOICE')] }),
    'invoicing.problems': async () => ({ orderId: await order('READY-TO-INVOICE') }),
    'invoicing.problems-of-many': async () => ({ ids: [await order('READY-TO-INVOICE')] }),
    'settings.tax': fixed(),
    'settings.save-tax': async () => {
      const { branch } = await readSettings(company.db, TAX_FORM)
      return { values: { branch: branch === 0 ? 1 : 0 }, shown: { branch } }
    },
    'invoicing.of-order': async () => ({ orderId: await order('INVOICED') }),
  }
}

export const historySample: HistorySample = {
  lists: {
    orders: {
      document: [
        ...DOCUMENT_STATUSES,
        ...ACCOUNTING_OUTCOMES,
        'gave-up',
        'asked-again',
        'not-issued',
        'invoice',
        'credit-note',
        TEST_ONLY,
        'credit-part',
      ],
    },
  },
  free: { orders: ['mark', 'documentNumber'], settings: ['taxOfficeUser', 'taxOfficeTestUser', 'documentsRead'] },
  silent: [
    'invoicing.try-tax-office',
    'invoicing.compare-documents',
    'invoicing.explain-difference',
    // it writes an entry only after a restore on another server
    'invoicing.read-documents',
  ],
  byJobs: [...ACCOUNTING_OUTCOMES, 'gave-up', 'invoice-packed'].map((outcome) => `invoicing.${outcome}`),
}
