/** A packer works through a morning on a tablet: scanning, labels, and a connection that fails during the work. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { done } from '../proofs/callers.ts'
import { type Caller, expect, intercept, type Page, signIn, test } from '../fixtures.ts'
import { scan } from '../scan.ts'
import { PASSWORD } from '../server-under-test.ts'
import { movements, type Named, openShop, ordersIn, PIECE, type Shop, statusOf } from '../shop.ts'
import { keptOnDevice } from './tablet.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

const TABLET = { viewport: { width: 1024, height: 768 }, hasTouch: true } as const

let office: Caller

test.beforeAll(async ({ callerFor }) => {
  office = await callerFor('admin')
})

const boxOf = (page: Page, id: number) => page.getByRole('dialog', { name: `Order ${id}` })
const packaged = (page: Page, id: number) => boxOf(page, id).getByRole('button', { name: 'ORDER PACKAGED' })
const rowOf = (page: Page, id: number) => page.getByRole('row', { name: new RegExp(`(^|\\s)${id}(\\s|$)`) })

/** Checks that the goods of an order left the stock once. */
async function demandPackagedOnce(shop: Shop, id: number): Promise<void> {
  await expect.poll(() => statusOf(office, id)).toBe('PACKAGED')
  expect(await movements(office, shop.candle, id)).toEqual([-2])
  expect(await movements(office, shop.lantern, id)).toEqual([-1])
  expect(await movements(office, shop.glass, id)).toEqual([-2])
}

/** Creates a product with codes, and an order of three of it and one lantern. */
async function scannable(shop: Shop, sku: string, barcode: string): Promise<{ tealight: Named; id: number }> {
  const name = `Ρεσώ ${sku}`
  const made = await done(office.press('products.create-product', { name, sku, barcode, vat: 2400, salesPrice: 5_000 }))
  await done(office.press('stock.adjust-stock', { productId: made.id, newStock: 50 * PIECE, reason: 'απογραφή' }))
  const { id } = await done(
    office.press('orders.create-order', {
      customerId: shop.customer.id,
      lines: [
        { productId: made.id, quantity: 3 * PIECE },
        { productId: shop.lantern.id, quantity: PIECE },
      ],
    }),
  )
  await done(office.press('orders.move-orders', { ids: [id], transition: 'send' }))
  return { tealight: { id: made.id, name }, id }
}

test('a packer scans, prints labels, and continues while offline @main', async ({ enter }) => {
  const shop = await openShop(office, 'Πρωινό')
  const { tealight, id: scanned } = await scannable(shop, 'RES-77', '5209990000778')
  const [first = 0, second = 0] = await ordersIn('TO-PACKAGE', 2, office, shop)
  const packer = await enter('production', { ...TABLET, serviceWorkers: 'allow' })
  // The simulated printer finishes at once.
  await packer.context().addInitScript(() => {
    window.print = () => window.dispatchEvent(new Event('afterprint'))
  })
  await packer.goto('/packaging?q=proino')
  await expect(rowOf(packer, scanned)).toBeVisible()

  await test.step('scanning the label opens the order, and scanning its goods ticks them off', async () => {
    await scan(packer, String(scanned))
    const box = boxOf(packer, scanned)
    await expect(box).toContainText('0 of 2 in the box')
    await box.getByLabel('Packaged by (your name)').fill('Άννα')
    await scan(packer, 'RES-77')
    await expect(box.getByRole('checkbox', { name: `${tealight.name} · 1 of 3` })).not.toBeChecked()
    await scan(packer, '5209990000778')
    await scan(packer, 'RES-77')
    await expect(box.getByRole('checkbox', { name: tealight.name, exact: true })).toBeChecked()
    await scan(packer, 'RES-77')
    await expect(box.getByRole('alert')).toContainText('all 3 are in the box already')
    await scan(packer, '4000000000006')
    await expect(box.getByRole('alert')).toContainText(`4000000000006 is not in order ${scanned}.`)
    await box.getByRole('checkbox', { name: shop.lantern.name }).check()
    await expect(box).toContainText('2 of 2 in the box')
    // The scans have not changed the name field.
    await expect(box.getByLabel('Packaged by (your name)')).toHaveValue('Άννα')
  })

  await test.step('the press that packages the order also prints its label in a window that closes by itself', async () => {
    const box = boxOf(packer, scanned)
    await box.getByRole('switch', { name: 'Print the label when packaged' }).click()
    const opening = packer.context().waitForEvent('page')
    await packaged(packer, scanned).click()
    const closed = (await opening).waitForEvent('close')
    await expect(box).toBeHidden()
    await closed
    expect(await statusOf(office, scanned)).toBe('PACKAGED')
    expect(await movements(office, tealight, scanned)).toEqual([-3])
  })

  await test.step('another packer at the same tablet takes over with one press', async () => {
    await scan(packer, String(first))
    const box = boxOf(packer, first)
    await expect(box.getByLabel('Packaged by (your name)')).toHaveValue('Άννα')
    await box.getByRole('switch', { name: 'Print the label when packaged' }).click()
    await box.getByLabel('Packaged by (your name)').fill('Κώστας')
    await box.getByRole('button', { name: 'Άννα' }).click()
    await expect(box.getByLabel('Packaged by (your name)')).toHaveValue('Άννα')
    await packer.keyboard.press('Escape')
  })

  await test.step('an unknown code is shown together with a message', async () => {
    await scan(packer, '999999999')
    await expect(packer.getByRole('alert')).toContainText('999999999')
    await scan(packer, 'RES-77')
    await expect(packer.getByRole('alert')).toContainText('There is no order with the code RES-77.')
  })

  await keptOnDevice(packer, [first, second])
  await packer.context().setOffline(true)

  await test.step('two orders are packaged offline, one of them after a reload', async () => {
    await scan(packer, String(first))
    await packaged(packer, first).click()
    await expect(boxOf(packer, first)).toBeHidden()
    await expect(rowOf(packer, first)).toContainText('Waiting for a connection')
    await packer.reload()
    await expect(packer.getByText('1 action is waiting for a connection')).toBeVisible()
    await expect(packer.getByText('No connection to the office. What you see is from')).toBeVisible()
    await expect(rowOf(packer, first)).toContainText('Waiting for a connection')
    await expect(rowOf(packer, second)).toContainText('To package')
    await rowOf(packer, second).click()
    await expect(boxOf(packer, second)).toContainText(shop.candle.name)
    await packaged(packer, second).click()
    await expect(boxOf(packer, second)).toBeHidden()
    await expect(packer.getByText('2 actions are waiting for a connection')).toBeVisible()
    expect(await statusOf(office, first)).toBe('TO-PACKAGE')
  })

  await test.step('the label is printed offline', async () => {
    const label = await packer.context().newPage()
    await label.goto(`/packaging-label/${second}`)
    await expect(label.getByRole('heading', { name: String(second) })).toBeVisible()
    await expect(label.getByText(shop.customer.name)).toBeVisible()
    await label.close()
  })

  await test.step('back online, both orders are packaged once', async () => {
    await packer.context().setOffline(false)
    await demandPackagedOnce(shop, first)
    await demandPackagedOnce(shop, second)
    await expect(packer.getByText(/(is|are) waiting for a connection/)).toHaveCount(0)
    await expect(rowOf(packer, first)).toHaveCount(0)
  })
})

