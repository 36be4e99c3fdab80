/** A seller looks up stock, missing materials, earlier prices and the cost of a product beside an order. */
import { expect, type Page, test } from './fixtures.ts'
import { demandAccessible } from './accessibility.ts'
import { done } from './proofs/callers.ts'
import { openShop, PIECE, type Shop } from './shop.ts'

// Each dialog is checked in light, in dark and on a phone.

let shop: Shop
let order: number
let earlier: number

test.beforeAll(async ({ callerFor }) => {
  const office = await callerFor('admin')
  shop = await openShop(office, 'Ράφι')
  const sell = async (pieces: number, salesPrice: number): Promise<number> =>
    (
      await done(
        office.press('orders.create-order', {
          customerId: shop.customer.id,
          lines: [{ productId: shop.candle.id, quantity: pieces * PIECE, salesPrice }],
        }),
      )
    ).id
  earlier = await sell(10, 30_150)
  // The stock is 500 candles and 500 glasses. The order is short of 700 candles, which take 700 more glasses.
  order = await sell(1200, 33_500)
})

/** Checks the open dialog in light, in dark and on a phone. */
async function lookAt(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await demandAccessible(page, `${where}, ${colorScheme}`)
  }
  const size = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.setViewportSize({ width: 360, height: 760 })
  const body = page.getByRole('dialog').locator('.mantine-Modal-body')
  await expect
    .poll(() => body.evaluate((box) => box.scrollWidth - box.clientWidth), `${where}, 360 px`)
    .toBeLessThanOrEqual(0)
  await page.setViewportSize(size)
}

// Quicker proof: features/stock/web/goods-dialogs.test.tsx
test('a short order names the missing products and the materials to make them @in-ci', async ({ enter }) => {
  const page = await enter('user')
  await page.goto(`/order-detail/${order}`)
  await page.getByRole('button', { name: 'Stock status', exact: true }).click()
  const status = page.getByRole('dialog', { name: 'Stock status' })
  await expect(status).toContainText('only 500 items in stock but you need 1,200. YOU NEED MORE : 700')
  await expect(status).toContainText('Missing: 700, Stock Available: 500')
  await lookAt(page, 'stock status')

  await status.getByRole('button', { name: 'Missing materials' }).click()
  const materials = page.getByRole('dialog', { name: 'Missing materials' })
  const glass = materials.getByRole('row').filter({ hasText: shop.glass.name })
  await expect(glass).toContainText(`${shop.candle.name} · step 1, GEMISMA`)
  await expect(glass.getByText('-200', { exact: true })).toBeVisible()
  await lookAt(page, 'missing materials')
})

// Quicker proof: features/stock/web/goods-dialogs.test.tsx
test('an order with enough stock says that nothing is missing @in-ci', async ({ enter }) => {
  const page = await enter('user')
  await page.goto(`/order-detail/${earlier}`)
  await page.getByRole('button', { name: 'Stock status', exact: true }).click()
  await expect(page.getByRole('dialog').getByText('ALL products in Stock')).toBeVisible()
})

// Quicker proof: features/orders/web/sales-history/SalesHistoryDialog.test.tsx,
// features/orders/server/sales-history.test.ts
test('the order form shows earlier prices of a product @in-ci', async ({ enter }) => {
  const page = await enter('user')
  await page.goto(`/order-detail/${order}`)
  await page.getByRole('button', { name: `More about ${shop.candle.name}` }).click()
  await page.getByRole('menuitem', { name: 'Sales history' }).click()
  const history = page.getByRole('dialog', { name: 'Sales history' })
  await expect(history.getByRole('row').filter({ hasText: '€3.015' })).toContainText('10 %')
  await lookAt(page, 'sales history')
})

test('trial prices of a product change nothing that is stored', async ({ enter, callerFor }) => {
  const office = await callerFor('admin')
  const stored = async () => (await done(office.ask('products.detail', { id: shop.candle.id }))).product
  const before = await stored()
  const page = await enter('user')
  await page.goto(`/product-overview/${shop.candle.id}`)
  await page.getByRole('button', { name: 'Cost', exact: true }).click()
  const cost = page.getByRole('dialog', { name: 'Cost of the product' })
  await cost.getByRole('textbox', { name: `Cost price of ${shop.glass.name}` }).fill('1,2')
  await cost.getByRole('textbox', { name: 'Cost margin' }).fill('50')
  await cost.getByRole('button', { name: 'Calculate Total Cost' }).click()
  // The cost is 1.20 plus a margin of 50 %. The sales price is 3.35.
  await expect(cost.getByText('€1.80', { exact: true })).toBeVisible()
  await expect(cost.getByText('€1.55', { exact: true })).toBeVisible()
  await lookAt(page, 'cost of the product')
  expect(await stored()).toEqual(before)
})
