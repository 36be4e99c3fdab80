/**
 * An office clerk plans shipments: choosing by area and on the map, the best order, the driver's sheet and couriers.
 */
import { demandAccessible } from '../accessibility.ts'
import { expect, type Locator, type Page, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { type Goal, openShop, ordersIn, PIECE, planShipment, statusOf } from '../shop.ts'

/** Returns stops north of Athens, in a row. */
const north = (city: string, ...tenths: number[]): Goal[] =>
  tenths.map((tenth) => ({ address: `Βορρά ${tenth}`, city, postcode: '14565', lat: 38 + tenth / 20, lon: 23.75 }))

const stopList = (page: Page) => page.getByRole('list', { name: 'Stops in driving order' })
const routeMap = (page: Page) => page.getByRole('application', { name: 'Map of the route' })
const chooseMap = (page: Page) => page.getByRole('application', { name: 'Map of the orders that wait' })

/** Returns the row of an order. Other rows may contain the same digits in a telephone or a VAT number. */
const rowOf = (page: Page, id: number) => page.getByRole('row', { name: new RegExp(`(^|\\s)${id}(\\s|$)`) })

/** Returns the ids of the orders in the planned shipment, in driving order. */
const stopsOf = async (page: Page): Promise<number[]> =>
  (await stopList(page).getByRole('listitem').locator('small').allInnerTexts()).map((text) => Number.parseInt(text, 10))

async function middleOf(place: Locator): Promise<{ x: number; y: number }> {
  await place.scrollIntoViewIfNeeded()
  const box = await place.boundingBox()
  if (!box) throw new Error('the stop is not visible')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drags a stop to the place of another with the mouse, anywhere on its row. */
async function dragByMouse(page: Page, stop: Locator, goal: Locator): Promise<void> {
  const to = await middleOf(goal.locator('strong'))
  await stop.locator('strong').hover()
  await page.mouse.down()
  await page.mouse.move(to.x, to.y + 30, { steps: 5 })
  await expect(stopList(page).locator('[data-dnd-dragging]')).toBeVisible()
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await expect(stopList(page).getByRole('listitem').first()).toHaveAttribute('data-dnd-dragging')
  const shown = await middleOf(stopList(page).locator('[data-dnd-dragging] strong'))
  expect(Math.hypot(shown.x - to.x, shown.y - to.y), 'the stop is shown under the mouse').toBeLessThan(10)
  await page.mouse.up()
}

/** Drags a stop to the place of the one above it with a finger, which first rests on it. */
async function dragByFinger(page: Page, stop: Locator, goal: Locator): Promise<void> {
  const finger = await page.context().newCDPSession(page)
  const to = await middleOf(goal.locator('strong'))
  const from = await middleOf(stop.locator('strong'))
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  await expect(stopList(page).locator('[data-dnd-dragging]')).toBeVisible()
  for (const part of [0.3, 0.6, 1]) {
    const y = from.y + (to.y - from.y) * part
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: from.x, y }] })
  }
  await expect(goal).toHaveAttribute('data-dnd-dragging')
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await finger.detach()
}

/** Presses keys one right after the other, without waiting until the page has handled the ones before. */
async function pressAtOnce(page: Page, ...keys: string[]): Promise<void> {
  await Promise.all(keys.flatMap((key) => [page.keyboard.down(key), page.keyboard.up(key)]))
}

async function chooseDriver(page: Page, driver: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Driver' }).click()
  await page.getByRole('option', { name: driver }).click()
}

