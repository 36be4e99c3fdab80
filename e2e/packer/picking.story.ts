/** A packer fetches the goods of several orders in one walk along the shelves. */
import { expect, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { openShop, ordersIn } from '../shop.ts'

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true } as const

// Quicker proof: features/packaging/server/picking.test.ts, features/packaging/domain/picking.test.ts,
// features/packaging/web/picking/picking-page.test.tsx
test('the goods of the ticked orders stand in the order of the shelves, and a tick stays on the device @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Συλλογή')
  const [one = 0, two = 0] = await ordersIn('TO-PACKAGE', 2, office, shop)
  const [candle, lantern] = [
    { ...shop.candle, shelf: 'Σ10' },
    { ...shop.lantern, shelf: 'Σ2' },
  ]
  const { product } = await done(office.ask('products.detail', { id: candle.id }))
  await done(
    office.press('products.change-product', {
      id: candle.id,
      version: product.version,
      changes: { shelf: candle.shelf },
    }),
  )
  const clerk = await enter('admin')
  await clerk.goto(`/product-overview/${lantern.id}`)
  await clerk.getByRole('textbox', { name: 'Shelf' }).fill(lantern.shelf)
  await clerk.getByRole('button', { name: 'Save the place' }).click()
  await expect(clerk.getByText('The place is saved.')).toBeVisible()
  await expect(clerk.getByRole('button', { name: 'Save the place' })).toHaveCount(0)

  const packer = await enter('production', { viewport: { width: 1024, height: 768 }, hasTouch: true })
  await packer.goto('/packaging?q=syllogi')
  for (const id of [one, two])
    await packer
      .getByRole('row', { name: new RegExp(`(^|\\s)${id}(\\s|$)`) })
      .getByRole('checkbox')
      .check()
  await packer.getByRole('link', { name: 'Picking list' }).click()
  await packer.setViewportSize(PHONE.viewport)
  const rows = packer.getByRole('main').getByRole('listitem')
  const names = [lantern.name, candle.name, shop.glass.name]
  await expect(rows).toHaveCount(names.length)
  for (const [place, name] of names.entries()) await expect(rows.nth(place)).toContainText(name)
  await expect(packer.getByRole('heading', { level: 2 })).toHaveText(['Shelf Σ2', 'Shelf Σ10', 'No known place'])
  await expect(rows.nth(1)).toContainText('4 pcs')
  await expect(rows.nth(1)).toContainText(/#\d+: 2 · #\d+: 2/)
  await packer.getByRole('checkbox', { name: lantern.name }).check()
  await packer.reload()
  await expect(packer.getByText('1 of 3 products are picked')).toBeVisible()
  await expect(packer.getByRole('checkbox', { name: lantern.name })).toBeChecked()
  expect(await packer.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.viewport.width)
})
