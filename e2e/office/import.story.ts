/** The administrator moves customers in from the files of another system, and takes an import back. */
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
