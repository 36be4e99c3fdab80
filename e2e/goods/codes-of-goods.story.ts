/**
 * The office gives goods their code before a delivery note needs it: an administrator loads the list, the goods without a code are found and get
 * that of their category, and the loading page no longer refuses their note.
 */
import { demandAccessible } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { openShop, ordersIn, planShipment } from '../shop.ts'

const DRIVER = 'Νίκος Μεταφορέας'
/** A list of codes as the union prints them. */
const LIST = [
  'CN code;Description;From;To',
  '3406 00 00;Candles, tapers and the like;01/01/2026;',
  '3406 99 00;Old candles;01/01/2020;31/12/2025',
]
/** A day of the law that has come. */
const PAST = '2026-01-01'

test('goods without a code are named before their note, get the code of their category, and then the note is issued', async ({
  enter,
  callerFor,
}) => {
  const admin = await callerFor('admin')
  const shop = await openShop(admin, 'Κωδικός')
  const { product } = await done(admin.ask('products.detail', { id: shop.candle.id }))
  const category = 'Κεριά με κωδικό'
  await done(
    admin.press('products.change-product', {
      id: shop.candle.id,
      version: product.version,
      changes: { cnCode: null, category },
    }),
  )
  await done(admin.press('products.create-product', { name: 'Κερί αδελφό', vat: 2400, category, cnCode: '34060000' }))
  const [order = 0] = await ordersIn('INVOICED', 1, admin, shop)
  const shipment = await planShipment(admin, [order], DRIVER, 'ΥΖΑ-1234')
  const duty = (fromDay: string, codesFromDay: string, shown: object) =>
    done(admin.press('settings.save-movement', { values: { fromDay, codesFromDay }, shown }))
  await duty(PAST, PAST, { fromDay: '', codesFromDay: '2027-01-01' })
  try {
    const page = await enter('user')
    await page.goto(`/loading/${shipment}`)
    const note = page.locator('li[data-direction="out"]')
    await expect(note.getByText('is not sent without a valid CN code')).toBeVisible()
    await expect(note.getByText(`${shop.candle.name} · No CN code`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Issue 1 delivery note' })).toHaveAttribute('aria-disabled', 'true')

    const [form] = await Promise.all([
      page.context().waitForEvent('page'),
      note.getByRole('link', { name: shop.candle.name }).click(),
    ])
    const field = form.getByRole('combobox', { name: 'CN code' })
    await expect(field).toBeFocused()
    await field.fill('3406')
    await form.getByRole('button', { name: 'Save product' }).click()
    await expect(form.getByText('A CN code has 8 digits, a TARIC code 10.')).toBeVisible()
    await field.fill('')
    await demandAccessible(form, 'a product without a code of goods')
    await form.getByRole('button', { name: '3406 00 00 (1)' }).click()
    await expect(field).toHaveValue('3406 00 00')
    await form.getByRole('button', { name: 'Save product' }).click()
    await form.waitForURL(/product-overview/)
    await expect(form.getByText('3406 00 00')).toBeVisible()

    await page.getByRole('button', { name: 'Issue 1 delivery note' }).click()
    await expect(note).toHaveAttribute('data-note', 'ACKNOWLEDGED')
  } finally {
    await duty('', '2027-01-01', { fromDay: PAST, codesFromDay: PAST })
  }
})

test('an administrator loads the list of codes, which are then found by their text, and what it has ended is listed and changed at once', async ({
  enter,
  callerFor,
}) => {
  const admin = await callerFor('admin')
  const { id } = await done(
    admin.press('products.create-product', { name: 'Κερί παλιού κωδικού', vat: 2400, cnCode: '34069900' }),
  )
  const page = await enter('admin')
  await page.goto('/import')
  await page.getByRole('combobox', { name: 'What the file contains' }).click()
  await page.getByRole('option', { name: 'List of CN codes' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles({ name: 'CN.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST.join('\n')) })
  await page.getByRole('button', { name: 'Read the file' }).click()
  await page.getByRole('button', { name: 'Import 2', exact: true }).click()
  // the page of what was loaded is the list of goods without a valid code
  await page.waitForURL(/f\.marks=withoutCode/)
  try {
    await page.goto(`/products?f.marks=withoutCode&f.name=${encodeURIComponent('παλιού κωδικού')}`)
    const row = page.getByRole('row', { name: /Κερί παλιού κωδικού/ })
    await expect(row).toContainText('The code is no longer valid')
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Set CN codes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set CN codes' })
    await dialog.getByText('One for all').click()
    await dialog.getByRole('combobox', { name: 'CN code' }).fill('tapers')
    await page.getByRole('option', { name: /3406 00 00/ }).click()
    await expect(dialog.getByRole('row', { name: /Κερί παλιού κωδικού/ })).toContainText('3406 99 00 → 3406 00 00')
    await demandAccessible(page, 'the codes of many products')
    await dialog.getByRole('button', { name: 'Save codes: 1' }).click()
    await expect(page.getByText('CN codes saved: 1')).toBeVisible()
    const { product } = await done(admin.ask('products.detail', { id }))
    expect(product.cnCode).toBe('34060000')
  } finally {
    await page.goto('/import')
    await page.getByRole('link', { name: 'CN.csv' }).click()
    await page.getByRole('button', { name: 'Undo the import' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
    await expect(page.getByText(/Taken back: 2, left: 0\./)).toBeVisible()
  }
})
