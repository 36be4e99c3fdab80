/** One person uses many tabs. All of them share one event stream, whichever tab closes and whoever signs in. */
import type { BrowserContext, Request } from '@playwright/test'
import { expect, type Locator, type Page, signIn, test } from './fixtures.ts'
import { usualOrFull } from '#testing/length.ts'
import { openShop, ordersIn } from './shop.ts'

const TABS = usualOrFull(4, 8)

/** Returns a function that counts the open event streams of a browser. */
function streamsOf(context: BrowserContext): () => number {
  const open = new Set<Request>()
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/app/live') open.add(request)
  })
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
  // A closed tab ends its requests without reporting them.
  return () => [...open].filter((request) => !request.frame().page().isClosed()).length
}

const statusOn = (page: Page, status: string): Locator =>
  page.locator('main').locator(`[data-status="${status}"]`).first()

test('many tabs share one event stream, and every remaining tab still gets updates as the others close', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Παράθυρα')
  const [id = 0, other = 0] = await ordersIn('STOCK-OK', 2, office, shop)
  const first = await enter('user')
  const context = first.context()
  const streams = streamsOf(context)
  const tabs = [first]
  while (tabs.length < TABS) tabs.push(await context.newPage())
  for (const tab of tabs) {
    await tab.goto(`/order-detail/${id}`)
    await expect(statusOn(tab, 'STOCK-OK')).toBeVisible()
  }
  expect(streams()).toBe(1)

  await tabs[TABS - 1]?.getByRole('button', { name: 'Send for packaging' }).click()
  for (const tab of tabs) await expect(statusOn(tab, 'TO-PACKAGE')).toBeVisible()

  // Each round closes the tab that holds the stream, and the next tab takes it over.
  const last = tabs.pop() as Page
  await last.goto(`/order-detail/${other}`)
  await expect(statusOn(last, 'STOCK-OK')).toBeVisible()
  for (const tab of tabs) await tab.close()
  await office.press('orders.move-order', { id: other, transition: 'send' })
  await expect(statusOn(last, 'TO-PACKAGE')).toBeVisible()
  await expect.poll(streams).toBe(1)
})

test('a visible tab takes over the stream from a suspended one', async ({ enter, callerFor }) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Κοιμισμένη')
  const [id = 0] = await ordersIn('STOCK-OK', 1, office, shop)
  const asleep = await enter('user')
  await asleep.goto(`/order-detail/${id}`)
  await expect(statusOn(asleep, 'STOCK-OK')).toBeVisible()
  // A suspended tab answers none of the messages between tabs.
  await asleep.evaluate(() => {
    BroadcastChannel.prototype.postMessage = () => undefined
  })
  const awake = await asleep.context().newPage()
  await awake.goto(`/order-detail/${id}`)
  await expect(statusOn(awake, 'STOCK-OK')).toBeVisible()
  await awake.waitForRequest('**/app/live')
  await office.press('orders.move-order', { id, transition: 'send' })
  await expect(statusOn(awake, 'TO-PACKAGE')).toBeVisible()
})

test('when another person signs in in one tab, every tab switches to that person and their rights', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Αλλαγή')
  const [id = 0] = await ordersIn('STOCK-OK', 1, office, shop)
  const maria = await enter('user')
  await maria.goto(`/order-detail/${id}`)
  await expect(statusOn(maria, 'STOCK-OK')).toBeVisible()
  const other = await maria.context().newPage()
  const streams = streamsOf(maria.context())
  await other.goto('/logout')
  await other.waitForURL('**/login')
  await maria.waitForURL('**/login')
  await signIn(other, 'logistirio')
  await maria.goto(`/order-detail/${id}`)
  await expect(statusOn(maria, 'STOCK-OK')).toBeVisible()
  await office.press('orders.move-order', { id, transition: 'send' })
  await expect(statusOn(maria, 'TO-PACKAGE')).toBeVisible()
  expect(streams()).toBe(1)
})