test('an order changed by the office in the meantime is refused with the reason and a link to the order @both-engines', async ({
  enter,
}) => {
  const shop = await openShop(office, 'Αντίθεση')
  const [cancelled = 0, short = 0] = await ordersIn('TO-PACKAGE', 2, office, shop)
  const packer = await enter('production', { ...TABLET, serviceWorkers: 'allow' })
  await packer.goto('/packaging?q=antithesi')
  await keptOnDevice(packer, [cancelled, short])
  await packer.context().setOffline(true)
  for (const id of [cancelled, short]) {
    await rowOf(packer, id).click()
    await boxOf(packer, id).getByLabel('Packaged by (your name)').fill('Κώστας')
    await packaged(packer, id).click()
    await expect(boxOf(packer, id)).toBeHidden()
  }
  await done(office.press('orders.move-order', { id: cancelled, transition: 'cancel' }))
  await done(office.press('stock.adjust-stock', { productId: shop.lantern.id, newStock: 0, reason: 'απογραφή' }))
  await packer.context().setOffline(false)

  const refusals = packer.getByRole('alert').filter({ hasText: 'Not accepted by the office' })
  await expect(refusals).toHaveCount(2)
  await expect(refusals.filter({ hasText: String(cancelled) })).toContainText('Cancelled')
  await refusals
    .filter({ hasText: String(cancelled) })
    .getByRole('button', { name: 'I have read it' })
    .click()
  await expect(refusals).toHaveCount(1)

  // The missing goods have arrived, so the packer opens the order from the message and packages it.
  await refusals.getByRole('button', { name: `Open order ${short}` }).click()
  await expect(boxOf(packer, short).getByRole('alert')).toContainText(`${shop.lantern.name}: 1 needed, 0 in stock`)
  await done(office.press('stock.adjust-stock', { productId: shop.lantern.id, newStock: PIECE, reason: 'απογραφή' }))
  await packaged(packer, short).click()
  await expect(boxOf(packer, short)).toBeHidden()
  await expect(refusals).toHaveCount(0)
  await demandPackagedOnce(shop, short)
  expect(await statusOf(office, cancelled)).toBe('CANCELED')
  expect(await movements(office, shop.candle, cancelled)).toEqual([])
})