test('a shipment chosen by area is put in the best order, and its sheet lists the stops in that order @main', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Βορινή')
  const city = 'Κάτω Βορινή'
  const [third = 0, first = 0, fourth = 0, second = 0] = await ordersIn(
    'INVOICED',
    4,
    office,
    shop,
    north(city, 3, 1, 4, 2),
  )
  const { customer, glass } = shop
  const lent = { bound: 'OUTBOUND', customerId: customer.id, productId: glass.id, quantity: 3 * PIECE }
  await done(office.press('loans.record-loan', lent))
  const anna = await enter('operations')
  await anna.goto('/shipping')

  await test.step('one address shows no route, and two show one with distance and duration', async () => {
    await anna.getByRole('searchbox', { name: 'Search' }).fill('borini')
    await expect(anna.getByRole('status').filter({ hasText: 'of 4' })).toBeVisible()
    await rowOf(anna, third).click()
    await expect(stopList(anna).getByRole('listitem')).toHaveCount(1)
    await expect(anna.getByRole('application')).toHaveCount(0)
    await expect(anna.getByText('Distance')).toHaveCount(0)
    await rowOf(anna, first).click()
    await expect(routeMap(anna)).toBeVisible()
    await expect(anna.getByText('Distance', { exact: true })).toBeVisible()
    await expect(anna.getByText('Duration', { exact: true })).toBeVisible()
    await expect(anna.getByText('Estimate by straight lines, not by roads')).toBeVisible()
    expect((await routeMap(anna).boundingBox())?.height).toBeGreaterThan(295)
    await anna.getByRole('button', { name: 'Empty the shipment' }).click()
    await expect(routeMap(anna)).toHaveCount(0)
  })

  const route = anna.getByRole('region', { name: 'Route' })
  await test.step('the button of an area adds all its orders, and the best order shows what it saves', async () => {
    await anna.getByRole('button', { name: `${city}: 4 orders` }).click()
    expect(new Set(await stopsOf(anna))).toEqual(new Set([third, first, fourth, second]))
    // The order of entry drives there and back twice.
    await expect(route.getByText(/km/).first()).toBeVisible()
    await route.getByRole('button', { name: 'Best order' }).click()
    await expect(route.getByText(/Saves|already the best/)).toBeVisible()
    const best = await stopsOf(anna)
    const way = [first, second, third, fourth]
    expect([way, way.toReversed()]).toContainEqual(best)
  })

  await test.step('a locked stop keeps its place while the others are dragged around it', async () => {
    const stops = stopList(anna).getByRole('listitem')
    const [one = 0, two = 0, three = 0, four = 0] = await stopsOf(anna)
    await stops
      .nth(1)
      .getByRole('button', { name: /keep at this position/ })
      .click()
    await dragByMouse(anna, stops.nth(3), stops.nth(0))
    await expect.poll(() => stopsOf(anna)).toEqual([four, two, one, three])
    await expect(route.getByText(/Saves|already the best/)).toHaveCount(0)
    await stops
      .nth(2)
      .getByRole('button', { name: /earlier/ })
      .press('Alt+ArrowUp')
    expect(await stopsOf(anna)).toEqual([one, two, four, three])
    await stops.nth(2).getByRole('button', { name: /drag$/ }).focus()
    await pressAtOnce(anna, 'Space', 'ArrowUp')
    await expect(anna.getByText(/is at position 1 of 4/)).toBeAttached()
    expect(await stopsOf(anna)).toEqual([four, two, one, three])
    await pressAtOnce(anna, 'ArrowDown', 'ArrowDown')
    await expect(anna.getByText(/is at position 4 of 4/)).toBeAttached()
    expect(await stopsOf(anna)).toEqual([one, two, three, four])
    await anna.keyboard.press('Escape')
    await expect.poll(() => stopsOf(anna)).toEqual([one, two, four, three])
    await expect(anna.getByText('Cancelled. The order of the stops has not changed.')).toBeAttached()
    await expect(stops.nth(2).getByRole('button', { name: /drag$/ })).toBeFocused()
    await pressAtOnce(anna, 'Space', 'ArrowDown', 'Space')
    await expect(anna.getByText(/is dropped at position 4 of 4/)).toBeAttached()
    expect(await stopsOf(anna)).toEqual([one, two, three, four])
    await expect(stops.nth(3).getByRole('button', { name: /drag$/ })).toBeFocused()
    await dragByFinger(anna, stops.nth(3), stops.nth(2))
    await expect.poll(() => stopsOf(anna)).toEqual([one, two, four, three])
    // Until the stop is dropped, the page tells what the best order of before saved.
    await expect(route.getByText(/Saves|already the best/)).toHaveCount(0)
    await route.getByRole('button', { name: 'Best order' }).click()
    await expect(route.getByText(/Saves|already the best/)).toBeVisible()
    expect((await stopsOf(anna))[1]).toBe(two)
  })

  await test.step('a link opens the route with all its stops on the maps site', async () => {
    const href = (await route.getByRole('link', { name: /Open on the maps site/ }).getAttribute('href')) ?? ''
    const link = new URL(href)
    expect(link.host).toBe('www.google.com')
    expect(link.searchParams.get('origin')).toBe(link.searchParams.get('destination'))
    expect(new Set(link.searchParams.get('waypoints')?.split('|'))).toEqual(
      new Set(['38.05,23.75', '38.1,23.75', '38.15,23.75', '38.2,23.75']),
    )
    expect(href).toContain('%7C')
  })

  await test.step('one press plans the shipment, and its sheet lists the stops in the chosen order', async () => {
    const order = await stopsOf(anna)
    await chooseDriver(anna, 'Γιώργος Οδηγός')
    await anna.getByLabel('Extra info').fill('Κλειδί στο γραφείο')
    await anna.getByRole('button', { name: 'Plan', exact: true }).click()
    const planned = anna.getByText(/Shipment \d+ is planned/)
    await expect(planned).toBeVisible()
    const shipment = Number(/\d+/.exec(await planned.innerText())?.[0])
    await anna.goto(`/shipping-plan/${shipment}`)
    const sheet = anna.getByRole('article')
    await expect(sheet).toContainText('Κλειδί στο γραφείο')
    // The sheet is in Greek, whatever the language of the page.
    await expect(sheet).toContainText('Προς είσπραξη συνολικά')
    const text = await sheet.innerText()
    const places = order.map((id) => text.indexOf(`Παραγγελία ${id}`))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
    // Three glasses are lent from earlier orders. The two of each order in this shipment are not counted.
    await expect(sheet.getByText('Να ζητηθούν πίσω: 3 τεμ.')).toHaveCount(1)
    await expect(sheet).toContainText('εκτίμηση')
    // A phone opens the company and four stops as two partial routes.
    await expect(sheet.getByRole('link')).toHaveCount(2)
    for (const id of order) expect(await statusOf(office, id)).toBe('ON SHIPPING')
  })
})

