/** Two materials run low: a clerk orders them from their provider in four presses, receives a part, and then the rest. */
import { demandAccessible } from '../accessibility.ts'
import { type Caller, expect, type Page, test } from '../fixtures.ts'
import { countPresses } from '../presses.ts'
import { done } from '../proofs/callers.ts'
import { openShop, PIECE } from '../shop.ts'

const PROVIDER = 'ΦΙΤΙΛΙΑ ΠΡΟΤΑΣΕΩΝ ΑΕ'

/** Creates a material below its reorder point, which the provider sells in packs of 50. */
async function lowMaterial(office: Caller, providerId: number, name: string): Promise<number> {
  const bought = { usageType: 'PURCHASED-MATERIAL', costPrice: 2000, reorderPoint: 80 * PIECE }
  const { id } = await done(office.press('products.create-product', { name, ...bought }))
  await done(
    office.press('purchases.set-provider-product', {
      providerId,
      productId: id,
      version: null,
      code: `W-${id}`,
      name: '',
      price: 2000,
      leadDays: 5,
      minimum: 0,
      pack: 50 * PIECE,
      preferred: true,
    }),
  )
  return id
}

/** Books the invoice that Receive has filled, with its number. */
async function book(clerk: Page, number: string): Promise<void> {
  await clerk.waitForURL('**/createinvoice')
  await expect(clerk.locator('[data-chosen-provider]')).toContainText(PROVIDER)
  await clerk.getByRole('textbox', { name: 'Number' }).fill(number)
  await clerk.keyboard.press('Control+Enter')
  await clerk.waitForURL('**/invoice-detail/*')
}

test('low stock is proposed, ordered by mail in four presses, received in two parts, and then nothing is proposed', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const { id: providerId } = await done(
    office.press('providers.create-provider', { name: PROVIDER, email: 'orders@wicks.example' }),
  )
  const wick = await lowMaterial(office, providerId, 'Φιτίλι πρότασης')
  await lowMaterial(office, providerId, 'Κηροδέτης πρότασης')

  // the code of the last invoice is proposed for the next one
  const { lantern } = await openShop(office, 'Προτάσεων')
  const lines = [{ productId: lantern.id, quantity: PIECE, price: 7_0000 }]
  await done(office.press('purchases.create-invoice', { providerId, refcode: '24.00.01', number: 'ΤΔΑ-4000', lines }))

  const clerk = await enter('user')
  await clerk.goto('/invoices?tab=proposals')
  const group = clerk.getByRole('region', { name: PROVIDER })
  await expect(group.getByText('80 reorder point = 80 pcs, packs of 50: 100').first()).toBeVisible()
  await demandAccessible(clerk, 'proposals of purchases')
  const cost = await countPresses(clerk)
  await group.getByRole('checkbox', { name: 'All lines' }).click()
  await group.getByRole('button', { name: 'Order sheet' }).click()
  const dialog = clerk.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'E-mail' })).toHaveValue('orders@wicks.example')
  await dialog.getByRole('button', { name: 'Order sheet by mail' }).click()
  await expect(group).toBeHidden()
  expect((await cost()).pointer).toBeLessThanOrEqual(4)

  const { rows } = await done(office.askAnew('purchases.requests', { filters: { providerId } }))
  expect(rows).toMatchObject([{ state: 'ORDERED', lineCount: 2 }])
  const order = `/invoice-detail/${rows[0].id}`
  await clerk.goto(order)
  await expect(clerk.getByRole('heading', { level: 1 })).toContainText(rows[0].number)
  await clerk.getByRole('button', { name: 'Receive' }).click()
  await clerk.waitForURL('**/createinvoice')
  await clerk.getByRole('textbox', { name: 'Quantity: Φιτίλι πρότασης' }).fill('40')
  await book(clerk, 'ΤΔΑ-4001')
  await clerk.goto(order)
  await expect(clerk.getByText('Partly received').first()).toBeVisible()
  await demandAccessible(clerk, 'an order at a provider')
  await clerk.getByRole('button', { name: 'Receive' }).click()
  await clerk.waitForURL('**/createinvoice')
  await expect(clerk.getByRole('textbox', { name: 'Quantity: Φιτίλι πρότασης' })).toHaveValue('60')
  await book(clerk, 'ΤΔΑ-4002')
  const { request } = await done(office.askAnew('purchases.request', { id: rows[0].id }))
  expect(request).toMatchObject({ state: 'RECEIVED', invoices: [{ number: 'ΤΔΑ-4001' }, { number: 'ΤΔΑ-4002' }] })
  expect((await done(office.askAnew('products.detail', { id: wick }))).product.stock).toBe(100 * PIECE)
})
