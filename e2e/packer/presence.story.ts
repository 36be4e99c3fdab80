/** Two people see of each other which order somebody has open, and no longer when it is closed or the browser is gone. */
import { demandAccessible } from '../accessibility.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { openShop, ordersIn } from '../shop.ts'

const MARK = '[data-others-here]'
const boxOf = (page: Page, id: number) => page.getByRole('dialog', { name: `Order ${id}` })
const rowOf = (page: Page, id: number) => page.getByRole('row', { name: new RegExp(`(^|\\s)${id}(\\s|$)`) })

async function openBox(page: Page, id: number): Promise<void> {
  await rowOf(page, id).click()
  await expect(boxOf(page, id)).toBeVisible()
}

// Quicker proof: app/server/live/presence-route.test.ts, web/live/presence.test.tsx
test('a packer sees at once which order another one has open, in the list and in the dialog, until it is closed or the browser is gone @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Ανοιχτές')
  const [id = 0, other = 0] = await ordersIn('TO-PACKAGE', 2, office, shop)
  const anna = await enter('operations')
  const kostas = await enter('production')
  for (const page of [anna, kostas]) await page.goto(`/packaging?q=${encodeURIComponent(shop.customer.name)}`)
  await expect(rowOf(anna, id)).toBeVisible()
  await openBox(kostas, id)

  const inList = rowOf(anna, id).locator(MARK)
  await expect(inList).toHaveText(/has it open$/)
  await expect(rowOf(anna, other).locator(MARK)).toHaveCount(0)
  await demandAccessible(anna, 'the list with an order that somebody has open')

  // each reads the other in the dialog, and nobody reads the own name
  await openBox(anna, id)
  const [ofAnna, ofKostas] = [boxOf(kostas, id).locator(MARK), boxOf(anna, id).locator(MARK)]
  await expect(ofAnna).toHaveText(/^\S+ has it open$/)
  await expect(ofKostas).toHaveText(/^\S+ has it open$/)
  expect(await ofAnna.textContent()).not.toBe(await ofKostas.textContent())
  await kostas.keyboard.press('Escape')
  await expect(boxOf(kostas, id)).toBeHidden()
  await expect(ofKostas).toHaveCount(0)
  await expect(rowOf(kostas, id).locator(MARK)).toHaveText(/has it open$/)
  await anna.keyboard.press('Escape')
  await expect(rowOf(kostas, id).locator(MARK)).toHaveCount(0)

  // a reload learns what is open, and a browser that is gone has nothing open
  await openBox(kostas, other)
  await expect(rowOf(anna, other).locator(MARK)).toBeVisible()
  await anna.reload()
  await expect(rowOf(anna, other).locator(MARK)).toBeVisible()
  await kostas.context().close()
  await expect(rowOf(anna, other).locator(MARK)).toHaveCount(0)
})

test('the form of an order says who else is changing it', async ({ enter, callerFor }) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Αλλάζουν')
  const [id = 0] = await ordersIn('STOCK-OK', 1, office, shop)
  const maria = await enter('user')
  const sofia = await enter('logistirio')
  for (const page of [maria, sofia]) await page.goto(`/order-edit/${id}`)
  for (const page of [maria, sofia]) await expect(page.locator(MARK)).toHaveText(/^\S+ is changing it too$/)
  await sofia.getByRole('button', { name: 'Cancel' }).click()
  await expect(maria.locator(MARK)).toHaveCount(0)
})
