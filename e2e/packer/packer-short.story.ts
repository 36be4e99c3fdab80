/** A packer finds less than was ordered: with a connection, and without one. */
import { done } from '../proofs/callers.ts'
import { type Caller, expect, type Locator, type Page, test } from '../fixtures.ts'
import { movements, openShop, ordersIn, PIECE, type Shop, statusOf } from '../shop.ts'
import { keptOnDevice } from './tablet.ts'

const TABLET = { viewport: { width: 1024, height: 768 }, hasTouch: true } as const

let office: Caller

test.beforeAll(async ({ callerFor }) => {
  office = await callerFor('admin')
})

const boxOf = (page: Page, id: number) => page.getByRole('dialog', { name: `Order ${id}` })
const rowOf = (page: Page, id: number) => page.getByRole('row', { name: new RegExp(`(^|\\s)${id}(\\s|$)`) })

/** Returns the order that carries the missing goods of an order. */
async function restOf(id: number): Promise<number> {
  const { followUpOrderIds } = await done(office.ask('orders.linked', { id }))
  expect(followUpOrderIds).toHaveLength(1)
  return followUpOrderIds[0]
}

/** Checks that one candle of two is packaged, and that the other waits with its glass. */
async function demandOneCandlePackaged(shop: Shop, id: number): Promise<void> {
  await expect.poll(() => statusOf(office, id)).toBe('PACKAGED')
  expect(await movements(office, shop.candle, id)).toEqual([-1])
  expect(await movements(office, shop.glass, id)).toEqual([-1])
  const rest = await restOf(id)
  expect(await statusOf(office, rest)).toBe('PENDING-STOCK')
  expect(await movements(office, shop.candle, rest)).toEqual([])
  const { order } = await done(office.ask('orders.detail', { id: rest }))
  expect(order.lines).toMatchObject([{ productId: shop.candle.id, quantity: PIECE }])
  expect(order.loans).toMatchObject([{ productId: shop.glass.id, quantity: PIECE }])
}

/** Checks on a narrow phone that the buttons of an alert are not cut at its edge. */
async function demandWithin(page: Page, alert: Locator): Promise<void> {
  await page.setViewportSize({ width: 320, height: 740 })
  const edge = await alert.evaluate((element) => element.getBoundingClientRect().right)
  const ends = await alert
    .getByRole('button')
    .evaluateAll((all) => all.map((button) => button.getBoundingClientRect().right))
  expect(ends).not.toEqual([])
  for (const end of ends) expect(end).toBeLessThanOrEqual(edge)
  await page.setViewportSize(TABLET.viewport)
}

test('a refusal for missing stock leads with two presses to an order packaged with what is there @both-engines', async ({
  enter,
}) => {
  const shop = await openShop(office, 'Λιγότερα')
  const [id = 0] = await ordersIn('TO-PACKAGE', 1, office, shop)
  await done(office.press('stock.adjust-stock', { productId: shop.candle.id, newStock: PIECE, reason: 'απογραφή' }))
  const packer = await enter('production', TABLET)
  await packer.goto('/packaging?q=ligotera')
  await rowOf(packer, id).click()
  const box = boxOf(packer, id)
  await box.getByLabel('Packaged by (your name)').fill('Άννα')
  await box.getByRole('button', { name: 'ORDER PACKAGED' }).click()
  await expect(box.getByRole('alert')).toContainText(`${shop.candle.name}: 2 needed, 1 in stock`)
  await demandWithin(packer, box.getByRole('alert'))
  await box.getByRole('button', { name: 'Package what is there', exact: true }).click()
  await expect(box.getByLabel(`In the box: ${shop.candle.name}`, { exact: true })).toHaveValue('1')
  await expect(box.getByText(`waits for stock with: 1 × ${shop.candle.name}`)).toBeVisible()
  await expect(box.getByRole('row', { name: `${shop.glass.name} 1 pcs` })).toBeVisible()
  await expect(box.getByRole('alert')).toBeHidden()
  await box.getByRole('button', { name: 'PACKAGE WHAT IS THERE', exact: true }).click()
  await expect(box).toBeHidden()
  await demandOneCandlePackaged(shop, id)

  // the office reaches the order with the missing goods from the order that was packaged
  const clerk = await enter('admin')
  await clerk.goto(`/order-detail/${id}`)
  await clerk.getByRole('link', { name: `Follow-up order ${await restOf(id)}` }).click()
  await expect(clerk).toHaveURL(new RegExp(`/order-detail/${await restOf(id)}$`))
})

// Quicker proof: features/packaging/domain/short-pick.test.ts, features/packaging/web/box/packing.test.ts,
// web/offline/action-queue.test.ts, e2e/packer/packer-short.story.ts
test('less is packaged offline, its label shows what is in the box, and the office learns it once @in-ci', async ({
  enter,
}) => {
  const shop = await openShop(office, 'Έλλειψη')
  const [id = 0] = await ordersIn('TO-PACKAGE', 1, office, shop)
  const packer = await enter('production', { ...TABLET, serviceWorkers: 'allow' })
  await packer.goto('/packaging?q=elleipsi')
  await keptOnDevice(packer, [id])
  // a tablet in another language keeps the Greek texts of the label once it has shown one
  const label = await packer.context().newPage()
  const candles = (pieces: number) => label.getByRole('row', { name: `${shop.candle.name} ${pieces} τεμ` })
  await label.goto(`/packaging-label/${id}`)
  await expect(candles(2)).toBeVisible()
  await packer.context().setOffline(true)
  await rowOf(packer, id).click()
  const box = boxOf(packer, id)
  await box.getByLabel('Packaged by (your name)').fill('Άννα')
  await box.getByRole('button', { name: 'Something is missing' }).click()
  await box.getByRole('button', { name: `One less: In the box: ${shop.candle.name}` }).click()
  await box.getByRole('button', { name: 'PACKAGE WHAT IS THERE', exact: true }).click()
  await expect(box).toBeHidden()
  await packer.reload()
  await expect(packer.getByText('1 action is waiting for a connection')).toBeVisible()

  await label.reload()
  await expect(candles(1)).toBeVisible()
  await label.close()

  await packer.context().setOffline(false)
  await demandOneCandlePackaged(shop, id)
  await expect(packer.getByText(/(is|are) waiting for a connection/)).toHaveCount(0)
})
