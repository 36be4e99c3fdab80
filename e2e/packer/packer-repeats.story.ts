/** A packer presses a button twice, or again when no answer comes. The order is packaged once. */
import { type Caller, expect, findRow, intercept, type Page, test } from '../fixtures.ts'
import { movements, openShop, ordersIn, type Shop, statusOf } from '../shop.ts'

const COMMAND = '**/app/packaging.package-order'

let office: Caller
let shop: Shop

test.beforeAll(async ({ callerFor }) => {
  office = await callerFor('admin')
  shop = await openShop(office, 'Διπλοπάτημα')
})

/** Opens the dialog of an order and enters the name of the packer. */
async function openBox(packer: Page, id: number): Promise<ReturnType<Page['getByRole']>> {
  await packer.goto('/packaging')
  await (await findRow(packer, id)).click()
  const box = packer.getByRole('dialog', { name: `Order ${id}` })
  await box.getByLabel('Packaged by (your name)').fill('Κώστας')
  return box
}

/** Checks that each line and each lent item was moved once, and that one packer is stored. */
async function demandPackagedOnce(id: number): Promise<void> {
  await expect.poll(() => statusOf(office, id)).toBe('PACKAGED')
  expect(await movements(office, shop.candle, id)).toEqual([-2])
  expect(await movements(office, shop.lantern, id)).toEqual([-1])
  expect(await movements(office, shop.glass, id)).toEqual([-2])
}

test('a double click packages the order once', async ({ enter }) => {
  const [id = 0] = await ordersIn('TO-PACKAGE', 1, office, shop)
  const packer = await enter('production')
  const box = await openBox(packer, id)
  await box.getByRole('button', { name: 'ORDER PACKAGED' }).dblclick()
  await expect(box).toBeHidden()
  await demandPackagedOnce(id)
})

test('Enter held down in the name field packages the order once', async ({ enter }) => {
  const [id = 0] = await ordersIn('TO-PACKAGE', 1, office, shop)
  const packer = await enter('production')
  const box = await openBox(packer, id)
  await box.getByLabel('Packaged by (your name)').focus()
  for (let press = 0; press < 5; press++) await packer.keyboard.down('Enter')
  await packer.keyboard.up('Enter')
  await expect(box).toBeHidden()
  await demandPackagedOnce(id)
})

// Quicker proof: e2e/packer/packer-day.story.ts, web/offline/action-queue.test.ts
test('an offline press waits in view, is sent when the connection returns, and packages the order once @in-ci', async ({
  enter,
}) => {
  const [id = 0] = await ordersIn('TO-PACKAGE', 1, office, shop)
  const packer = await enter('production')
  const box = await openBox(packer, id)
  await packer.context().setOffline(true)
  await box.getByRole('button', { name: 'ORDER PACKAGED' }).click()
  await expect(box).toBeHidden()
  await expect(packer.getByText('1 action is waiting for a connection')).toBeVisible()
  const row = packer.getByRole('row', { name: new RegExp(`(^|\\s)${id}(\\s|$)`) })
  await expect(row).toContainText('Waiting for a connection')
  expect(await statusOf(office, id)).toBe('TO-PACKAGE')
  // The dialog opened again shows the waiting press and closes the button.
  await row.click()
  await expect(box.getByRole('button', { name: 'ORDER PACKAGED' })).toHaveAttribute('aria-disabled', 'true')
  await expect(box).toContainText('Stored on this device.')
  await packer.context().setOffline(false)
  await demandPackagedOnce(id)
  await expect(packer.getByText('is waiting for a connection')).toHaveCount(0)
})

test('a press whose answer is lost is repeated by itself and changes nothing more @main @both-engines', async ({
  enter,
}) => {
  const [id = 0] = await ordersIn('TO-PACKAGE', 1, office, shop)
  const packer = await enter('production')
  // Live updates would inform the page, so the bad connection loses them too.
  await intercept(packer, '**/app/live', (route) => route.abort())
  const box = await openBox(packer, id)
  const keys = new Set<string | undefined>()
  packer.on('request', (request) => {
    if (request.url().endsWith('/app/packaging.package-order')) keys.add(request.headers()['idempotency-key'])
  })
  await intercept(packer, COMMAND, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await box.getByRole('button', { name: 'ORDER PACKAGED' }).click()
  await expect(box).toBeHidden()
  await expect(packer.getByText('1 action is waiting for a connection')).toBeVisible()
  await packer.unroute(COMMAND)
  await expect(packer.getByText('1 action is waiting for a connection')).toHaveCount(0)
  expect(keys.size).toBe(1)
  await demandPackagedOnce(id)
})

test('while the server fails, the packer reads only that the result is unknown, and the press is repeated by itself', async ({
  enter,
}) => {
  const [id = 0] = await ordersIn('TO-PACKAGE', 1, office, shop)
  const packer = await enter('production')
  const box = await openBox(packer, id)
  await intercept(packer, COMMAND, (route) => route.fulfill({ status: 500, json: {} }))
  await box.getByRole('button', { name: 'ORDER PACKAGED' }).click()
  await expect(box).toContainText('It is not known whether the order was packaged.')
  await expect(box.getByRole('alert')).toHaveCount(0)
  await expect(packer.getByText('is waiting for a connection')).toHaveCount(0)
  await packer.unroute(COMMAND)
  await expect(box).toBeHidden()
  await demandPackagedOnce(id)
})

test('an order whose page was closed during packaging is listed as packaged afterwards @both-engines', async ({
  enter,
}) => {
  const [id = 0] = await ordersIn('TO-PACKAGE', 1, office, shop)
  const packer = await enter('production')
  const box = await openBox(packer, id)
  const sent = packer.waitForRequest(COMMAND)
  await box.getByRole('button', { name: 'ORDER PACKAGED' }).click()
  await sent
  await packer.reload()
  await demandPackagedOnce(id)
  await packer.goto('/packaging?show=packaged')
  await findRow(packer, id)
})
