/** A driver whose line drops at the customer's door: nothing is lost and nothing is doubled. Told on Greek pages. */
import { cardOf, closedOf, deliver as deliverAtDoor } from './at-the-door.ts'
import { type Caller, expect, type Page, PHONE, test } from '../fixtures.ts'
import { loadTruck, openShop, ordersIn, payments, RED_TOTAL, type Shop, statusOf } from '../shop.ts'

test.use({ language: 'gr' })

const DRIVER = 'Νίκος Μεταφορέας'
const COMMANDS = /\/app\/(shipping\.close-delivery|payments\.collect-payment)$/

let office: Caller
let shop: Shop

test.beforeEach(async ({ behindTheScenes }, { title }) => {
  office = await behindTheScenes('admin')
  // a customer for each story: what was paid is counted
  shop = await openShop(office, `Χωρίς σήμα ${title.length}`)
})

/** The driver's page with one order of the shop on the truck; answers the order. */
async function onTheRoad(driver: Page): Promise<number> {
  const [id = 0] = await ordersIn('INVOICED', 1, office, shop)
  const shipment = await loadTruck(office, [id], DRIVER)
  await driver.goto(`/driverpage?shipment=${shipment}`)
  await expect(cardOf(driver, id)).toBeVisible()
  return id
}

const deliver = (driver: Page, id: number) => deliverAtDoor(driver, id, 'gr')

/** The customer pays the whole order, in cash. */
async function takeMoney(driver: Page, id: number): Promise<void> {
  await cardOf(driver, id).getByRole('button', { name: 'ΠΛΗΡΩΜΕΣ' }).click()
  const dialog = driver.getByRole('dialog', { name: 'Πληρωμή' })
  await dialog.getByLabel('Ποσό - Ευρώ').fill(RED_TOTAL.replace('.', ','))
  await dialog.getByRole('button', { name: 'Καταχώριση πληρωμής' }).click()
  await expect(dialog).toBeHidden()
}

const waiting = (driver: Page) => driver.getByRole('status').filter({ hasText: /περιμέν(ει|ουν) σύνδεση/ })

/** The office knows of one delivery and one payment, and the phone has nothing more to say. */
async function demandDoneOnce(driver: Page, id: number): Promise<void> {
  await expect(waiting(driver)).toHaveCount(0, { timeout: 20_000 })
  await expect(cardOf(driver, id)).toHaveCount(0)
  await expect.poll(() => statusOf(office, id)).toBe('SHIPPED')
  expect(await payments(office, shop.customer)).toEqual([Number(RED_TOTAL)])
  const { rows } = (await office.ask('orders.history', { id })).body
  const shipped = rows.filter((row: { changes: { status?: string[] } }) => row.changes.status?.[1] === 'SHIPPED')
  expect(shipped).toHaveLength(1)
}

test('no line before the press: both actions wait in sight and go when the line returns @both-engines', async ({
  enter,
}) => {
  const driver = await enter('driver2', PHONE)
  const id = await onTheRoad(driver)
  await driver.context().setOffline(true)
  await takeMoney(driver, id)
  await deliver(driver, id)
  await expect(waiting(driver)).toContainText('2 ενέργειες περιμένουν σύνδεση')
  await expect(closedOf(driver, id)).toContainText('Περιμένει σύνδεση')
  expect(await statusOf(office, id)).toBe('ON SHIPPING')
  expect(await payments(office, shop.customer)).toEqual([])
  // what is closed cannot be closed again
  await expect(closedOf(driver, id).getByRole('button', { name: 'ΠΑΡΑΔΟΘΗΚΕ' })).toHaveCount(0)
  await driver.context().setOffline(false)
  await demandDoneOnce(driver, id)
})

test('the line drops under the press: the server acts, its answer is lost @both-engines', async ({ enter }) => {
  const driver = await enter('driver2', PHONE)
  const id = await onTheRoad(driver)
  let lost = 0
  await driver.route(COMMANDS, async (route) => {
    await route.fetch()
    lost += 1
    await route.abort()
  })
  await takeMoney(driver, id)
  await expect.poll(() => lost).toBeGreaterThan(0)
  await deliver(driver, id)
  await expect.poll(() => lost).toBeGreaterThan(1)
  await driver.unroute(COMMANDS)
  await demandDoneOnce(driver, id)
})

test('the line drops right after the press and the page is loaded again while the actions wait @both-engines', async ({
  enter,
}) => {
  const driver = await enter('driver2', PHONE)
  const id = await onTheRoad(driver)
  // pages still come, commands do not: the worst kind of line
  await driver.route(COMMANDS, (route) => route.abort())
  await takeMoney(driver, id)
  await deliver(driver, id)
  await expect(waiting(driver)).toContainText('2 ενέργειες')
  await driver.reload()
  await expect(waiting(driver)).toContainText('2 ενέργειες')
  await expect(closedOf(driver, id)).toContainText('Περιμένει σύνδεση')
  const tried = driver.waitForEvent('requestfailed', (request) => COMMANDS.test(request.url()))
  await driver.getByText('2 ενέργειες περιμένουν σύνδεση').click()
  await driver.getByRole('button', { name: 'Αποστολή τώρα' }).click()
  await tried
  await expect(waiting(driver)).toContainText('2 ενέργειες')
  await driver.unroute(COMMANDS)
  await demandDoneOnce(driver, id)
})

test('the phone is put away without a line and opened again later @both-engines', async ({ enter }) => {
  const driver = await enter('driver2', PHONE)
  const id = await onTheRoad(driver)
  const phone = driver.context()
  await phone.setOffline(true)
  await takeMoney(driver, id)
  await deliver(driver, id)
  await expect(waiting(driver)).toContainText('2 ενέργειες')
  await driver.close()
  await phone.setOffline(false)
  const opened = await phone.newPage()
  await opened.goto('/driverpage')
  await demandDoneOnce(opened, id)
})

test('what the office has changed meanwhile is told to the driver in words, and the money stays counted @both-engines', async ({
  enter,
}) => {
  const driver = await enter('driver2', PHONE)
  const id = await onTheRoad(driver)
  await driver.context().setOffline(true)
  await takeMoney(driver, id)
  await deliver(driver, id)
  await expect(waiting(driver)).toContainText('2 ενέργειες')
  await office.press('shipping.close-delivery', { orderId: id, action: 'return', reasonCode: 'refused' })
  await driver.context().setOffline(false)
  const refused = driver.getByRole('alert').filter({ hasText: 'Δεν έγινε δεκτό από το γραφείο' })
  await expect(refused.first()).toBeVisible({ timeout: 20_000 })
  await expect(refused.filter({ hasText: 'ΠΑΡΑΔΟΘΗΚΕ' })).toBeVisible()
  expect(await statusOf(office, id)).toBe('RETURNED')
  expect(await payments(office, shop.customer)).toEqual([Number(RED_TOTAL)])
  for (let left = await refused.count(); left > 0; left--)
    await refused.first().getByRole('button', { name: 'Το διάβασα' }).click()
  await expect(refused).toHaveCount(0)
})
