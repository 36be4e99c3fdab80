/** Deliveries in the calendar: dragged, moved by keys, refused, moved by two people, and moved on a phone. */
import type { Day } from '#kernel/day.ts'
import { addDays, dayMonthText, dayText } from '#kernel/day.ts'
import { demandAccessible } from '../accessibility.ts'
import { expect, intercept, type Page, PHONE, test } from '../fixtures.ts'
import { type Caller, done } from '../proofs/callers.ts'
import { openShop, orderLanterns, ordersIn, planShipment, type Shop } from '../shop.ts'

/** The short text of a day, as the headings of the week show it. */
const heading = (day: Day): string => dayMonthText(day, 'en')

const weekOf = (monday: Day) => Array.from({ length: 7 }, (_, index) => addDays(monday, index))

/** Every story has a week of its own, far from the deliveries of others. */
const WEEKS = {
  drag: '2041-03-04',
  keys: '2041-04-01',
  rules: '2041-05-06',
  both: '2041-06-03',
  phone: '2041-07-01',
} as const

const dayCell = (page: Page, day: Day) => page.getByRole('region', { name: heading(day) })
const entryOf = (page: Page, id: number) => page.getByRole('link', { name: new RegExp(`#${id}\\b`) })
const entryOn = (page: Page, day: Day, id: number) =>
  dayCell(page, day).getByRole('link', { name: new RegExp(`#${id}\\b`) })

const deliveryOf = async (office: Caller, id: number): Promise<string> =>
  (await done(office.ask('orders.detail', { id }))).order.expectedDelivery

const orderOn = (office: Caller, shop: Shop, day: Day, pieces = 2) =>
  orderLanterns(office, shop, pieces, { expectedDelivery: `${day} 10:00:00` })

/** Drags an entry to a day with the mouse, in steps, because a drag begins only with a movement. */
async function drag(page: Page, id: number, day: Day): Promise<void> {
  const [from, to] = [await entryOf(page, id).boundingBox(), await dayCell(page, day).boundingBox()]
  if (from === null || to === null) throw new Error('the entry or the day is not on the screen')
  await page.mouse.move(from.x + from.width / 2, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2 + 12, from.y + 12, { steps: 4 })
  await page.mouse.move(to.x + to.width / 2, to.y + 60, { steps: 8 })
  await expect(dayCell(page, day)).toHaveAttribute('data-target', 'true')
  await page.mouse.up()
}

test('a delivery is dragged to another day, a colleague sees it at once, and Undo takes it back', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Συρτή')
  const days = weekOf(WEEKS.drag as Day)
  const [monday, , wednesday] = days as [Day, Day, Day]
  const id = await orderOn(office, shop, monday)
  const [anna, colleague] = [await enter('operations'), await enter('user')]
  for (const page of [anna, colleague]) {
    await page.goto(`/calendar?day=${monday}`)
    await expect(entryOn(page, monday, id)).toContainText('10:00')
  }
  await demandAccessible(anna, 'the week')
  await drag(anna, id, wednesday)
  await expect(anna.getByText(/moved to Wednesday/)).toBeVisible()
  await expect(entryOn(anna, wednesday, id)).toBeVisible()
  await expect(entryOn(colleague, wednesday, id)).toBeVisible()
  await expect(entryOn(colleague, monday, id)).toHaveCount(0)
  await expect.poll(() => deliveryOf(office, id)).toBe(`${wednesday} 10:00:00`)

  await anna.getByRole('button', { name: 'Undo' }).click()
  for (const page of [anna, colleague]) await expect(entryOn(page, monday, id)).toBeVisible()
  await expect.poll(() => deliveryOf(office, id)).toBe(`${monday} 10:00:00`)

  // a click without a drag opens the order, and the back button restores the week
  await entryOf(anna, id).click()
  await anna.waitForURL(`**/order-detail/${id}`)
  await anna.goBack()
  await expect(entryOn(anna, monday, id)).toBeVisible()
})

// Quicker proof: features/calendar/web/CalendarPage.test.tsx
test('a delivery moves by four keys, over the end of the week, and back by Escape @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Πλήκτρα')
  const monday = WEEKS.keys as Day
  const sunday = addDays(monday, 6)
  const id = await orderOn(office, shop, sunday)
  const anna = await enter('operations')
  await anna.goto(`/calendar?day=${monday}`)
  const announced = anna.locator('[aria-live="assertive"]')
  await entryOn(anna, sunday, id).focus()
  await anna.keyboard.press('Space')
  await expect(announced).toContainText('picked up')
  await anna.keyboard.press('ArrowUp')
  await anna.keyboard.press('Escape')
  await expect(entryOn(anna, sunday, id)).toBeFocused()
  await expect.poll(() => deliveryOf(office, id)).toBe(`${sunday} 10:00:00`)

  const [next] = [addDays(monday, 8)]
  for (const key of ['Space', 'ArrowRight', 'ArrowRight', 'Space']) await anna.keyboard.press(key)
  await expect(entryOn(anna, next, id)).toBeFocused()
  await expect(anna.getByText(/moved to Tuesday/)).toBeVisible()
  await expect(anna).toHaveURL(new RegExp(`day=2041-04`))
  await expect.poll(() => deliveryOf(office, id)).toBe(`${next} 10:00:00`)

  await anna.keyboard.press('Alt+KeyP')
  await expect(dayCell(anna, monday)).toBeVisible()
  await anna.getByText('Month', { exact: true }).click()
  await expect(dayCell(anna, next).getByRole('link', { name: shop.customer.name })).toBeVisible()
  await demandAccessible(anna, 'the month')
})

