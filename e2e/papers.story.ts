/** An offer is printed at A4, downloaded as a Greek PDF and mailed with a preview. The history records it. */
import { readPdf } from '#testing/read-pdf.ts'
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
  await expect(dialog).toBeHidden()

  const mails = page.getByRole('region', { name: 'E-mail' })
  await expect(mails.getByText('taverna@xarti.example')).toBeVisible()
  // The job queue sends the mail, and the open page updates by itself.
  await expect(mails.getByText('Στάλθηκε')).toBeVisible()
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

// Quicker proof: features/orders/server/paper/many-sheets.test.ts
test('the papers of many orders are one print, and are mailed once to the customers who have an address @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const orderOf = async (email: string, pieces: number) => {
    const name = 'Πανηγύρι Χαρτί'
    const { id: customerId } = await done(office.press('customers.create-customer', { name, email }))
    const lines = [{ productId: shop.lantern.id, quantity: pieces * PIECE }]
    return (await done(office.press('orders.create-order', { customerId, lines }))).id
  }
  const [large, small, bare] = [
    await orderOf('panigiri@xarti.example', 9),
    await orderOf('alli@xarti.example', 2),
    await orderOf('', 5),
  ]
  const page = await enter('user')
  await page.goto(`/orders?show=ALL&q=${encodeURIComponent('Πανηγύρι Χαρτί')}&sort=total&desc=1`)
  await expect(page.getByRole('grid').locator('tbody tr')).toHaveCount(3)
  // a press on a page that the server has drawn is done once the page is awake
  const all = page.getByRole('checkbox', { name: 'Επιλογή όλων των γραμμών της σελίδας' })
  await all.click()
  await expect(all).toBeChecked()
  const papers = page.getByRole('button', { name: 'Έντυπα' })

  await papers.click()
  const asked = page.context().waitForEvent('request', (request) => request.url().includes('orders.sheets.pdf'))
  await page.getByRole('menuitem', { name: 'Εκτύπωση μαζί' }).click()
  const address = (await asked).url()
  expect(new URL(address).searchParams.get('print')).toBe('1')
  const { pages } = await readPdf(await (await page.request.get(address)).body())
  // the order of the list, which is sorted by the total
  expect(pages.map((text) => /ΠΑΡΑΓΓΕΛΙΑ \d+/.exec(text)?.[0])).toEqual(
    [large, bare, small].map((id) => `ΠΑΡΑΓΓΕΛΙΑ ${id}`),
  )

  for (const [mailed, refused] of [
    [[large, small], [bare]],
    [[], [large, bare, small]],
  ] as const) {
    await papers.click()
    await page.getByRole('menuitem', { name: 'E-mail στους πελάτες…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Αποστολή με e-mail' }).click()
    const result = page.getByRole('dialog', { name: `Στάλθηκαν με e-mail: ${mailed.length}` })
    await expect(result.locator('[data-mailed]')).toHaveCount(mailed.length)
    for (const id of mailed) await expect(result.locator(`[data-mailed="${id}"]`)).toContainText('@xarti.example')
    await expect(result.locator('[data-refused]')).toHaveCount(refused.length)
    await expect(result.locator(`[data-refused="${bare}"]`)).toContainText('Ο πελάτης δεν έχει διεύθυνση e-mail.')
    await page.keyboard.press('Escape')
    await expect(result).toBeHidden()
  }
})