test('orders are chosen on the map by a pin, by a drawn area, and by the visible part of the map', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Χάρτινη')
  const goal = { address: 'Πάνω στον χάρτη', city: 'Αθήνα', postcode: '10563', lat: 37.99, lon: 23.8 }
  const [near = 0, far = 0] = await ordersIn('INVOICED', 2, office, shop, [goal, { ...goal, lat: 37.965, lon: 23.775 }])
  const clerk = await enter('user', { viewport: { width: 1440, height: 1200 } })
  await clerk.goto('/shipping')
  await clerk.getByRole('button', { name: 'Choose on the map' }).click()
  await expect(chooseMap(clerk)).toHaveAttribute('data-zoom', '12')
  await expect(chooseMap(clerk)).toHaveAttribute('data-lat', '37.9838')
  const pin = (id: number) => chooseMap(clerk).getByRole('button', { name: `${shop.customer.name} (${id})` })

  await pin(near).focus()
  await clerk.keyboard.press('Enter')
  await expect.poll(() => stopsOf(clerk)).toEqual([near])
  await pin(near).press('Enter')
  await expect(stopList(clerk)).toHaveCount(0)

  await clerk.getByRole('button', { name: 'Draw an area' }).click()
  const box = await pin(far).boundingBox()
  if (!box) throw new Error('the pin is not there')
  // The tip of a pin marks the place.
  const tip = { x: box.x + box.width / 2, y: box.y + box.height }
  await clerk.mouse.move(tip.x - 12, tip.y - 12)
  await clerk.mouse.down()
  await clerk.mouse.move(tip.x, tip.y)
  await clerk.mouse.move(tip.x + 12, tip.y + 12)
  await clerk.mouse.up()
  await expect.poll(() => stopsOf(clerk)).toContain(far)
  expect(await stopsOf(clerk)).not.toContain(near)
  await expect(clerk.getByRole('button', { name: 'Draw an area' })).toHaveAttribute('aria-pressed', 'false')

  await clerk.getByRole('button', { name: 'All in view' }).click()
  await expect.poll(() => stopsOf(clerk)).toEqual(expect.arrayContaining([near, far]))
})

