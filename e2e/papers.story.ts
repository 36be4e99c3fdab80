/** An offer is printed at A4, downloaded as a Greek PDF and mailed with a preview. The history records it. */
import { readPdf } from '#server/testing/read-pdf.ts'
import { expect, test } from './fixtures.ts'
import { done } from './proofs/callers.ts'
import { openShop, ordersIn, PIECE, type Shop } from './shop.ts'

test.use({ language: 'gr' })

let shop: Shop
test.beforeAll(async ({ callerFor }) => {
  shop = await openShop(await callerFor('admin'), 'Χαρτί')
})

test('an offer is printed, downloaded and mailed', async ({ enter, callerFor }) => {
  const office = await callerFor('user')
  const { id } = await done(
    office.press('orders.create-order', {
      customerId: shop.customer.id,
      offer: true,
      validUntil: '2027-01-31',
      lines: [
        { productId: shop.candle.id, quantity: 120 * PIECE },
        { productId: shop.lantern.id, quantity: 3 * PIECE },
      ],
      loans: [{ productId: shop.glass.id, originProductId: shop.candle.id, quantity: 120 * PIECE }],
    }),
  )
  const page = await enter('user')
  await page.goto(`/order-detail/${id}`)
  const papers = page.getByRole('button', { name: 'Έντυπα' })

  await papers.click()
  const link = page.getByRole('menuitem', { name: 'PDF' })
  await expect(link).toHaveAttribute('target', '_blank')
  const answer = await page.request.get((await link.getAttribute('href')) as string)
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
  const { pages, title } = await readPdf(await answer.body())
  expect(title).toBe(`Προσφορά ${id}`)
  expect(pages).toHaveLength(1)
  for (const said of [
    'Κηροπλαστείο Κέρινο Ι.Κ.Ε.',
    `ΠΡΟΣΦΟΡΑ ${id}`,
    'Ισχύει έως 31/01/2027',
    'Ταβέρνα Χαρτί',
    'Κερί Χαρτί 120 τεμ. 3,35 24% 402,00',
    'Επιστρεφόμενα είδη',
    'Σύνολο 544,98 €',
  ])
    expect(pages[0]).toContain(said)

  await page.getByRole('menuitem', { name: 'Προβολή εκτύπωσης' }).click()
  await expect(page.getByRole('heading', { name: `ΠΡΟΣΦΟΡΑ ${id}` })).toBeVisible()
  await expect(page.getByText('544,98 €')).toBeVisible()
  // The browser prints the same paper at the same size and adds the page numbers.
  await page.waitForLoadState('networkidle')
  const printed = await readPdf(await page.pdf({ preferCSSPageSize: true }))
  expect(printed.pages).toHaveLength(1)
  for (const said of [`ΠΡΟΣΦΟΡΑ ${id}`, 'Κερί Χαρτί 120 τεμ. 3,35 24% 402,00', '544,98 €', 'Σελίδα 1 από 1'])
    expect(printed.pages[0]).toContain(said)
  expect(printed.pages[0]).not.toContain('Εκτύπωση ')

  await page.getByRole('link', { name: 'Πίσω' }).click()
  await papers.click()
  await page.getByRole('menuitem', { name: 'Αποστολή με e-mail…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Αποστολή με e-mail' })
  await expect(dialog.getByText('544,98 €')).toBeVisible()
  await expect(dialog.getByLabel('Θέμα')).toHaveValue(`Προσφορά ${id} – Κηροπλαστείο Κέρινο Ι.Κ.Ε.`)
  await expect(dialog.getByLabel('Μήνυμα')).toHaveValue(/ισχύει έως 31\/01\/2027/)
  await dialog.getByRole('textbox', { name: 'Προς' }).fill('δεν είναι διεύθυνση')
  await dialog.getByRole('button', { name: 'Αποστολή' }).click()
  await expect(dialog.getByText('Αυτό δεν είναι διεύθυνση e-mail.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Προς' }).fill('taverna@xarti.example')
  await dialog.getByRole('button', { name: 'Αποστολή' }).click()
  await expect(dialog).toBeHidden({ timeout: 15_000 })

  const mails = page.getByRole('region', { name: 'E-mail' })
  await expect(mails.getByText('taverna@xarti.example')).toBeVisible()
  // The job queue sends the mail, and the open page updates by itself.
  await expect(mails.getByText('Στάλθηκε')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('tab', { name: 'Ιστορικό' }).click()
  const history = page.getByRole('tabpanel', { name: 'Ιστορικό' })
  await expect(history.getByText('Αποστολή με e-mail')).toBeVisible()
  await expect(history.getByText('Το e-mail στάλθηκε')).toBeVisible()
})

test('every printed page of a red invoice says that it is not a tax document', async ({ enter, callerFor }) => {
  const [id = 0] = await ordersIn('INVOICED', 1, await callerFor('admin'), shop)
  const page = await enter('user')
  await page.goto(`/order-paper/${id}`)
  await expect(page.getByRole('heading', { name: `ΠΑΡΑΓΓΕΛΙΑ ${id}` })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const { pages } = await readPdf(await page.pdf({ preferCSSPageSize: true }))
  expect(pages[0]?.match(/ΔΕΝ ΑΠΟΤΕΛΕΙ ΦΟΡΟΛΟΓΙΚΟ ΣΤΟΙΧΕΙΟ/g)).toHaveLength(2)
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  const sheet = page.locator('article')
  await expect(sheet).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(sheet).toHaveCSS('color', 'rgb(17, 17, 17)')
})
