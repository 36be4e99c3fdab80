/** A shipment that is being planned: after reloads, beside other planners, in small windows, and with wrong addresses. */
import { expect, findRow, intercept, type Page, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { openShop, ordersIn, planShipment, statusOf } from '../shop.ts'

const stopList = (page: Page) => page.getByRole('list', { name: 'Stops in driving order' })

/** Returns the ids of the orders in the planned shipment, in driving order. */
const stopsOf = async (page: Page): Promise<number[]> =>
  (await stopList(page).getByRole('listitem').locator('small').allInnerTexts()).map((text) => Number.parseInt(text, 10))

const planButton = (page: Page) => page.getByRole('button', { name: 'Plan', exact: true })

/** The name of the demo driver in the planning. */
const DRIVER = 'Γιώργος Οδηγός'

/** Adds all orders of a city to the shipment. Further cities are behind a button. */
async function chooseCity(page: Page, chip: string): Promise<void> {
  const city = page.getByRole('button', { name: chip })
  const more = page.getByRole('button', { name: /^\d+ more$/ })
  await expect(city.or(more).first()).toBeVisible()
  if (!(await city.isVisible())) await more.click()
  await city.click()
}

async function chooseDriver(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Driver' }).click()
  await page.getByRole('option', { name: DRIVER }).click()
}

/** Three addresses in a city, so that three orders are three stops. */
const goals = (city: string) => ['1', '2', '3'].map((house) => ({ ...goal(city), address: `Βορρά ${house}` }))

const goal = (city: string) => ({ address: 'Βορρά 1', city, postcode: '14565', lat: 38.05, lon: 23.75 })

// Quicker proof: features/shipping/web/planning/planned-shipment.test.ts, features/shipping/domain/arrivals.test.ts
test('a shipment that is being planned survives a reload and leaving the page, without the orders that were planned meanwhile @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Κρατημένη')
  const customFields = [{ name: 'Ωράριο παραλαβής', value: '06:00 - 07:00' }]
  const { id: customerId } = shop.customer
  await done(office.press('customers.change-customer', { id: customerId, version: 1, changes: { customFields } }))
  const [one = 0, two = 0, three = 0] = await ordersIn('INVOICED', 3, office, shop, goals('Κρατημένη'))
  const anna = await enter('operations')
  await anna.goto('/shipping')
  await chooseCity(anna, 'Κρατημένη: 3 orders')
  await anna.getByLabel('Extra info').fill('Κλειδί στο γραφείο')
  await expect.poll(() => stopsOf(anna)).toEqual([one, two, three])
  await anna
    .getByRole('button', { name: /later$/ })
    .first()
    .click()
  await expect.poll(() => stopsOf(anna)).toEqual([two, one, three])
  // the customer receives goods until seven, so all three orders are late after a departure at one
  await anna.getByRole('spinbutton', { name: 'Departure, hour' }).focus()
  await anna.keyboard.type('1300')
  const expectLate = async (count: number) => {
    await expect(stopList(anna).getByText(/^≈ 1\d:\d\d late$/)).toHaveCount(count)
    await expect(stopList(anna).getByText('Receives 06:00 - 07:00')).toHaveCount(count)
    await expect(anna.getByRole('status').getByText(`${count} late`)).toBeVisible()
  }
  await expectLate(3)
  await anna.reload()
  await expect.poll(() => stopsOf(anna)).toEqual([two, one, three])
  await expect(anna.getByLabel('Extra info')).toHaveValue('Κλειδί στο γραφείο')
  await expect(anna.getByRole('spinbutton', { name: 'Departure, hour' })).toHaveValue('13')
  await expectLate(3)

  await anna.goto('/orders')
  const shipment = await planShipment(office, [one], DRIVER)
  await anna.goto('/shipping')
  await expect.poll(() => stopsOf(anna)).toEqual([two, three])
  await expectLate(2)
  const word = anna.getByText(`Order ${one} is in another shipment now: ${shipment}, ${DRIVER}.`)
  await expect(word).toBeInViewport()
  await anna.getByRole('alert').filter({ has: word }).getByRole('button', { name: 'Close' }).click()
  await expect(word).toHaveCount(0)

  await chooseDriver(anna)
  await planButton(anna).click()
  await expect(anna.getByText(/Shipment \d+ is planned/)).toBeInViewport()
  await anna.reload()
  await expect(planButton(anna)).toHaveAttribute('aria-disabled', 'true')
  await expect(stopList(anna)).toHaveCount(0)
})