// Quicker proof: features/calendar/web/CalendarPage.test.tsx, features/orders/domain/delivery-day.test.ts
test('a delivery in a shipment goes back to its day with the reason, and so does one that was delivered @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Απαγορευμένη')
  const monday = WEEKS.rules as Day
  const tuesday = addDays(monday, 1)
  const ids = await ordersIn('INVOICED', 2, office, shop)
  const [onWay = 0, delivered = 0] = ids
  for (const id of ids) {
    const { version } = (await done(office.ask('orders.detail', { id }))).order
    await done(office.press('orders.move-delivery', { id, day: monday, version }))
  }
  await planShipment(office, ids, 'Γιώργος Οδηγός')
  await done(office.press('shipping.close-delivery', { orderId: delivered, action: 'deliver' }))
  const anna = await enter('operations')
  await anna.goto(`/calendar?day=${monday}`)
  const why = anna.getByRole('alert').filter({ hasText: 'stays on Monday' })
  await drag(anna, onWay, tuesday)
  await expect(why).toContainText('in a shipment of Γιώργος Οδηγός')
  await expect(why).toBeInViewport({ ratio: 1 })
  await expect(entryOn(anna, monday, onWay)).toBeVisible()
  await demandAccessible(anna, 'a refused move')

  await entryOn(anna, monday, delivered).focus()
  await anna.keyboard.press('Space')
  await expect(why).toContainText('its delivery keeps its day')
  await why.getByRole('button', { name: 'Close' }).click()
  await expect(why).toHaveCount(0)
  await expect.poll(() => deliveryOf(office, onWay)).toContain(monday)
})

// Quicker proof: features/calendar/web/CalendarPage.test.tsx, features/orders/server/write/move-delivery.test.ts,
// e2e/office/calendar.story.ts (a drag, and a colleague sees it)
test('of two people who move the same delivery the slower one reads both days, and may move it again @both-engines @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Διπλοκίνητη')
  const monday = WEEKS.both as Day
  const id = await orderOn(office, shop, monday)
  const [maria, sofia] = [await enter('user'), await enter('logistirio')]
  // this page gets no live update of the other move, so only the server can refuse its own
  await intercept(sofia, '**/app/live', (route) => route.abort())
  for (const page of [maria, sofia]) await page.goto(`/calendar?day=${monday}`)
  await expect(entryOn(sofia, monday, id)).toBeVisible()
  // nor does it learn of that move when it tries to reconnect and reads the week again
  const dragged = Promise.withResolvers<void>()
  await intercept(sofia, '**/app/calendar.*', async (route) => {
    if (route.request().method() === 'GET') await dragged.promise
    await route.continue()
  })
  await drag(maria, id, addDays(monday, 2))
  await expect(maria.getByText(/moved to Wednesday/)).toBeVisible()

  await drag(sofia, id, addDays(monday, 4))
  dragged.resolve()
  const alert = sofia.getByRole('alert').filter({ hasText: 'was changed meanwhile' })
  await expect(alert).toContainText('Μαρία Πωλητή')
  await expect(alert).toContainText(/now Wednesday.*chose Friday/)
  await expect(entryOn(sofia, addDays(monday, 2), id)).toBeVisible()
  await alert.getByRole('button', { name: /^Move to Friday/ }).click()
  await expect(entryOn(sofia, addDays(monday, 4), id)).toBeVisible()
  await expect(entryOn(maria, addDays(monday, 4), id)).toBeVisible()
  await expect(alert).toHaveCount(0)
})

test('on a phone the week is a list by day, and a button moves a delivery to a typed day', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Κινητή')
  const monday = WEEKS.phone as Day
  const id = await orderOn(office, shop, monday)
  const anna = await enter('operations', PHONE)
  await anna.goto(`/calendar?day=${monday}`)
  await expect(entryOn(anna, monday, id)).toBeVisible()
  await demandAccessible(anna, 'the agenda')
  await anna.getByRole('button', { name: `Move #${id} ${shop.customer.name} to another day` }).tap()
  const dialog = anna.getByRole('dialog', { name: 'Move to another day' })
  await dialog.getByLabel('Day').fill(dayText(addDays(monday, 3), 'en'))
  await demandAccessible(anna, 'the dialog of a move')
  await dialog.getByRole('button', { name: 'Move', exact: true }).tap()
  await expect(entryOn(anna, addDays(monday, 3), id)).toBeVisible()
  // the page shows the move before the server has answered
  await expect.poll(() => deliveryOf(office, id)).toBe(`${addDays(monday, 3)} 10:00:00`)

  await anna.getByRole('button', { name: 'What to show' }).tap()
  await anna.getByRole('button', { name: 'Deliveries' }).tap()
  await expect(entryOf(anna, id)).toHaveCount(0)
  await anna.reload()
  await expect(dayCell(anna, monday)).toContainText('Nothing on this day')
  await expect(entryOf(anna, id)).toHaveCount(0)
})
