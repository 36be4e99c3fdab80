/** The office reads the statement of a bank, accepts the sure lines together, and two by hand. At full length it has 200 lines. */
import { addDays, dayText } from '#kernel/day.ts'
import { demandAccessible } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { athensDay } from '../shop.ts'
import { usualOrFull } from '#testing/length.ts'

const LINES = usualOrFull(40, 200)
const SURE = usualOrFull(10, 25)
/** Days whose till is open in the demo company. */
const BOUGHT_ON = athensDay(-25)
const PAID_ON = addDays(BOUGHT_ON, 1)

test('of many lines of a bank the sure ones are accepted at once and two by hand, and the same file adds nothing', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const { body: provider } = await office.press('providers.create-provider', { name: 'Κηρεμπορική Χαλκίδας' })
  const { body: goods } = await office.press('products.create-product', { name: 'Φυτίλι Χαλκίδας', unit: 'Meter' })
  const invoices = Array.from({ length: SURE }, (_, at) => ({
    providerid: provider.id,
    importDate: BOUGHT_ON,
    number: `ΧΛΚ-${7001 + at}`,
    type: 'INBOUND',
    content: [{ id: goods.id, quantity: 1, costpricenew: 10 + at }],
    refcode: '24.00.01',
  }))
  expect((await office.call('POST', '_table/invoices', { resource: invoices })).status).toBe(200)
  const row = (amount: string, name: string, text: string, at: number) =>
    `${dayText(PAID_ON, 'en')};${amount};${name};${text};T-${at}`
  const file = [
    'Ημερομηνία;Ποσό;Επωνυμία;Αιτιολογία;Αρ. συναλλαγής',
    ...invoices.map(({ number }, at) => {
      const net = (10 + at) * 100
      // each invoice has 24 % VAT
      const total = String(Math.round(net * 1.24) / 100).replace('.', ',')
      return row(`-${total}`, 'ΚΗΡΕΜΠΟΡΙΚΗ ΧΑΛΚΙΔΑΣ', `ΤΙΜ ${number}`, at)
    }),
    ...Array.from({ length: LINES - SURE }, (_, at) => row(`-${at + 1},07`, '', 'ΠΡΟΜΗΘΕΙΑ ΕΝΤΟΛΗΣ', 1000 + at)),
  ].join('\n')

  const page = await enter('user')
  const upload = async () => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'File of the bank' }).click()
    await (await chooser).setFiles({ name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  }
  await page.goto('/bank-statements')
  await page.getByLabel('IBAN of our account (if the file has none)').fill('GR1601101250000000012300695')
  await upload()
  await expect(page.getByText(`New: ${LINES}, known: 0`)).toBeVisible()
  await demandAccessible(page, 'the lines of a bank')
  await page.getByRole('button', { name: `Accept the sure ones (${SURE})` }).click()
  await expect(page.getByText(`Accepted: ${SURE}`)).toBeVisible()
  await expect(page.getByRole('heading', { name: `Open lines: ${LINES - SURE}` })).toBeVisible()

  for (const left of [1, 2]) {
    await expect(
      page.locator('[data-line]').first().getByRole('combobox', { name: 'Customer or provider' }),
    ).toBeFocused()
    await page.keyboard.type('Κηρεμπορική Χαλκίδας')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: `Open lines: ${LINES - SURE - left}` })).toBeVisible()
  }
  await upload()
  await expect(page.getByText(`New: 0, known: ${LINES}`)).toBeVisible()
  const { body: settled } = await office.askAnew('payments.party-matching', { kind: 'providers', id: provider.id })
  expect(settled.owed).toBe(0)
})