// Quicker proof: web/ui/map/near-pins.test.ts
test('orders whose pins would cover each other are one pin, which lists them, and each pin can be pressed @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Γειτονική')
  // far from the orders of other stories, and a hundred metres from each other
  const goal = { address: 'Γωνία 1', city: 'Γειτονική', postcode: '18010', lat: 37.96, lon: 23.68 }
  const [one = 0, two = 0] = await ordersIn('INVOICED', 2, office, shop, [goal, { ...goal, lat: 37.961 }])
  const clerk = await enter('user', { viewport: { width: 1440, height: 1200 } })
  await clerk.goto('/shipping')
  await clerk.getByRole('button', { name: 'Choose on the map' }).click()
  const name = (id: number) => `${shop.customer.name} (${id})`
  const both = chooseMap(clerk).getByRole('button', { name: `2 orders here: ${name(one)}, ${name(two)}` })
  await both.focus()
  await demandAccessible(clerk, 'the map with near pins')
  await both.press('Enter')
  const dialog = clerk.getByRole('dialog', { name: '2 orders here' })
  await dialog.getByRole('checkbox', { name: name(two) }).check()
  await expect(dialog.getByRole('checkbox', { name: name(one) })).not.toBeChecked()
  await demandAccessible(clerk, 'the orders of near pins')
  await dialog.getByRole('checkbox', { name: name(two) }).press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(both).toBeFocused()
  expect(await stopsOf(clerk)).toEqual([two])
})

// Quicker proof: features/shipping/server/planning.test.ts, features/shipping/server/planned-again.test.ts,
// features/shipping/domain/closing.test.ts
test('the orders of a courier have tracking numbers, and the office closes them with a reason @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Ταχυμεταφορά')
  const [one = 0, two = 0] = await ordersIn('INVOICED', 2, office, shop, north('Ταχυμεταφορά', 1))
  const clerk = await enter('user')
  await clerk.goto('/shipping')
  await clerk.getByRole('searchbox', { name: 'Search' }).fill('ταχυμεταφορα')
  await expect(clerk.getByRole('status').filter({ hasText: 'of 2' })).toBeVisible()
  for (const id of [one, two]) await rowOf(clerk, id).click()
  await clerk.getByText('ACS', { exact: true }).click()
  await clerk.getByLabel(`Tracking number of order ${one}`).fill('7227889830')
  await clerk.getByRole('button', { name: 'Plan', exact: true }).click()
  await expect(clerk.getByText(/Shipment \d+ is planned/)).toBeVisible()

  await clerk.getByRole('tab', { name: 'Open shipments' }).click()
  const row = clerk.getByRole('row').filter({ hasText: '7227889830' })
  await row.getByRole('button', { name: 'Correct' }).click()
  await clerk.getByRole('dialog').getByLabel(`Tracking number of order ${two}`).fill('7227889831')
  await clerk.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(clerk.getByRole('row').filter({ hasText: '7227889830, 7227889831' })).toBeVisible()

  await clerk.goto(`/order-detail/${two}`)
  await expect(clerk.getByRole('region', { name: 'Shipment', exact: true })).toContainText('7227889831')
  await clerk.getByRole('button', { name: 'Returned', exact: true }).click()
  const why = clerk.getByRole('dialog', { name: `Has order ${two} come back?` })
  await expect(why.getByRole('button', { name: 'Returned' })).toHaveAttribute('aria-disabled', 'true')
  await why.getByRole('radio', { name: 'The customer refused it' }).click()
  await why.getByLabel('Note').fill('παλιά παραγγελία')
  await why.getByRole('button', { name: 'Returned' }).click()
  await expect(clerk.getByText(`Order ${two} came back.`)).toBeVisible()
  expect(await statusOf(office, two)).toBe('RETURNED')
  const { stops } = await done(office.ask('shipping.delivery-proof', { orderId: two }))
  expect(stops[0]).toMatchObject({ reasonCode: 'refused', reason: 'παλιά παραγγελία' })

  await clerk.goto(`/order-detail/${one}`)
  await clerk.getByRole('button', { name: 'Delivered', exact: true }).click()
  await clerk.getByRole('dialog').getByRole('button', { name: 'Delivered' }).click()
  await expect(clerk.getByText(`Order ${one} is delivered.`)).toBeVisible()
})

