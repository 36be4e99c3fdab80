/** Tests the paper of issued tax documents: read back from the PDF, and mailed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveCompany } from '#server/company.ts'
import { sql } from '#server/db/database.ts'
import type { AccountingDocument } from '#server/integrations/accounting/accounting.ts'
import { mydataXml } from '#server/integrations/accounting/mydata-xml.ts'
import { callByName, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { faultsOfXml } from '#testing/tax/mydata-schema.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
  await saveCompany(company.db, {
    name: 'Κηροπλαστείο Δοκιμής Α.Ε.',
    address: 'Ορφέως 114, 11855 Αθήνα',
    vat: '094014201',
    bankAccounts: [{ bank: 'Τράπεζα Υμηττού', iban: 'GR0299101140000991012345678' }],
  })
  await company.db.run(sql`insert into settings (name, value) values ('accounting-state', '{"configured": true}'),
    ('tax', '{"providerName": "Epsilon Digital", "providerLicence": "2020_06_127"}')`)
  await company.db.run(sql`update customers set vat = 'DE136695976', country = 'Γερμανία', address = 'Hauptstraße 12', city = 'Berlin',
    postcode = '10115', email = 'kerzen@kerino.test', payment_days = 45 where id = ${company.stock.customer}`)
})
afterAll(() => company?.close())

const get = (url: string) =>
  company.app.inject({ url, headers: { 'x-dreamfactory-session-token': company.tokens.user } })
const pdfOf = (id: number) => get(`/app/invoicing.document.pdf?input=${encodeURIComponent(JSON.stringify({ id }))}`)

/** Writes the invoice of an order, and lets it count as issued. Returns its id. */
async function issued(): Promise<{ id: number; orderId: number }> {
  const orderId = await company.order('READY-TO-INVOICE')
  await company.db.run(sql`update order_lines set vat_bp = 0, vat_cents = 0 where order_id = ${orderId}`)
  await company.db.run(sql`update orders set vat_cents = 0, total_cents = products_cents,
    delivery_address = '{"address": "Αιόλου 3", "postcode": "10551", "city": "Αθήνα"}' where id = ${orderId}`)
  await company.run('invoicing.send-invoices', { ids: [orderId], unverified: true })
  const document = await company.db.one<{ id: number }>(sql`
    update accounting_documents set status = 'ACKNOWLEDGED', mark = '400001234567890', uid = 'UID7', authentication_code = 'AUTH9',
      qr_url = 'https://epsilondigital.example/DocViewer/7' where order_id = ${orderId} returning id`)
  return { id: document.id, orderId }
}

test('an issued document has its number, MARK, codes, provider, due day, VAT analysis and the reason for no VAT', async () => {
  const { id, orderId } = await issued()
  const answer = await pdfOf(id)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  const { pages, title } = await readPdf(answer.rawPayload)
  expect([pages.length, title]).toEqual([1, 'Τιμολόγιο πώλησης, ενδοκοινοτική παράδοση ΤΠ 1'])
  const { request } = await company.db.one<{ request: { day: string; dueDay: string } }>(
    sql`select request from accounting_documents where id = ${id}`,
  )
  expect(new Date(request.dueDay).getTime() - new Date(request.day).getTime()).toBe(45 * 86_400_000)
  for (const said of [
    'ΑΦΜ 094014201',
    'Hauptstraße 12, 10115 Berlin, DE',
    'ΑΦΜ DE 136695976',
    'Αιόλου 3, 10551 Αθήνα',
    `Παραγγελία ${orderId}`,
    'Τρόπος πληρωμής Επί πιστώσει',
    request.dueDay.split('-').reverse().join('/'),
    'Αιτία 14',
    'Πληρωτέο ποσό',
    'ΜΑΡΚ 400001234567890',
    'UID UID7',
    'AUTH9',
    'Epsilon Digital · 2020_06_127',
    'Τράπεζα Υμηττού',
  ])
    expect(pages[0]).toContain(said)
  expect(pages[0]).not.toContain('ΔΕΝ ΑΠΟΤΕΛΕΙ')
  // documents of earlier versions name a due day although they were paid in cash
  await company.db.run(
    sql`update accounting_documents set request = jsonb_set(request, '{paymentWay}', '3') where id = ${id}`,
  )
  const inCash = await readPdf((await pdfOf(id)).rawPayload)
  expect(inCash.pages[0]).toContain('Τρόπος πληρωμής Μετρητά')
  expect(inCash.pages[0]).not.toContain(request.dueDay.split('-').reverse().join('/'))
})

test('a document is mailed to the customer as PDF, and one that was not issued has no paper', async () => {
  const { id, orderId } = await issued()
  const draft = await callByName(company, 'invoicing.document-draft', { id }, { token: company.tokens.user })
  expect(draft.json).toMatchObject({ to: 'kerzen@kerino.test', subject: expect.stringContaining('ΤΠ 2') })
  await company.run('invoicing.mail-document', { id, ...(draft.json as object) })
  const { attachment } = await company.db.one<{ attachment: Uint8Array }>(
    sql`select attachment from mails where entity = 'orders' and entity_id = ${orderId}`,
  )
  expect((await readPdf(attachment)).pages[0]).toContain('ΜΑΡΚ 400001234567890')
  await company.db.run(sql`update accounting_documents set status = 'FAILED', mark = null where id = ${id}`)
  for (const name of ['invoicing.document', 'invoicing.document-draft'])
    expect(refusalIn((await callByName(company, name, { id }, { token: company.tokens.user })).json)?.code).toBe(
      'invoicing.no-paper',
    )
})

test('goods under article 39α have their own income type, a valid XML, and a paper that says who owes the tax', async () => {
  const atHome = sql`vat = '094019245', country = 'Ελλάδα', city = 'Αθήνα'`
  await company.db.run(sql`update customers set ${atHome} where id = ${company.stock.customer}`)
  await company.db.run(sql`update products set vat_class = '39α' where id = ${company.stock.candle}`)
  await company.db.run(
    sql`update settings set value = value || '{"exemptions": [{"vatClass": "39α", "reason": 16}]}'::jsonb where name = 'tax'`,
  )
  const { id } = await issued()
  const { request } = await company.db.one<{ request: AccountingDocument }>(
    sql`select request from accounting_documents where id = ${id}`,
  )
  expect(request).toMatchObject({ type: '1.1', lines: [{ exemption: 16, income: { type: 'E3_561_002' } }] })
  expect(await faultsOfXml([{ fileName: 'a.xml', contents: mydataXml(request) }])).toEqual([])
  const { pages } = await readPdf((await pdfOf(id)).rawPayload)
  expect(pages[0]).toContain(
    'Αιτία 16: άρθρο 39α του Κώδικα ΦΠΑ. Υπόχρεος για την καταβολή του φόρου είναι ο αγοραστής.',
  )
})
