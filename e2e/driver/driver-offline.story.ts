/** A driver loses the connection at the customer's door, and every action still arrives once. The pages are Greek. */
import { cardOf, closedOf, deliver as deliverAtDoor } from './driver-page.ts'
import { type Caller, expect, intercept, type Page, PHONE, test } from '../fixtures.ts'
import { planShipment, openShop, ordersIn, payments, RED_TOTAL, type Shop, statusOf } from '../shop.ts'

test.use({ language: 'gr' })

const DRIVER = 'Νίκος Μεταφορέας'
const COMMANDS = /\/app\/(shipping\.close-delivery|payments\.collect-payment)$/

let office: Caller
let shop: Shop
let customers = 0

test.beforeEach(async ({ callerFor }) => {
  office = await callerFor('admin')
  // Each story has its own customer, because it adds up the payments of the customer.
  shop = await openShop(office, `Χωρίς σήμα ${++customers}`)
})

/** Opens the driver page with one order of the shop in the shipment. Returns the id of the order. */
async function openDriverPage(driver: Page): Promise<number> {
  const [id = 0] = await ordersIn('INVOICED', 1, office, shop)
  const shipment = await planShipment(office, [id], DRIVER)
  await driver.goto(`/driverpage?shipment=${shipment}`)
  await expect(cardOf(driver, id)).toBeVisible()
  return id
}

const deliver = (driver: Page, id: number) => deliverAtDoor(driver, id, 'gr')

/** Enters a cash payment of the full amount of the order. */
async function takeMoney(driver: Page, id: number): Promise<void> {
  await cardOf(driver, id).getByRole('button', { name: 'ΠΛΗΡΩΜΕΣ' }).click()
  const dialog = driver.getByRole('dialog', { name: 'Πληρωμή' })
  await dialog.getByLabel('Ποσό - Ευρώ').fill(RED_TOTAL.replace('.', ','))
  await dialog.getByRole('button', { name: 'Καταχώριση πληρωμής' }).click()
  await expect(dialog).toBeHidden()
}

const waiting = (driver: Page) => driver.getByRole('status').filter({ hasText: /περιμέν(ει|ουν) σύνδεση/ })

/** Checks that the office has one delivery and one payment, and that nothing waits on the phone. */
async function demandDoneOnce(driver: Page, id: number): Promise<void> {
  await expect(waiting(driver)).toHaveCount(0)
  await expect(cardOf(driver, id)).toHaveCount(0)
  await expect.poll(() => statusOf(office, id)).toBe('SHIPPED')
  expect(await payments(office, shop.customer)).toEqual([Number(RED_TOTAL)])
  const { rows } = (await office.ask('orders.history', { id })).body
  const shipped = rows.filter((row: { changes: { status?: string[] } }) => row.changes.status?.[1] === 'SHIPPED')
  expect(shipped).toHaveLength(1)
}

test('two actions entered offline wait in view and are sent when the connection returns', async ({ enter }) => {
  const driver = await enter('driver2', PHONE)
  const id = await openDriverPage(driver)
  await driver.context().setOffline(true)
  await takeMoney(driver, id)
  await deliver(driver, id)
  await expect(waiting(driver)).toContainText('2 ενέργειες περιμένουν σύνδεση')
  await expect(closedOf(driver, id)).toContainText('Περιμένει σύνδεση')
  expect(await statusOf(office, id)).toBe('ON SHIPPING')
  expect(await payments(office, shop.customer)).toEqual([])
  // A closed order offers no button to close it again.
  await expect(closedOf(driver, id).getByRole('button', { name: 'ΠΑΡΑΔΟΘΗΚΕ' })).toHaveCount(0)
  await driver.context().setOffline(false)
  await demandDoneOnce(driver, id)
})

test('an action whose answer is lost is repeated and takes effect once @both-engines', async ({ enter }) => {
  const driver = await enter('driver2', PHONE)
  const id = await openDriverPage(driver)
  let lost = 0
  await intercept(driver, COMMANDS, async (route) => {
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

// Quicker proof: web/offline/action-queue.test.ts, web/offline/device-store.test.ts, e2e/packer/packer-day.story.ts
test('waiting actions survive a reload of the page after the connection was lost @in-ci', async ({ enter }) => {
  const driver = await enter('driver2', PHONE)
  const id = await openDriverPage(driver)
  // Pages still load while commands fail.
  await intercept(driver, COMMANDS, (route) => route.abort())
  await takeMoney(driver, id)
  await deliver(driver, id)
  await expect(waiting(driver)).toContainText('2 ενέργειες')
  await driver.reload()
  await expect(waiting(driver)).toContainText('2 ενέργειες')
  await expect(closedOf(driver, id)).toContainText('Περιμένει σύνδεση')
  const tried = driver.waitForEvent('requestfailed', (request) => COMMANDS.test(request.url()))
  await waiting(driver).getByText('2 ενέργειες περιμένουν σύνδεση').click()
  await driver.getByRole('button', { name: 'Αποστολή τώρα' }).click()
  await tried
  await expect(waiting(driver)).toContainText('2 ενέργειες')
  await driver.unroute(COMMANDS)
  await demandDoneOnce(driver, id)
})

test('waiting actions survive closing the page offline and opening it later', async ({ enter }) => {
  const driver = await enter('driver2', PHONE)
  const id = await openDriverPage(driver)
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

test('a delivery refused after a change by the office tells the driver why, and the payment is kept @both-engines', async ({
  enter,
}) => {
  const driver = await enter('driver2', PHONE)
  const id = await openDriverPage(driver)
  await driver.context().setOffline(true)
  await takeMoney(driver, id)
  await deliver(driver, id)
  await expect(waiting(driver)).toContainText('2 ενέργειες')
  await office.press('shipping.close-delivery', { orderId: id, action: 'return', reasonCode: 'refused' })
  await driver.context().setOffline(false)
  const refused = driver.getByRole('alert').filter({ hasText: 'Δεν έγινε δεκτό από το γραφείο' })
  await expect(refused.first()).toBeVisible()
  await expect(refused.filter({ hasText: 'ΠΑΡΑΔΟΘΗΚΕ' })).toBeVisible()
  expect(await statusOf(office, id)).toBe('RETURNED')
  expect(await payments(office, shop.customer)).toEqual([Number(RED_TOTAL)])
  for (let left = await refused.count(); left > 0; left--)
    await refused.first().getByRole('button', { name: 'Το διάβασα' }).click()
  await expect(refused).toHaveCount(0)
})
