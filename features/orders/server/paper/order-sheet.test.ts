/** Tests the content of the sheet of an order as JSON for the print view, and as PDF. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveCompany } from '#server/company.ts'
import type { Paper } from '#kernel/paper.ts'
import { sql } from '#server/db/database.ts'
import { type ReadPdf, readPdf } from '#testing/read-pdf.ts'
import { ask, callByName, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'
import { COSTS, type Person } from '#testing/people-and-goods.ts'

const PIECE = 10_000
let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
  await saveCompany(company.db, {
    name: 'Κηροπλαστείο Δοκιμής Α.Ε.',
    address: 'Ορφέως 114, 11855 Αθήνα',
    vat: '094019245',
    taxOffice: "Α' Αθηνών",
    bankAccounts: [{ bank: 'Τράπεζα Υμηττού', iban: 'GR0299101140000991012345678' }],
    terms: 'Πληρωμή με την παράδοση.',
  })
})
afterAll(() => company?.close())

async function pdf(id: number, person: Person = 'user'): Promise<ReadPdf & { disposition: string }> {
  const answer = await company.app.inject({
    url: `/app/orders.sheet.pdf?input=${encodeURIComponent(JSON.stringify({ id }))}`,
    headers: { 'x-dreamfactory-session-token': company.tokens[person] },
  })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  return { ...(await readPdf(answer.rawPayload)), disposition: String(answer.headers['content-disposition']) }
}
const sheet = async (id: number): Promise<Paper> =>
  (await callByName(company, 'orders.sheet', { id }, { token: company.tokens.user })).json as Paper

const made = async (input: object): Promise<number> =>
  ((await company.run('orders.create-order', { customerId: company.stock.customer, ...input })) as { id: number }).id

test('an offer is in Greek with company, customer, lines, loans, sums and validity, and without driver notes and costs', async () => {
  const { candle, glass } = company.stock
  const unit = (kept: string) => company.db.run(sql`update products set unit = ${kept} where id = ${candle}`)
  await unit('KG')
  const id = await made({
    offer: true,
    validUntil: '2027-01-31',
    driverNote: 'Κουδούνι Βασιλείου',
    description: 'Ευχές για την ονομαστική εορτή',
    deliveryAddress: { address: 'Αιόλου 3', postcode: '10551', city: 'Αθήνα' },
    lines: [{ productId: candle, quantity: 12_500, salesPrice: 3_3333, note: 'Με χρυσή κορδέλα' }],
    loans: [{ productId: glass, originProductId: candle, quantity: PIECE, confirmed: true }],
  })
  await unit('Item')
  const { pages, title, language, disposition } = await pdf(id)
  expect([pages.length, title, language]).toEqual([1, `Προσφορά ${id}`, 'el'])
  expect(decodeURIComponent(disposition)).toContain(
    `inline; filename="orders.sheet.pdf"; filename*=UTF-8''Προσφορά ${id} Ξενοδοχείο Ακτή.pdf`,
  )
  for (const said of [
    'Κηροπλαστείο Δοκιμής Α.Ε.',
    "ΑΦΜ 094019245 · ΔΟΥ Α' Αθηνών",
    `ΠΡΟΣΦΟΡΑ ${id}`,
    'Ισχύει έως 31/01/2027',
    'Ξενοδοχείο Ακτή Ερμού 1, Αθήνα',
    'Αιόλου 3 10551 Αθήνα',
    '1 CANDLE Κερί',
    '1,25 kg 3,3333 24% 4,17',
    'Με χρυσή κορδέλα',
    'Επιστρεφόμενα είδη',
    'GLASS Ποτήρι Κερί 1 τεμ.',
    'Καθαρή αξία 4,17 €',
    'ΦΠΑ 1,00 €',
    'Σύνολο 5,17 €',
    'Ευχές για την ονομαστική εορτή',
    'Τράπεζα Υμηττού: GR02 9910 1140 0009 9101 2345 678',
    'Πληρωμή με την παράδοση.',
    'Σελίδα 1 από 1',
  ])
    expect(pages[0]).toContain(said)
  expect(pages[0]).not.toMatch(/Βασιλείου|ΦΟΡΟΛΟΓΙΚΟ/)
  // the customer reads the sheet, so notes for the driver are left out
  expect(pages[0]).not.toContain('Κουδούνι')
  for (const cost of Object.values(COSTS)) expect(pages[0]).not.toContain(String(cost).replace('.', ',').slice(0, 4))
})

test('three hundred lines have a head and a page number on every page, and the sums of the order', async () => {
  const ids: number[] = []
  for (let at = 0; at < 3; at++)
    ids.push(
      (
        (await company.run('products.create-product', {
          name: `Κηρίο με άρωμα και πολύ μακρύ όνομα που δεν χωράει σε μία γραμμή ${at}`,
          unit: 'KG',
          vat: [2400, 1300, 600][at],
          salesPrice: 3_500 + at,
        })) as { id: number }
      ).id,
    )
  const id = await made({
    offer: true,
    lines: Array.from({ length: 300 }, (_, at) => ({ productId: ids[at % 3], quantity: (at + 1) * 3_300 })),
  })
  const { pages } = await pdf(id)
  expect(pages.length).toBeGreaterThan(6)
  const holdLines = pages.filter((page) => /kg /.test(page))
  expect(holdLines.length).toBeGreaterThan(6)
  for (const page of holdLines) expect(page).toContain('Περιγραφή Ποσότητα Μ.Μ. Τιμή € ΦΠΑ Αξία €')
  pages.forEach((page, at) => expect(page).toContain(`Σελίδα ${at + 1} από ${pages.length}`))
  for (const page of pages.slice(1)) expect(page).toContain(`Προσφορά ${id}`)
  const places = pages.join(' ').match(/(?<= )\d{1,3}(?= Κηρίο)/g)
  expect(places).toEqual(Array.from({ length: 300 }, (_, at) => String(at + 1)))
  const { total, net } = await company.db.one<{ total: string; net: string }>(sql`
    select translate(to_char(total_cents / 100.0, 'FM999G999D00'), ',.', '.,') as total,
      translate(to_char(products_cents / 100.0, 'FM999G999D00'), ',.', '.,') as net from orders where id = ${id}`)
  expect(pages.at(-1)).toContain(`Καθαρή αξία ${net} €`)
  expect(pages.at(-1)).toContain(`Σύνολο ${total} €`)
})

test('an order invoiced in red says on every page that it is no tax document, and has no VAT', async () => {
  const id = await company.order('INVOICED')
  const { pages } = await pdf(id)
  expect(pages[0]).toContain(`ΠΑΡΑΓΓΕΛΙΑ ${id}`)
  expect(pages[0]?.match(/ΔΕΝ ΑΠΟΤΕΛΕΙ ΦΟΡΟΛΟΓΙΚΟ ΣΤΟΙΧΕΙΟ/g)).toHaveLength(2)
  expect(pages[0]).toContain('ΦΠΑ 0,00 €')
  expect((await sheet(id)).marks).toEqual(['ΔΕΝ ΑΠΟΤΕΛΕΙ ΦΟΡΟΛΟΓΙΚΟ ΣΤΟΙΧΕΙΟ'])
  expect((await sheet(await company.order('READY-TO-INVOICE'))).marks).toEqual([])
  expect((await sheet(await company.order('CANCELED'))).marks).toEqual(['ΑΚΥΡΩΜΕΝΗ'])
})

test('customer names with any characters make a valid file name and paper', async () => {
  const { id: customerId } = (await company.run('customers.create-customer', {
    name: 'A/B: "Ιωάννης"\\..\\<x>  «Ὁ Ἥλιος» 🕯 ΠΟΛΥΜΑΚΡΥΟΝΟΜΑΧΩΡΙΣΚΕΝΑΠΟΥΔΕΝΧΩΡΑΕΙΣΕΜΙΑΓΡΑΜΜΗΟΣΟΚΑΙΝΑΜΙΚΡΥΝΕΙΤΟΧΑΡΤΙ',
  })) as { id: number }
  const id = await made({ customerId, offer: true, lines: [{ productId: company.stock.candle, quantity: PIECE }] })
  const { fileName } = await sheet(id)
  expect(fileName).toMatch(/^Προσφορά \d+ A B Ιωάννης \.\. x «Ὁ Ἥλιος» 🕯 ΠΟΛΥ[^/\\:"<>]*\.pdf$/u)
  expect(Array.from(fileName).length).toBeLessThanOrEqual(104)
  expect((await pdf(id)).pages[0]).toContain('«Ὁ Ἥλιος»')
})

test('a link opens the PDF with the session cookie, and without one shows a refusal as text', async () => {
  const id = await company.order('OFFER')
  const url = `/app/orders.sheet.pdf?input=${encodeURIComponent(JSON.stringify({ id }))}`
  const cookie = await ask(company, 'GET', url, { headers: { cookie: `kerino_session=${company.tokens.user}` } })
  expect([cookie.status, cookie.text.slice(0, 5)]).toEqual([200, '%PDF-'])
  expect((await ask(company, 'GET', url)).status).toBe(400)
  const missing = await callByName(company, 'orders.sheet.pdf', { id: 999_999 }, { token: company.tokens.user })
  expect([missing.status, refusalIn(missing.json)?.code]).toEqual([404, 'orders.missing'])
})

test('the prices of a paper have as many decimals as the longest of them', async () => {
  const { candle } = company.stock
  const prices = [5_0500, 3_3330, 12_0000]
  const id = await made({ lines: prices.map((salesPrice) => ({ productId: candle, quantity: PIECE, salesPrice })) })
  const [lines] = (await sheet(id)).blocks.filter((block) => block.kind === 'table')
  const at = lines?.columns.findIndex(({ heading }) => heading === 'Τιμή €') ?? -1
  expect(lines?.rows.map((row) => row[at])).toEqual(['5,050', '3,333', '12,000'])
})