test('the office closes the order of an own driver who has no account, and not the order of one who has', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Χωρίς λογαριασμό')
  const [alone = 0, driven = 0] = await ordersIn('INVOICED', 2, office, shop, north('Χωρίς λογαριασμό', 1))
  const { drivers } = await done(office.ask('shipping.choices'))
  const withAccount = drivers.find(({ userId }: { userId: number | null }) => userId !== null)
  await planShipment(office, [driven], withAccount.name)
  await done(
    office.press('shipping.plan-shipment', {
      orderIds: [alone],
      driverType: 'Driver',
      driverUserId: null,
      driver: 'Παναγής',
    }),
  )
  const clerk = await enter('user')
  await clerk.goto(`/order-detail/${alone}`)
  await clerk.getByRole('button', { name: 'Delivered', exact: true }).click()
  await clerk.getByRole('dialog').getByRole('button', { name: 'Delivered' }).click()
  await expect(clerk.getByText(`Order ${alone} is delivered.`)).toBeVisible()

  await clerk.goto(`/order-detail/${driven}`)
  await expect(clerk.getByRole('region', { name: 'Shipment', exact: true })).toContainText(withAccount.name)
  await expect(clerk.getByRole('button', { name: 'Delivered', exact: true })).toHaveCount(0)
  await clerk.goto('/shipping')
  await clerk.getByRole('link', { name: 'Driver', exact: true }).click()
  await expect(clerk).toHaveURL(/\/driverpage/)
  await expect(clerk.getByText(withAccount.name).first()).toBeVisible()
})

// Quicker proof: features/shipping/server/planning.test.ts, web/ui/map/picked-place.test.ts
test('an administrator enters drivers, vehicles and starting points of routes @in-ci', async ({ enter }) => {
  const admin = await enter('admin')
  await admin.goto('/shipping')
  await admin.getByRole('button', { name: 'Drivers and vehicles' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Drivers and vehicles' })
  await dialog.getByRole('combobox', { name: 'Drivers without an account' }).fill('Λευτέρης')
  await admin.keyboard.press('Enter')
  await dialog.getByRole('combobox', { name: 'Vehicles' }).fill('ΙΖΝ-4321')
  await dialog.getByRole('button', { name: 'Show on the map' }).click()
  const picker = admin.getByRole('dialog').filter({ has: admin.getByRole('application') })
  await picker.getByRole('application').focus()
  await admin.keyboard.press('Enter')
  await picker.getByRole('button', { name: /^Use/ }).last().click()
  // The form behind the map keeps what was typed.
  await expect(dialog.getByText('Λευτέρης')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await admin.getByRole('combobox', { name: 'Driver' }).click()
  await expect(admin.getByRole('option', { name: 'Λευτέρης' })).toBeVisible()
  await expect(admin.getByRole('option', { name: /ΔΕΙΓΜΑ/ })).toHaveCount(6)
  await admin.keyboard.press('Escape')
  await admin.getByRole('combobox', { name: 'Vehicle' }).click()
  await expect(admin.getByRole('option', { name: 'ΙΖΝ-4321' })).toBeVisible()
})
