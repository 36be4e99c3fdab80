/** At the end of a month the office reads what was bought and paid, opens the documents behind a figure, and asks for the figures of then. */
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { readExcel } from '../read-excel.ts'
import { openShop } from '../shop.ts'

/** Other stories write documents of these days neither. */
const MONTH = { from: '2019-03-01', to: '2019-03-31' }

const table = (page: Page, name: string) => page.getByRole('table', { name })
const figure = (page: Page, name: string) => page.locator('dl > div', { hasText: name }).first().locator('dd')

test('at the end of a month every figure opens its documents, and a cancelled invoice leaves the figures of then @main', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Μήνας')
  const provider = await done(office.press('providers.create-provider', { name: 'Κηροχημική Μήνας ΑΕ' }))
  // the demo company has closed days, and a payment of a closed day is refused
  const { closings } = await done(office.ask('cash-desk.till'))
  for (const { id, reopenedAt } of closings)
    if (reopenedAt === null) await done(office.press('cash-desk.reopen-day', { id, reason: 'παλιές πληρωμές' }))
  const book = (number: string, price: number) =>
    done(
      office.press('purchases.create-invoice', {
        providerId: provider.id,
        importDate: '2019-03-12',
        refcode: '24.00.01',
        number,
        lines: [{ productId: shop.lantern.id, quantity: 10_0000, price, vat: 2400 }],
      }),
    )
  const pay = (bound: string, ammount: number, entity_id: number) =>
    done(
      office.call('POST', '_table/payments?import=true', {
        resource: [{ bound, type: 'CASH', ammount, date: '2019-03-20', entity_id }],
      }),
    )
  const first = await book('ΜΗΝ-0001', 20_000)
  await book('ΜΗΝ-0002', 31_000)
  await pay('Outbound', 24.8, provider.id)
  await pay('Inbound', 50.5, shop.customer.id)

  const clerk = await enter('user')
  await clerk.goto(`/economics?from=${MONTH.from}&to=${MONTH.to}`)

  await test.step('the row of a code opens its two invoices, with the sum of the row', async () => {
    const row = table(clerk, 'Invoices Totals').getByRole('row', { name: /24\.00\.01/ })
    await expect(row).toContainText('€51.00')
    await row.getByRole('button').click()
    const drawer = clerk.getByRole('dialog', { name: /24\.00\.01/ })
    await expect(drawer.getByRole('row', { name: /ΜΗΝ-000/ })).toHaveCount(2)
    await expect(drawer.getByRole('row', { name: /Sum of all rows/ })).toContainText('€63.24')
    await clerk.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  })

  await test.step('the Excel file has the caption, the code and the sums', async () => {
    await clerk.getByRole('button', { name: 'Export' }).click()
    const saving = clerk.waitForEvent('download')
    await clerk.getByRole('menuitem', { name: 'Excel' }).click()
    const rows = readExcel(await readFile((await (await saving).path()) ?? ''))
    expect(rows[0]?.[0]).toContain('01/03/2019 – 31/03/2019')
    expect(rows.flat()).toContain(51)
  })

  await test.step('after a cancellation the figures of then are still there', async () => {
    const known = encodeURIComponent(new Date().toISOString())
    await expect(figure(clerk, 'Paid')).toContainText('24.80')
    await done(office.press('purchases.cancel-invoice', { id: first.id, version: 1, reason: 'λάθος' }))
    await clerk.getByRole('button', { name: 'Get All Totals' }).click()
    await expect(table(clerk, 'Invoices Totals').getByRole('row', { name: /24\.00\.01/ })).toContainText('€31.00')
    await clerk.goto(`/economics?from=${MONTH.from}&to=${MONTH.to}&known=${known}`)
    await expect(table(clerk, 'Invoices Totals').getByRole('row', { name: /24\.00\.01/ })).toContainText('€51.00')
    await expect(clerk.getByText(/As known on \d/)).toBeVisible()
  })

  await test.step('a row with one document opens it, and a missing date is asked for', async () => {
    await clerk.goto(`/economics?from=${MONTH.from}&to=${MONTH.to}`)
    await table(clerk, 'Invoices Totals').getByRole('button', { name: '24.00.01' }).click()
    await expect(clerk).toHaveURL(/\/invoice-detail\/\d+/)
    await clerk.goBack()
    await clerk.getByLabel('To', { exact: true }).fill('')
    await clerk.keyboard.press('Tab')
    await expect(clerk.getByRole('alert')).toHaveText('Please select both dates.')
  })
})
