/** Tax documents of every kind of customer, a delivery in part and a credit note in part, read back from their PDF. */
import { readPdf } from '#testing/read-pdf.ts'
import { demandAccessible } from '../accessibility.ts'
import { type Caller, expect, type Page, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { openShop, PIECE, planShipment, type Shop } from '../shop.ts'

test.use({ language: 'gr' })

let office: Caller
let shop: Shop
test.beforeAll(async ({ callerFor }) => {
  office = await callerFor('admin')
  shop = await openShop(office, 'Παραστατικά')
})

/** Creates a customer, or takes that of the shop, with an order of four lanterns that can be invoiced. Returns the order. */
async function packed(customer: object | null): Promise<number> {
  const { id: customerId } = customer
    ? await done(office.press('customers.create-customer', customer))
    : { id: shop.customer.id }
  if (customer && 'country' in customer) {
    const verified = await done(office.press('customers.verify-union-vat', { id: customerId }))
    expect(verified).toMatchObject({ standing: 'valid', failure: null })
  }
  const { id } = await done(
    office.press('orders.create-order', { customerId, lines: [{ productId: shop.lantern.id, quantity: 4 * PIECE }] }),
  )
  await done(office.press('orders.move-order', { id, transition: 'send' }))
  await done(office.press('packaging.package-order', { id, name: 'Κώστας' }))
  await done(office.press('orders.move-order', { id, transition: 'release' }))
  return id
}

/** Creates an order as `packed` does, and sends its invoice. Returns the order. */
async function invoiced(customer: object | null): Promise<number> {
  const id = await packed(customer)
  expect((await done(office.press('invoicing.send-invoices', { ids: [id] }))).refused).toEqual([])
  return id
}

/** Sends the invoice of an order for a company abroad: its VAT is charged only after a warning, and the person takes it off. */
async function invoiceWithoutVat(page: Page, order: number): Promise<void> {
  const [no] = (await done(office.press('invoicing.send-invoices', { ids: [order] }))).refused
  expect(no.code).toBe('invoicing.vat-abroad')
  await page.goto(`/order-detail/${order}`)
  await page.getByRole('button', { name: 'Τιμολόγηση', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Επιβεβαίωση αποστολής της παραγγελίας ${order}` })
  await expect(dialog.getByText('Παραγγελίες επιχειρήσεων του εξωτερικού με ελληνικό ΦΠΑ: 1')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Αποστολή με ΦΠΑ' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Αφαίρεση ΦΠΑ' }).click()
  await expect(dialog.getByText('Ο ΦΠΑ των προϊόντων αφαιρέθηκε.')).toBeVisible()
  await expect(dialog.getByText('50,00 €')).toBeVisible()
  await demandAccessible(page, 'the invoice of a company abroad without VAT')
  await dialog.getByRole('button', { name: 'Epsilon' }).click()
  await expect(dialog).toHaveCount(0)
}

/** Waits for the documents of an order, newest first, and returns the text of the PDF of the newest one. */
async function paperOf(page: Page, orderId: number, count = 1): Promise<string> {
  let documentId = 0
  await expect
    .poll(async () => {
      const { invoices } = await done(office.ask('invoicing.of-order', { orderId }))
      documentId = invoices[0]?.documentId ?? 0
      return invoices.filter(({ status }: { status: string }) => status === 'ACKNOWLEDGED').length
    })
    .toBe(count)
  const input = encodeURIComponent(JSON.stringify({ id: documentId }))
  const answer = await page.request.get(`/app/invoicing.document.pdf?input=${input}`)
  expect(answer.status()).toBe(200)
  const { pages } = await readPdf(await answer.body())
  return pages.join('\n')
}

test('a hotel, a German customer, a private person and a church get their documents, and a part of the invoice is credited', async ({
  enter,
}) => {
  const german = {
    name: 'Kerzenhaus Παραστατικά GmbH',
    vat: 'DE136695976',
    country: 'Γερμανία',
    address: 'Hauptstraße 12',
    city: 'Berlin',
    postcode: '10115',
    paymentWay: 'transfer-abroad',
  }
  const [hotel, abroad, person, church] = [
    await invoiced(null),
    await packed(german),
    await invoiced({ name: 'Άννα Παραστατικά', taxKind: 'private' }),
    await invoiced({ name: 'Ιερός Ναός Παραστατικά', taxKind: 'public' }),
  ]
  const page = await enter('user')
  await invoiceWithoutVat(page, abroad)
  const says = async (order: number, ...texts: string[]) => {
    const paper = await paperOf(page, order)
    for (const text of [...texts, 'ΜΑΡΚ 4', 'Φανάρι Παραστατικά 4']) expect(paper).toContain(text)
  }
  await says(hotel, 'ΤΙΜΟΛΟΓΙΟ ΠΩΛΗΣΗΣ ', `ΑΦΜ ${shop.customer.vat}`, '62,00 €', 'Τρόπος πληρωμής Επί πιστώσει')
  await says(
    abroad,
    'ΕΝΔΟΚΟΙΝΟΤΙΚΗ ΠΑΡΑΔΟΣΗ',
    'ΑΦΜ DE 136695976',
    '50,00 €',
    'Αιτία 14',
    'Τρόπος πληρωμής Τραπεζικός λογαριασμός στο εξωτερικό',
  )
  await says(person, 'ΑΠΟΔΕΙΞΗ ΛΙΑΝΙΚΗΣ ΠΩΛΗΣΗΣ', 'Άννα Παραστατικά')
  await says(church, 'ΑΠΟΔΕΙΞΗ ΛΙΑΝΙΚΗΣ ΠΩΛΗΣΗΣ', 'Ιερός Ναός Παραστατικά')

  const driver = (await done(office.ask('shipping.choices'))).drivers[0].name
  await planShipment(office, [hotel], driver)
  await done(
    office.press('shipping.close-delivery', {
      orderId: hotel,
      action: 'deliver',
      delivered: [{ lineNo: 1, quantity: 3 * PIECE }],
    }),
  )
  await page.goto(`/order-detail/${hotel}`)
  await page.getByRole('button', { name: 'Πιστωτικό για μέρος' }).click()
  const dialog = page.getByRole('dialog', { name: `Πίστωση μέρους της παραγγελίας ${hotel}` })
  await expect(dialog.getByText('από 3 τεμ.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Ποσότητα που πιστώνεται από Φανάρι Παραστατικά' }).fill('2')
  await expect(dialog.getByText('Πιστωτικό: 31,00 €, εκ των οποίων ΦΠΑ 6,00 €')).toBeVisible()
  await demandAccessible(page, 'the credit note in part')
  await dialog.getByRole('button', { name: 'Διαβίβαση πιστωτικού' }).click()
  await expect(dialog).toHaveCount(0)
  const credit = await paperOf(page, hotel, 2)
  for (const text of ['ΠΙΣΤΩΤΙΚΟ ΤΙΜΟΛΟΓΙΟ, ΣΥΣΧΕΤΙΖΟΜΕΝΟ', 'Για το ΜΑΡΚ 4', 'Φανάρι Παραστατικά 2', '31,00 €'])
    expect(credit).toContain(text)
  await expect(page.getByText('Πιστώθηκαν', { exact: true })).toBeVisible()
})
