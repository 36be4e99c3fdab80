/** The record of a row beside its list, as a clerk works through a list by keyboard. */
import { demandAccessible } from '../accessibility.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { openShop, orderLanterns, statusOf } from '../shop.ts'

const rowOf = (page: Page, id: number) =>
  page
    .getByRole('grid', { name: 'Orders' })
    .locator('tbody tr')
    .filter({ hasText: String(id) })

// Quicker proof: web/ui/table/preview/ListPreview.test.tsx. Only this story shows the place of the list and the way back
test('a clerk arrows through the orders, sends one from the preview, and comes back to the same place @in-ci', async ({
  callerFor,
  enter,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Προβολή')
  const ids: number[] = []
  for (let order = 0; order < 4; order += 1) ids.unshift(await orderLanterns(office, shop, 1))
  const [first = 0, second = 0, third = 0, fourth = 0] = ids
  const clerk = await enter('admin')
  await clerk.setViewportSize({ width: 1440, height: 900 })
  await clerk.goto(`/orders?show=STOCK-OK&q=${encodeURIComponent('provoli')}`)
  const panel = clerk.getByRole('complementary', { name: 'Preview' })
  await expect(rowOf(clerk, first)).toBeVisible()
  const top = await rowOf(clerk, first).boundingBox()
  await rowOf(clerk, first).focus()
  await clerk.keyboard.press('ArrowDown')
  await expect(panel.getByRole('heading', { level: 2 }).first()).toContainText(`Order ${second}`)
  await expect(panel.getByText(shop.lantern.name)).toBeVisible()
  await expect(rowOf(clerk, second)).toBeFocused()
  expect((await rowOf(clerk, first).boundingBox())?.y).toBe(top?.y)
  await demandAccessible(clerk, 'the list with its preview')

  await clerk.keyboard.press('ArrowDown')
  await expect(panel.getByRole('heading', { level: 2 }).first()).toContainText(`Order ${third}`)
  await panel.getByRole('button', { name: 'Send for packaging' }).press('Enter')
  await expect(rowOf(clerk, third)).toHaveCount(0)
  await expect(panel.getByText('To package')).toBeVisible()
  expect(await statusOf(office, third)).toBe('TO-PACKAGE')
  // the button is gone, and the next key is not lost
  await expect.poll(() => clerk.evaluate(() => document.activeElement?.closest('aside') !== null)).toBe(true)
  await clerk.keyboard.press('F6')
  await expect(rowOf(clerk, fourth)).toBeFocused()
  await expect(panel.getByRole('heading', { level: 2 }).first()).toContainText(`Order ${fourth}`)

  await clerk.keyboard.press('Enter')
  await expect(clerk).toHaveURL(new RegExp(`/order-detail/${fourth}$`))
  await clerk.goBack()
  await expect(panel.getByRole('heading', { level: 2 }).first()).toContainText(`Order ${fourth}`)
  await expect(rowOf(clerk, fourth)).toBeFocused()
  await clerk.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(rowOf(clerk, fourth)).toBeFocused()
})
