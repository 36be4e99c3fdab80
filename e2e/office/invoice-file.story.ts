/** The office enters invoices of a provider from files. */
import { csvFile, mydataFile, OWN_VAT, TEST_LINES } from '#features/supplier-files/server/test-files.ts'
import { demandAccessible } from '../accessibility.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { countPresses } from '../presses.ts'

const PROVIDER = '997123453'

/** Chooses a file with the button of the form. */
async function choose(page: Page, name: string, content: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'From a file' }).click()
  await (await chooser).setFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(content) })
}

test('an invoice from a file asks what is unknown once, and the next one of the provider takes two presses', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const create = async (product: object) =>
    (await office.press('products.create-product', { usageType: 'PURCHASED-MATERIAL', costPrice: 1_0000, ...product }))
      .status
  expect(await create({ name: 'Παραφίνη λευκή 58/60 αρχείου', sku: 'FILE-PAR', unit: 'KG' })).toBe(200)
  expect(await create({ name: 'Νήμα αρχείου', sku: 'FILE-YARN', unit: 'Meter' })).toBe(200)

  const page = await enter('user')
  const presses = await countPresses(page)
  await page.goto('/createinvoice')
  await choose(page, 'wrong.csv', csvFile({ providerVat: PROVIDER, buyerVat: OWN_VAT }).replace('1200;', 'many;'))
  await expect(page.getByRole('alert')).toContainText('Line 7: “many” is no number.')

  await choose(page, 'first.xml', mydataFile({ providerVat: PROVIDER, number: '0815' }))
  await expect(page.getByRole('heading', { name: 'Invoice from a file' })).toBeVisible()
  await demandAccessible(page, 'the preview of a file')
  await page.getByLabel('Name of the new provider').fill('Κηροποιία Αρχείου')
  await page.getByRole('button', { name: 'Create provider' }).click()
  await expect(page.getByRole('heading', { name: 'To answer (3)' })).toBeVisible()

  const card = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await card('PAR-5860').getByRole('button', { name: 'FILE-PAR' }).click()
  await expect(page.getByRole('heading', { name: 'Known lines (1)' })).toBeVisible()
  await card('FYT-12')
    .getByRole('combobox', { name: /^Find the product/ })
    .fill('FILE-YARN')
  await page.getByRole('option', { name: 'FILE-YARN' }).click()
  await card('FYT-12').getByLabel('How many m is 1 piece?').fill('5')
  await card('FYT-12').getByRole('button', { name: 'Save' }).click()
  await card('VIV-01').getByRole('button', { name: 'Expense, no product' }).click()
  await expect(page.getByRole('heading', { name: 'Known lines (3)' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue to the invoice' }).click()

  await expect(page.getByLabel('Number')).toHaveValue('ΤΔΑ-0815')
  await page.getByRole('combobox', { name: 'Category code' }).fill('24.00.01')
  await page.getByRole('option', { name: /^24\.00\.01/ }).click()
  await page.getByRole('button', { name: 'Create invoice' }).click()
  await expect(page).toHaveURL(/\/invoice-detail\/\d+/)
  await expect(page.getByText('Invoice ΤΔΑ-0815 is booked.')).toBeVisible()

  // twenty lines that are known by now
  const line = TEST_LINES[0]
  const lines = Array.from({ length: 20 }, () => ({ ...line, name: 'Παραφίνη', quantity: 10_0000, netCents: 20_00 }))
  await page.goto('/createinvoice')
  await page.evaluate(() => sessionStorage.removeItem('hands'))
  await choose(page, 'second.xml', mydataFile({ providerVat: PROVIDER, number: '0816', lines }))
  await expect(page.getByLabel('Number')).toHaveValue('ΤΔΑ-0816')
  await page.getByRole('button', { name: 'Create invoice' }).click()
  await expect(page.getByText('Invoice ΤΔΑ-0816 is booked.')).toBeVisible()
  expect(await presses()).toMatchObject({ pointer: 2, presses: 2 })

  // the same file again names the invoice
  await page.goto('/createinvoice')
  await choose(page, 'second.xml', mydataFile({ providerVat: PROVIDER, number: '0816', lines }))
  await expect(page.getByRole('alert')).toContainText('The invoice ΤΔΑ-0816 was already entered from this file.')
})
