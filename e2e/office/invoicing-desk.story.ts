/** The office invoices many orders: who cannot be invoiced, which invoices failed, and what to do about a refusal. */
import { SIMULATED_COMPANIES } from '#simulators/gsis-companies.ts'
import { demandAccessible } from '../accessibility.ts'
import { type Caller, expect, type Page, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { openShop, ordersIn, type Shop } from '../shop.ts'

/** A company that stopped its business years ago. */
const CLOSED_VAT = SIMULATED_COMPANIES.find(({ stopDate }) => stopDate !== undefined)?.afm ?? ''

let office: Caller
let shop: Shop

test.beforeAll(async ({ callerFor }) => {
  office = await callerFor('admin')
  shop = await openShop(office, 'Τιμολόγια')
})

/** Creates a customer and returns the shop with it, so that orders are made for that customer. */
async function withCustomer(name: string, vat: string): Promise<Shop> {
  const { id } = await done(
    office.press('customers.create-customer', { name, vat, address: 'Αιόλου 3', city: 'Αθήνα', postcode: '10551' }),
  )
  return { ...shop, customer: { ...shop.customer, id, name, vat } }
}

const open = (page: Page, show: string) => page.goto(`/orders?show=${show}`)

/** Ticks the rows of orders in the list. */
async function tick(page: Page, ids: readonly number[]): Promise<void> {
  for (const id of ids)
    await page
      .getByRole('row')
      .filter({ has: page.locator('td[data-label="Id"]').getByText(String(id), { exact: true }) })
      .getByRole('checkbox')
      .check()
}

test('customers without a VAT number or with a closed business are named before the press, and are invoiced only by a press of their own @main', async ({
  enter,
}) => {
  const bare = await withCustomer('Καφενείο χωρίς αριθμό', '')
  const closed = await withCustomer('Βιοτεχνία κλειστή', CLOSED_VAT)
  // The registry says that the business is closed; only its stored answer is read before the press.
  await done(office.press('customers.look-up-vat', { vatNumber: CLOSED_VAT }))
  const [good = 0] = await ordersIn('READY-TO-INVOICE', 1, office, shop)
  const [without = 0] = await ordersIn('READY-TO-INVOICE', 1, office, bare)
  const [ended = 0] = await ordersIn('READY-TO-INVOICE', 1, office, closed)
  const clerk = await enter('user')
  await open(clerk, 'READY-TO-INVOICE')
  await tick(clerk, [good, without, ended])
  await clerk.getByRole('button', { name: 'Invoice (Epsilon)' }).click()
  const dialog = clerk.getByRole('dialog', { name: 'Invoice 1 order through Epsilon?' })
  await expect(dialog.locator('[data-doubt="without-vat"]')).toHaveText(`${bare.customer.name} #${without}`)
  await expect(dialog.locator('[data-doubt="closed"]')).toHaveText(`${closed.customer.name} #${ended}`)
  await demandAccessible(clerk, 'the question about customers in doubt')
  await expect(dialog.getByRole('link', { name: bare.customer.name })).toHaveAttribute(
    'href',
    `/customer-detail/${bare.customer.id}`,
  )
  await dialog.getByRole('button', { name: 'Invoice 1 order' }).click()
  await expect(clerk.getByText('The document is being sent.')).toBeVisible()
  const documentOf = async (id: number) => (await done(office.ask('orders.detail', { id }))).order.document
  await expect.poll(async () => (await documentOf(good)) !== null).toBe(true)
  expect(await documentOf(without)).toBeNull()
  expect(await documentOf(ended)).toBeNull()

  await clerk.goto(`/order-detail/${without}`)
  await clerk.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'Invoice', exact: true }).click()
  const single = clerk.getByRole('dialog')
  await expect(single.locator('[data-doubt="without-vat"]')).toContainText(bare.customer.name)
  await expect(single.getByRole('link', { name: /^Merge/ })).toHaveCount(0)
  await test.step('a person who may merge customers finds the way to it beside the customer', async () => {
    const admin = await enter('admin')
    await admin.goto(`/order-detail/${without}`)
    await admin.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'Invoice', exact: true }).click()
    await expect(
      admin.getByRole('dialog').getByRole('link', { name: `Merge with another customer (${bare.customer.name})` }),
    ).toHaveAttribute('href', `/merge-customers?from=${bare.customer.id}`)
  })
  await single.getByRole('button', { name: 'Send without a VAT number' }).click()
  await expect.poll(async () => (await documentOf(without)) !== null).toBe(true)
})

// Quicker proof: features/invoicing/web/DocumentProblems.test.tsx, features/invoicing/web/causes.test.ts,
// features/operations/server/linked-records.test.ts
test('the failed invoices open from their number, and a refusal says what to do in the language of the person @in-ci', async ({
  enter,
}) => {
  const wrong = await withCustomer('Καφενείο που έκλεισε', '999999993')
  const ids = await ordersIn('READY-TO-INVOICE', 2, office, wrong)
  await done(office.press('invoicing.send-invoices', { ids }))
  const failed = async () => (await done(office.ask('invoicing.under-way'))).failed as number
  await expect.poll(failed).toBeGreaterThanOrEqual(2)
  const count = await failed()

  const clerk = await enter('user')
  await clerk.goto('/operations?tab=packaged')
  await clerk.getByRole('link', { name: `Failed: ${count}` }).click()
  const rows = clerk.getByRole('grid', { name: 'Orders' }).locator('tbody tr')
  await expect(rows).toHaveCount(count)
  await expect(rows.locator('[data-document="FAILED"]')).toHaveCount(count)

  await clerk.goto(`/order-detail/${ids[0]}`)
  const panel = clerk.getByRole('region', { name: 'Invoice at the accounting service' })
  await expect(panel).toContainText('does not accept the VAT number of the customer')
  await expect(panel).not.toContainText('VAT number of counterpart is not active')
  await expect(panel.locator('[data-answer]')).toHaveCount(0)

  const admin = await enter('admin')
  await admin.goto(`/order-detail/${ids[0]}`)
  const seen = admin.getByRole('region', { name: 'Invoice at the accounting service' })
  await expect(seen).toContainText('does not accept the VAT number of the customer')
  await expect(seen.getByText('VAT number of counterpart is not active')).toBeHidden()
  await seen.getByText('Answer of the accounting service').click()
  await expect(seen.getByText('102: VAT number of counterpart is not active')).toBeVisible()
})
