/** Parcels from the packing table to the truck: counted, labelled, scanned while loading, and missed at the departure. */
import { type Caller, expect, type Page, test } from '../fixtures.ts'
import { openShop, ordersIn, planShipment, statusOf } from '../shop.ts'
import { done } from '../proofs/callers.ts'
import { scan } from '../scan.ts'

const TABLET = { viewport: { width: 1024, height: 768 }, hasTouch: true } as const
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const
const DRIVER = 'Γιώργος Οδηγός'

/** Invoices packed orders and puts them into one truck. */
async function inOneTruck(office: Caller, ids: readonly number[]): Promise<number> {
  await done(office.press('orders.move-orders', { ids, transition: 'release' }))
  for (const id of ids) await done(office.press('invoicing.invoice-red', { id, reason: 'δοκιμή' }))
  return planShipment(office, ids, DRIVER)
}

// Quicker proof: features/packaging/server/parcels.test.ts, features/shipping/server/loading.test.ts,
// features/shipping/domain/loading.test.ts, features/packaging/domain/parcel-code.test.ts,
// e2e/driver/delivery-notes.story.ts
test('parcels are counted at packaging, scanned by two phones beside the truck, and the departure names the missing one @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Δέματα')
  const [id = 0, single = 0] = await ordersIn('TO-PACKAGE', 2, office, shop)
  const foreign = await inOneTruck(office, await ordersIn('PACKAGED', 1, office, shop))

  const packer = await enter('production', TABLET)
  await packer.goto('/packaging?q=demata')
  await packer.getByRole('row', { name: new RegExp(`(^|\\s)${id}(\\s|$)`) }).click()
  const box = packer.getByRole('dialog', { name: `Order ${id}` })
  await box.getByLabel('Packaged by (your name)').fill('Άννα')
  await box.getByRole('button', { name: 'One more: Parcels' }).click()
  await box.getByRole('button', { name: 'ORDER PACKAGED' }).click()
  await expect(box).toBeHidden()
  await expect.poll(() => statusOf(office, id)).toBe('PACKAGED')
  await done(office.press('packaging.package-order', { id: single, name: 'Άννα' }))

  // one more parcel turned up, so the office corrects the number, and each parcel has a label
  const clerk = await enter('admin')
  await clerk.goto(`/order-detail/${id}`)
  await clerk.getByRole('button', { name: 'One more: Parcels' }).click()
  await clerk.getByRole('button', { name: 'Save the number of parcels' }).click()
  await clerk.getByRole('link', { name: 'Labels of the 3 parcels' }).click()
  await expect(clerk.getByRole('article')).toHaveCount(3)
  await expect(clerk.getByRole('article').nth(1)).toContainText('2/3')
  await clerk.setViewportSize({ width: 360, height: 740 })
  const number = clerk.getByRole('article').first().getByRole('heading', { level: 1 })
  expect((await number.boundingBox())?.height, 'the number of the order is one line on a phone').toBeLessThan(60)

  const shipment = await inOneTruck(office, [id, single])
  const driver = await enter('driver', PHONE)
  await driver.goto(`/driverpage?shipment=${shipment}`)
  await expect(driver.locator('[data-whole]').getByText('3 parcels')).toBeVisible()
  await driver.getByRole('link', { name: `Loading of shipment ${shipment}` }).click()
  const missing = driver.getByRole('region', { name: 'Missing' })
  const chip = (page: Page, parcel: number) => page.getByRole('button', { name: `Order ${id}: parcel ${parcel} of 3` })
  await expect(missing.getByRole('listitem')).toHaveCount(2)
  await scan(driver, `${id}-1`)
  await expect(chip(driver, 1)).toHaveAttribute('aria-pressed', 'true')
  await expect(driver.getByText('1 of 4 parcels are loaded')).toBeVisible()

  // a second phone sees the tick at once, and is told about a parcel that is loaded or belongs into another truck
  const helper = await enter('production', PHONE)
  await helper.goto(`/loading/${shipment}`)
  await expect(chip(helper, 1)).toHaveAttribute('aria-pressed', 'true')
  await scan(helper, `${id}-1`)
  await expect(helper.getByRole('alert')).toContainText(`Parcel 1 of order ${id} is loaded already`)
  const other = (await done(office.ask('shipping.loading', { id: foreign }))).stops[0].orderId
  await scan(helper, String(other))
  await expect(helper.getByRole('alert')).toContainText(`Order ${other} goes with shipment ${foreign} (${DRIVER})`)

  // a tick without a connection is kept on the phone and reaches the other phone later
  await helper.context().setOffline(true)
  await scan(helper, `${id}-2`)
  await expect(chip(helper, 2)).toHaveAttribute('aria-pressed', 'true')
  await expect(chip(driver, 2)).toHaveAttribute('aria-pressed', 'false')
  await helper.context().setOffline(false)
  await expect(chip(driver, 2)).toHaveAttribute('aria-pressed', 'true')
  await scan(driver, String(single))
  await expect(missing.getByRole('listitem')).toHaveCount(1)

  await driver.getByRole('button', { name: 'Departure' }).click()
  const question = driver.getByRole('dialog', { name: 'Leave without these parcels?' })
  await expect(question).toContainText(`${id} ${shop.customer.name} (3)`)
  await question.getByRole('button', { name: 'Leave without them' }).click()
  await expect(driver.getByText(/^The vehicle left:/)).toBeVisible()
  await expect(helper.getByText(/^The vehicle left:/)).toBeVisible()
  await expect(helper.getByRole('button', { name: 'Departure' })).toHaveCount(0)
})