// Quicker proof: features/shipping/web/planning/planned-shipment.test.ts, features/shipping/server/planning.test.ts
test('an order that another planner takes leaves the shipment at once, and the page tells where it is @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Διπλή')
  const [one = 0, taken = 0, three = 0] = await ordersIn('INVOICED', 3, office, shop, goals('Διπλή'))
  const anna = await enter('operations')
  await anna.goto('/shipping')
  await chooseCity(anna, 'Διπλή: 3 orders')
  await expect.poll(() => stopsOf(anna)).toEqual([one, taken, three])
  const shipment = await planShipment(office, [taken], DRIVER)
  await expect(anna.getByText(`Order ${taken} is in another shipment now: ${shipment}, ${DRIVER}.`)).toBeInViewport({
    ratio: 1,
  })
  expect(await stopsOf(anna)).toEqual([one, three])
  await anna.getByRole('button', { name: /drag$/ }).first().press('Alt+ArrowDown')
  await expect.poll(() => stopsOf(anna)).toEqual([three, one])
})

// Quicker proof: features/shipping/server/planning.test.ts
test('a refusal stands above the buttons in the window and names the order that prevents the planning @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Αρνημένη')
  const ids = await ordersIn('INVOICED', 12, office, shop, goal('Αρνημένη'))
  const [first = 0, , refused = 0] = ids
  const anna = await enter('operations', { viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })
  // The page does not hear that another person has planned the order.
  await intercept(anna, '**/app/shipping.check-stops*', (route) => route.abort())
  await anna.goto('/shipping')
  await chooseCity(anna, 'Αρνημένη: 12 orders')
  await expect(stopList(anna).getByRole('listitem')).toHaveCount(12)
  await chooseDriver(anna)
  const shipment = await planShipment(office, [refused], DRIVER)
  await planButton(anna).click()
  const why = anna.getByRole('alert').filter({ hasText: `Order ${refused} is in another shipment now: ${shipment}` })
  await expect(why).toBeInViewport({ ratio: 1 })
  const [button, text] = [await planButton(anna).boundingBox(), await why.boundingBox()]
  expect((text?.y ?? Infinity) + (text?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
  const stop = stopList(anna)
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`\\b${refused} ·`) })
  await stop.getByRole('button', { name: /remove from the shipment$/ }).click()
  await expect(why).toHaveCount(0)
  expect(await statusOf(office, first)).toBe('INVOICED')
  await planButton(anna).click()
  await expect(anna.getByText(/Shipment \d+ is planned/)).toBeInViewport()
})

const WINDOWS = [
  [1440, 900],
  [1024, 768],
  [640, 900],
  [360, 740],
  [320, 640],
] as const

// Quicker proof: e2e/every-page.story.ts (the page of shipping at three widths), e2e/shipping/planning.story.ts. Only
// this story shows that the buttons stay in a small window
test('the buttons that plan a shipment are in windows of every size, and nothing scrolls sideways @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Πλάτος')
  await ordersIn('INVOICED', 4, office, shop, goal('Πλάτος'))
  for (const [width, height] of WINDOWS) {
    await test.step(`a window of ${width} by ${height}`, async () => {
      // another browser has no planned shipment
      const anna = await enter('operations', { viewport: { width, height } })
      await anna.goto('/shipping')
      await expect(planButton(anna)).toBeInViewport({ ratio: 1 })
      await chooseCity(anna, 'Πλάτος: 4 orders')
      await expect(stopList(anna).getByRole('listitem')).toHaveCount(4)
      await expect(planButton(anna)).toBeInViewport({ ratio: 1 })
      await expect(anna.getByRole('button', { name: 'Plan and print' })).toBeInViewport({ ratio: 1 })
      // Without a driver the field of the driver gets the focus, wherever it is on the page.
      await planButton(anna).click()
      await expect(anna.getByRole('combobox', { name: 'Driver' })).toBeFocused()
      await expect(anna.getByRole('combobox', { name: 'Driver' })).toBeInViewport()
      await expect(planButton(anna)).toBeInViewport({ ratio: 1 })
      const sideways = () => anna.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(await sideways()).toBeLessThanOrEqual(0)
      await anna.getByRole('tab', { name: 'Open shipments' }).click()
      await expect(anna.getByRole('tabpanel')).toBeVisible()
      expect(await sideways()).toBeLessThanOrEqual(0)
      await anna.context().close()
    })
  }
})

// Quicker proof: features/shipping/domain/route-length.test.ts
test('a route too long to be right warns beside the buttons and names the order with the wrong address @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Μακρινή')
  const near = goal('Μακρινή')
  const goals = [near, { ...near, lat: 33.96, lon: -83.38 }, { ...near, lat: 38.1 }]
  const [, wrong = 0] = await ordersIn('INVOICED', 3, office, shop, goals)
  const anna = await enter('operations')
  await anna.goto('/shipping')
  await chooseCity(anna, 'Μακρινή: 3 orders')
  const warning = anna.getByRole('alert').filter({ hasText: `Check the address of order ${wrong}, ` })
  await expect(warning).toBeInViewport({ ratio: 1 })
  await (await findRow(anna, wrong)).click()
  await expect(stopList(anna).getByRole('listitem')).toHaveCount(2)
  await expect(warning).toHaveCount(0)
})