test('presses made offline survive a killed browser and take effect once', async ({
  playwright,
  server,
  launchOptions,
}) => {
  // Two browsers start one after the other, and the last wait alone may take half a minute.
  const shop = await openShop(office, 'Ξαφνικά')
  const [id = 0, other = 0] = await ordersIn('TO-PACKAGE', 2, office, shop)
  const folder = temporaryFolder('tablet')
  const open = (): Promise<BrowserContext> =>
    playwright.chromium.launchPersistentContext(folder, {
      ...launchOptions,
      ...TABLET,
      baseURL: server.url,
      serviceWorkers: 'allow',
      handleSIGINT: false,
    })
  const before = await open()
  await before.addInitScript(() => localStorage.setItem('I18N_LANGUAGE', 'eng'))
  const packer = before.pages()[0] ?? (await before.newPage())
  await signIn(packer, 'production')
  await packer.goto('/packaging?q=xafnika')
  await keptOnDevice(packer, [id, other])
  await before.setOffline(true)
  await rowOf(packer, id).click()
  await boxOf(packer, id).getByLabel('Packaged by (your name)').fill('Κώστας')
  await packaged(packer, id).click()
  await expect(packer.getByText('1 action is waiting for a connection')).toBeVisible()
  // The kill leaves the page no time to store anything.
  const session = await packer.context().newCDPSession(packer)
  const gone = before.waitForEvent('close')
  await session.send('Browser.crash' as never).catch(() => undefined)
  await gone
  // Browsers write the local storage to the disk seconds later, so a fast machine may have stored none of it.
  await rm(join(folder, 'Default', 'Local Storage'), { recursive: true })

  const after = await open()
  await after.addInitScript(() => localStorage.setItem('I18N_LANGUAGE', 'eng'))
  await after.setOffline(true)
  const again = after.pages()[0] ?? (await after.newPage())
  await again.goto('/packaging?q=xafnika')
  await expect(again.getByText('1 action is waiting for a connection')).toBeVisible()
  await expect(rowOf(again, other)).toBeVisible()
  await expect(rowOf(again, id)).toContainText('Waiting for a connection')
  await again.goto('/driverpage')
  await expect(again.getByRole('main')).toBeVisible()
  // A killed browser may lose a session that was not to be remembered. Waiting actions must survive that too.
  await after.clearCookies({ name: 'kerino_session' })
  await after.setOffline(false)
  const signInAgain = again.getByRole('dialog', { name: 'Your session has ended' })
  await signInAgain.locator('input[type="password"]').fill(PASSWORD)
  await signInAgain.getByRole('button', { name: 'Sign in' }).click()
  await demandPackagedOnce(shop, id)
  await after.close()
  await rm(folder, { recursive: true, force: true })
})

async function logOut(packer: Page): Promise<void> {
  await packer.getByRole('button', { name: /^Account of / }).click()
  await packer.getByRole('menuitem', { name: 'Logout' }).click()
}

// Quicker proof: web/offline/device-actions.test.tsx, web/offline/answer-cache.test.ts, web/session.test.ts
test('signing out with waiting actions asks first, and removes the stored data from the device @in-ci', async ({
  enter,
}) => {
  const shop = await openShop(office, 'Αναχώρηση')
  const [id = 0] = await ordersIn('TO-PACKAGE', 1, office, shop)
  const packer = await enter('production', { ...TABLET, serviceWorkers: 'allow' })
  await intercept(packer, '**/app/packaging.package-order', (route) => route.abort())
  await packer.goto('/packaging?q=anahorisi')
  await keptOnDevice(packer, [id])
  await rowOf(packer, id).click()
  await boxOf(packer, id).getByLabel('Packaged by (your name)').fill('Κώστας')
  await packaged(packer, id).click()
  await expect(packer.getByText('1 action is waiting for a connection')).toBeVisible()
  await logOut(packer)
  const question = packer.getByRole('dialog', { name: 'Log out with actions waiting?' })
  await question.getByRole('button', { name: 'Back' }).click()
  await expect(packer).toHaveURL(/\/packaging/)
  await logOut(packer)
  await question.getByRole('button', { name: 'Logout' }).click()
  await packer.waitForURL('**/login')
  const kept = await packer.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('kerino-cached-answers')
        opening.onsuccess = () => {
          const count = opening.result.transaction('answers').objectStore('answers').count()
          count.onsuccess = () => resolve(count.result)
        }
      }),
  )
  expect(kept).toBe(0)
  // The sign-in page names the person whose action waits and shows no content of it.
  const left = packer.getByRole('status').filter({ hasText: '1 action has not reached the office' })
  await expect(left).toContainText(/^\S.*: 1 action/)
  await expect(left).not.toContainText('Αναχώρηση')
  expect(await packer.evaluate(() => localStorage.getItem('authUser'))).toBeNull()
  await packer.reload()
  await expect(left).toBeVisible()
  // Another person who signs in sends none of these actions.
  await packer.unroute('**/app/packaging.package-order')
  await signIn(packer, 'operations')
  await packer.goto('/packaging')
  await expect(packer.getByRole('grid')).toBeVisible()
  expect(await statusOf(office, id)).toBe('TO-PACKAGE')
  // The packer signs in again, and the action is sent.
  await logOut(packer)
  await packer.waitForURL('**/login')
  await signIn(packer, 'production')
  await demandPackagedOnce(shop, id)
})
