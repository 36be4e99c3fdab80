/** A clerk gives a product a reorder point, is told when it falls below, and asks the list what is running out. */
import { demandAccessible } from '../accessibility.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { PIECE } from '../shop.ts'

const strip = (page: Page, mark: string) =>
  page.getByRole('group', { name: 'What the list shows' }).getByRole('button', { name: new RegExp(`^${mark}`) })

test('a product that falls below its reorder point is behind the bell, and the list shows it with what is on its way and the sums @both-engines', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const serial = Date.now()
  const product = async (name: string, more: object = {}): Promise<number> => {
    const fields = { name: `${name} ${serial}`, usageType: 'PURCHASED-MATERIAL', costPrice: 2_0000, ...more }
    const { id } = await done(office.press('products.create-product', fields))
    await done(office.press('stock.adjust-stock', { productId: id, newStock: 20 * PIECE, reason: 'απογραφή' }))
    return id
  }
  const wick = await product('Φυτίλι εξάντλησης')
  await product('Δίσκος εξάντλησης')
  await product('Κηρός εξάντλησης', { unit: 'KG' })

  const clerk = await enter('user')
  await clerk.goto(`/product-update/${wick}`)
  const point = clerk.getByRole('textbox', { name: 'Reorder point' })
  await point.fill('12,5')
  await point.press('Control+s')
  await clerk.waitForURL(`**/product-overview/${wick}`)
  await expect(clerk.getByText('Below the reorder point')).toHaveCount(0)

  // the open page and the bell learn of the movement by themselves
  await done(office.press('stock.adjust-stock', { productId: wick, newStock: 12 * PIECE, reason: 'απογραφή' }))
  await expect(clerk.getByText('Below the reorder point')).toBeVisible()
  await clerk.getByRole('button', { name: /^Notifications: / }).click()
  const drawer = clerk.getByRole('dialog', { name: 'Notifications' })
  const line = drawer.getByRole('listitem').filter({ hasText: 'below' })
  await expect(line.filter({ hasText: 'reorder point' }).first()).toBeVisible()
  await line.getByRole('link', { name: /below (its|their) reorder point/ }).click()
  await expect(clerk).toHaveURL(/\/products\?f\.marks=low$/)
  await expect(strip(clerk, 'Running out')).toHaveAttribute('aria-pressed', 'true')

  const rows = clerk.getByRole('grid', { name: 'Products' }).locator('tbody tr[data-index]')
  await clerk.getByRole('searchbox', { name: 'Search' }).fill(`εξάντλησης ${serial}`)
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('Φυτίλι εξάντλησης')
  await expect(rows.first().locator('[data-mark="low"]')).toBeVisible()

  // several questions narrow the list together, and the address keeps them
  await strip(clerk, 'Free').click()
  await expect(clerk).toHaveURL(/f\.marks=low%2Cfree|f\.marks=low,free/)
  await expect(rows).toHaveCount(1)
  await strip(clerk, 'Running out').click()
  await expect(rows).toHaveCount(3)

  await clerk.getByRole('button', { name: 'Columns and view' }).click()
  await clerk.getByRole('switch', { name: 'Sums of all rows' }).click()
  await clerk.keyboard.press('Escape')
  const sum = (column: string) => clerk.locator(`tfoot td[data-label="${column}"]`)
  await expect(sum('Value at cost')).toHaveText('€104.00')
  // pieces and kilos are not added
  await expect(sum('Free')).toContainText('Values of different units have no sum.')
  await clerk.getByRole('searchbox', { name: 'Search' }).fill(`Δίσκος εξάντλησης ${serial}`)
  await expect(sum('Free')).toHaveText('20')
  await demandAccessible(clerk, 'products that are free, with sums')
  await clerk.reload()
  await expect(strip(clerk, 'Free')).toHaveAttribute('aria-pressed', 'true')
  await expect(rows).toHaveCount(1)

  await done(office.press('stock.adjust-stock', { productId: wick, newStock: 30 * PIECE, reason: 'απογραφή' }))
  await clerk.goto(`/materials-list?f.marks=low&q=${encodeURIComponent(`εξάντλησης ${serial}`)}`)
  await expect(clerk.getByText('Nothing found')).toBeVisible()
})
