/** The administrator moves in: customers from files, with an import that is taken back, and a company from the backup of its earlier system. */
import { strToU8, zipSync } from 'fflate'
import { demandAccessible } from '../accessibility.ts'
import { expect, type Page, test } from '../fixtures.ts'

/** Opens the page of imports, chooses a file and has it read. */
async function read(page: Page, name: string, content: string): Promise<void> {
  await page.goto('/import')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
  await page.getByRole('button', { name: 'Read the file' }).click()
}

test('customers come from JSON and CSV, refused rows name their reason, and an import is taken back', async ({
  enter,
}) => {
  const page = await enter('admin')
  await page.goto('/import')
  await page.getByRole('button', { name: 'Read the file' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please upload a file first.')
  await read(page, 'one.json', '{"name": "Ταβέρνα"}')
  await expect(page.getByRole('alert')).toHaveText('Invalid file format. JSON must be an array of customers.')
  await read(page, 'broken.json', '[{"name": ')
  await expect(page.getByRole('alert')).toContainText('Error reading file: ')

  await read(page, 'customers.json', JSON.stringify([{ name: 'Μετακόμιση Ένα', city: 'Βόλος', vatType: 24 }]))
  await page.getByRole('button', { name: 'Import 1', exact: true }).click()
  await expect(page).toHaveURL(/\/customers$/)

  const csv = [
    'Επωνυμία;Πόλη;Έκπτωση',
    'Μετακόμιση Ένα;Αθήνα;5,5',
    'Μετακόμιση Δύο;Χανιά;',
    'αβ;;',
    'Μετακόμιση Τρία;;πολύ',
  ]
  await read(page, 'πελάτες.csv', csv.join('\n'))
  await expect(page.getByRole('radio', { name: 'Refused: 2' })).toBeChecked()
  await expect(page.getByRole('row', { name: 'Error processing customer: αβ' })).toContainText('at least 4 characters')
  await demandAccessible(page, 'the preview of an import')
  await page.getByRole('button', { name: 'Import 2', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Refused rows' }).first()).toContainText('Μετακόμιση Τρία')
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText(/Taken back: 2, left: 0\./)).toBeVisible()
  await page.goto(`/customers?q=${encodeURIComponent('Μετακόμιση')}`)
  await expect(page.getByRole('row', { name: 'Μετακόμιση Ένα' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Μετακόμιση Δύο' })).toHaveCount(0)
})

const LINE = { id: 881_002, name: 'Κερί της παλιάς εποχής', quantity: 2, salesprice: 5, vat: 24 }
const order = (id: number, customer: number) => ({
  id,
  customer_id: customer,
  status: 'SHIPPED',
  created: '2021-02-03T10:00:00Z',
  invoiced_on: '2021-02-04',
  products: [LINE],
  totals: { totalOrder: 12.4, totalVat: 2.4, totalProductsAmmount: 10 },
})
const FILES = {
  'customers.json': [
    { id: 881_001, name: 'Μετάπτωση Ταβέρνα' },
    { id: 881_003, name: 'αβ' },
  ],
  'products.json': [{ id: LINE.id, name: 'Κερί παλιό', unit: 'Item', vat: 24, stock: 3 }],
  'orders.json': [order(881_100, 881_001), order(881_101, 881_003)],
}

// Quicker proof: features/import/server/move-in/move-in.test.ts, features/import/domain/move-in/move-in.test.ts
test('a backup is checked with reasons, imported with equal totals, and its order is as it was @in-ci', async ({
  enter,
}) => {
  const page = await enter('admin')
  await page.goto('/import')
  const zip = zipSync(
    Object.fromEntries(Object.entries(FILES).map(([name, list]) => [name, strToU8(JSON.stringify(list))])),
  )
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose the zip' }).click()
  await (await chooser).setFiles({ name: 'old.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) })
  await page.getByRole('button', { name: 'Import 3', exact: true }).click()
  await expect(page.getByText('Both sides differ where it says so.')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Products Agree 1 1 0 0 0 1' })).toBeVisible()
  const refused = page.getByRole('region', { name: 'Refused records' })
  await expect(refused.getByRole('row', { name: 'Customers 881003' })).toContainText('at least 4 characters')
  await expect(refused.getByRole('row', { name: 'Orders 881101' })).toContainText('It names a record that is refused')
  await demandAccessible(page, 'a move-in')
  await page.goto('/order-detail/881100')
  await expect(page.getByText(LINE.name)).toBeVisible()
})
