/** Two people use the operations board: from stock to shipping, the needs of the orders, and live updates. */
import type { OrderStatus } from '#features/orders/domain/order.ts'
import { dayText } from '#kernel/day.ts'
import { type Caller, expect, intercept, type Locator, type Page, test } from './fixtures.ts'
import { done } from './proofs/callers.ts'
import { athensDay, openShop, ordersIn, PIECE, type Shop, statusOf } from './shop.ts'

/** Creates orders through the data API, as an external program does. Returns their ids. */
async function write(office: Caller, shop: Shop, orders: readonly object[]): Promise<number[]> {
  const resource = orders.map((order) => ({ customer_id: shop.customer.id, ...order }))
  const { resource: made } = await done(office.call('POST', '_table/custorders', { resource }))
  return made.map((row: { id: number }) => row.id)
}

const lanterns = (shop: Shop, quantity: number) => [{ id: shop.lantern.id, quantity }]

async function task(office: Caller, orderref: number, status: string, more: object = {}): Promise<number> {
  const resource = [{ type: 'GEMISMA', name: 'Γέμισμα', orderref, status, quantity: 1, ...more }]
  const { resource: made } = await done(office.call('POST', '_table/tasks', { resource }))
  return made[0].id
}

const grid = (page: Page, name: string): Locator => page.getByRole('grid', { name })
const rowOf = (page: Page, id: number): Locator =>
  page
    .locator('[role=grid] tbody')
    .first()
    .getByRole('row', { name: new RegExp(`(^|\\s)${id}(\\s|$)`) })
const searchBox = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search' }).first()
const panel = (page: Page, name: string): Locator => page.getByRole('grid', { name })

/** Opens a tab of the board, searched for the orders of one shop. */
async function board(page: Page, words: string, tab = 'stock'): Promise<void> {
  await page.goto(`/operations?tab=${tab}&q=${encodeURIComponent(words)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders (by Delivery Date)')
}

const TAB_OF: readonly (readonly [OrderStatus, string, RegExp])[] = [
  ['STOCK-OK', 'stock', /^Pending\/Stock/],
  ['TO-PACKAGE', 'packing', /^To-PACKING/],
  ['PACKAGED', 'packaged', /^PACKAGED/],
  ['INVOICED', 'invoiced', /^INVOICED/],
]

test('each of the four tabs shows the orders of its statuses, and only those that may move can be ticked', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Καρτέλες')
  const ids = new Map<string, number>()
  for (const [status] of TAB_OF) ids.set(status, (await ordersIn(status as 'STOCK-OK', 1, office, shop))[0] ?? 0)
  const [waiting = 0] = await write(office, shop, [{ products: lanterns(shop, 9_000) }])
  const anna = await enter('operations')
  await board(anna, 'karteles')
  for (const [status, , name] of TAB_OF) {
    await anna.getByRole('button', { name }).click()
    await expect(rowOf(anna, ids.get(status) ?? 0)).toBeVisible()
    for (const [other, id] of ids) if (other !== status) await expect(rowOf(anna, id)).toHaveCount(0)
    const box = rowOf(anna, ids.get(status) ?? 0).getByRole('checkbox')
    if (status === 'STOCK-OK' || status === 'PACKAGED') await expect(box).toBeEnabled()
    else await expect(box).toHaveCount(0)
  }
  await anna.getByRole('button', { name: /^Pending/ }).click()
  await expect(rowOf(anna, waiting).getByRole('checkbox')).toBeDisabled()
  await expect(rowOf(anna, waiting).locator('[data-status]')).toHaveText('Pending stock')

  await anna.getByRole('button', { name: /^INVOICED/ }).click()
  await anna.getByRole('button', { name: 'Go to Shipping' }).click()
  await expect(anna.getByRole('heading', { level: 1 })).toHaveText('Shipping')
  await anna.getByRole('button', { name: 'Back to Orders' }).click()
  await expect(rowOf(anna, ids.get('INVOICED') ?? 0)).toBeVisible()
})

// Quicker proof: features/operations/server/board.test.ts, web/ui/table/DataTable.test.tsx
test('seven columns are filtered independently, and a press on a header sorts by it @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Επτά Φίλτρα')
  const [near = 0, far = 0] = await write(office, shop, [
    {
      label: 'Άρτεμις',
      delivery_address: { address: 'Ζήνωνος 3', city: 'Βόλος' },
      expected_delivery_date: `${athensDay(3)} 10:00:00`,
      products: lanterns(shop, 1),
    },
    {
      label: 'Ζέφυρος',
      delivery_address: { address: 'Αιόλου 9', city: 'Χανιά' },
      expected_delivery_date: `${athensDay(9)} 10:00:00`,
      products: lanterns(shop, 9_000),
    },
  ])
  const anna = await enter('operations')
  await board(anna, 'epta filtra')
  await expect(rowOf(anna, near)).toBeVisible()
  await anna.getByRole('button', { name: 'Filters', exact: true }).click()
  const filters = grid(anna, 'Pending/Stock').locator('thead tr').nth(1)
  await expect(filters.getByRole('textbox').or(filters.getByRole('button'))).toHaveCount(7)
  const field = (column: string) => filters.getByLabel(`Filter: ${column}`, { exact: true })
  const narrows = async () => {
    await expect(rowOf(anna, near)).toBeVisible()
    await expect(rowOf(anna, far)).toHaveCount(0)
  }
  const widens = () => expect(rowOf(anna, far)).toBeVisible()
  for (const [column, text] of [
    ['Order ID', String(near)],
    ['Label', 'artemis'],
    ['Delivery address', 'ζηνωνος'],
  ] as const) {
    await field(column).fill(text)
    await narrows()
    await field(column).fill('')
    await widens()
  }
  await field('Customer name').fill('κανενας')
  await expect(anna.getByText('No orders found')).toBeVisible()
  await field('Customer name').fill('επτα')
  await widens()

  await filters.getByRole('button', { name: /^Filter: Status/ }).click()
  await anna.getByRole('checkbox', { name: 'In stock' }).click()
  await anna.keyboard.press('Escape')
  await narrows()
  await anna.getByTitle('Remove filter: Status').click()
  await widens()

  await filters.getByRole('button', { name: /^Filter: Delivery date/ }).click()
  const days = anna.getByRole('dialog', { name: 'Filter: Delivery date' })
  await days.getByLabel('To', { exact: true }).fill(dayText(athensDay(4), 'en'))
  await days.getByLabel('To', { exact: true }).press('Enter')
  await narrows()
  await anna.keyboard.press('Escape')
  await anna.getByTitle('Remove filter: Delivery date').click()
  await widens()
  await filters.getByRole('button', { name: /^Filter: Created/ }).click()
  const created = anna.getByRole('dialog', { name: 'Filter: Created' })
  await created.getByLabel('To', { exact: true }).fill(dayText(athensDay(-1), 'en'))
  await created.getByLabel('To', { exact: true }).press('Enter')
  await expect(anna.getByText('No orders found')).toBeVisible()
  await anna.keyboard.press('Escape')
  await anna.getByTitle('Remove filter: Created').click()

  // The table is sorted by delivery date until a header is pressed.
  const first = () => grid(anna, 'Pending/Stock').locator('tbody tr').first()
  await expect(first()).toContainText(String(near))
  for (const [header, smaller] of [
    ['Label', near],
    ['Delivery address', far],
    ['Status', far],
    ['Order ID', near],
  ] as const) {
    const larger = smaller === near ? far : near
    await anna.getByRole('columnheader', { name: header }).getByRole('button').click()
    await expect(first()).toContainText(String(smaller))
    await anna.getByRole('columnheader', { name: header }).getByRole('button').click()
    await expect(first()).toContainText(String(larger))
  }
})

// Quicker proof: features/operations/server/board.test.ts, features/operations/domain/needs.test.ts
test('the panels show the products and materials that the orders of a tab need, and each panel can be hidden @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Ανάγκες')
  await write(office, shop, [
    { products: [{ id: shop.candle.id, quantity: 300 }, ...lanterns(shop, 2)] },
    { products: [{ id: shop.candle.id, quantity: 250 }] },
    { status: 'OFFER', products: lanterns(shop, 100) },
  ])
  const [packing = 0] = await ordersIn('TO-PACKAGE', 1, office, shop)
  await task(office, 999999, 'STARTED', { productid: shop.candle.id, taskref: 'π-1', quantity: 40 })
  const anna = await enter('operations')
  await board(anna, 'anagkes')
  const products = panel(anna, 'Needed Products')
  const cells = (row: Locator) => row.getByRole('gridcell')
  const candle = products.getByRole('row', { name: new RegExp(shop.candle.name) })
  await expect(cells(candle)).toHaveText([shop.candle.name, '550 pcs', '500', '-50', '40'])
  const lantern = products.getByRole('row', { name: new RegExp(shop.lantern.name) })
  await expect(cells(lantern)).toHaveText([shop.lantern.name, '2 pcs', '500', '498', ''])
  // Short products come first.
  await expect(products.locator('tbody tr').first()).toContainText(shop.candle.name)
  // Each candle takes one glass.
  const glass = panel(anna, 'Materials Overview').getByRole('row', { name: new RegExp(shop.glass.name) })
  await expect(cells(glass)).toHaveText([shop.glass.name, '550 pcs', '500', '-50', ''])
  const red = glass.getByText('-50')
  expect(await red.evaluate((cell) => getComputedStyle(cell).color)).not.toBe(
    await glass.getByText('550 pcs').evaluate((cell) => getComputedStyle(cell).color),
  )
  await anna.getByRole('switch', { name: 'Missing pieces only' }).click()
  // the open task makes 40 of the 50 missing candles, and still takes 40 glasses
  await expect(cells(glass)).toHaveText([shop.glass.name, '10 pcs', '500', '450', ''])
  await anna.getByRole('switch', { name: 'Missing pieces only' }).click()

  // The panels follow the filters of the table.
  await searchBox(anna).fill('anagkes kanenas')
  await expect(anna.getByText('These orders need no products')).toBeVisible()
  await searchBox(anna).fill('anagkes')
  await expect(candle).toBeVisible()
  await anna.getByRole('button', { name: /^To-PACKING/ }).click()
  await expect(rowOf(anna, packing)).toBeVisible()
  await expect(cells(candle)).toHaveText([shop.candle.name, '2 pcs', '500', '498', '40'])

  for (const name of ['Needed Products', 'Materials Overview']) {
    await anna.getByRole('switch', { name }).click()
    await expect(panel(anna, name)).toHaveCount(0)
  }
  await expect(anna.getByRole('separator')).toHaveCount(0)
  await anna.reload()
  await expect(rowOf(anna, packing)).toBeVisible()
  await expect(panel(anna, 'Needed Products')).toHaveCount(0)
  await anna.getByRole('switch', { name: 'Needed Products' }).click()
  await expect(panel(anna, 'Needed Products')).toBeVisible()
  await anna.getByRole('button', { name: /^PACKAGED/ }).click()
  await expect(anna.getByRole('switch')).toHaveCount(0)

  await anna.getByRole('button', { name: /^To-PACKING/ }).click()
  await candle.click()
  await expect(anna).toHaveURL(new RegExp(`/product-detail/${shop.candle.id}`))
})

// Quicker proof: features/operations/web/board-sizes.test.ts
test('the separator resizes the table between 240 and 1000 px by pointer and by keys, and the height is kept @in-ci', async ({
  enter,
}) => {
  const anna = await enter('operations')
  await anna.goto('/operations')
  const bar = anna.getByRole('separator', { name: 'Height of the order table' })
  const table = grid(anna, 'Pending/Stock').locator('xpath=ancestor::*[@id][1]')
  const heightOf = async () => Math.round((await table.boundingBox())?.height ?? 0)
  await expect(bar).toHaveAttribute('aria-valuenow', '420')
  expect(await heightOf()).toBe(420)
  // With both panels open, the table may take three quarters of the window.
  const area = await table.locator('xpath=..').boundingBox()
  expect(Math.round(area?.height ?? 0)).toBe(900 * 0.75)

  const drag = async (by: number) => {
    const box = await bar.boundingBox()
    if (!box) throw new Error('the separator is not shown')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await anna.mouse.move(x, y)
    await anna.mouse.down()
    await anna.mouse.move(x, y + by / 2)
    await anna.mouse.move(x, y + by)
    await anna.mouse.up()
  }
  await drag(60)
  await expect(bar).toHaveAttribute('aria-valuenow', '480')
  expect(await heightOf()).toBe(480)
  await drag(-400)
  expect(await heightOf()).toBe(240)
  await bar.press('End')
  expect(await heightOf()).toBe(1000)
  await drag(50)
  expect(await heightOf()).toBe(1000)
  await bar.press('ArrowUp')
  await expect(bar).toHaveAttribute('aria-valuenow', '980')
  await bar.press('Home')
  await bar.press('PageDown')
  await anna.reload()
  await expect(bar).toHaveAttribute('aria-valuenow', '340')
  await bar.dblclick()
  await expect(bar).toHaveAttribute('aria-valuenow', '420')
})

test('a dialog over the board shows the goods, loans and tasks of an order and sends it for packaging', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Διάλογος')
  const [id = 0, working = 0] = await ordersIn('STOCK-OK', 2, office, shop)
  const open = await task(office, working, 'STARTED', { productid: shop.candle.id })
  await task(office, working, 'FINISHED', { productid: shop.candle.id, name: 'Χύτευση' })
  const anna = await enter('operations')
  await board(anna, 'dialogos')
  await expect(rowOf(anna, working).getByRole('img', { name: '1 open task' })).toBeVisible()

  await rowOf(anna, working).click()
  const dialog = anna.getByRole('dialog', { name: `Order ${working}` })
  await expect(dialog.getByRole('row', { name: new RegExp(shop.candle.name) }).first()).toContainText('498')
  await expect(dialog).toContainText(shop.glass.name)
  await expect(dialog.locator('[data-task]')).toHaveCount(2)
  await expect(dialog.locator('[data-task="STARTED"]')).toContainText('Started')
  const send = dialog.getByRole('button', { name: 'Send for packaging' })
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await expect(send).toHaveAccessibleDescription('1 production task of this order is still open.')
  // The section finishes its task, and the button in the open dialog becomes active without a reload.
  await done(office.call('PATCH', `_table/tasks/${open}`, { status: 'FINISHED' }))
  await expect(send).not.toHaveAttribute('aria-disabled', 'true')
  await anna.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await rowOf(anna, id).focus()
  await anna.keyboard.press('Enter')
  const second = anna.getByRole('dialog', { name: `Order ${id}` })
  await expect(second.getByRole('link', { name: 'Open the order page' })).toHaveAttribute('href', `/order-detail/${id}`)
  await second.getByRole('button', { name: 'Send for packaging' }).click()
  const question = anna.getByRole('dialog', { name: 'Send Order for Packaging' })
  await expect(question).toContainText(`Order ${id}`)
  await question.getByRole('button', { name: 'Send for packaging' }).click()
  await expect(anna.getByText('Order sent for packaging.', { exact: true })).toBeVisible()
  await expect(second).toBeHidden()
  await expect(rowOf(anna, id)).toHaveCount(0)
  expect(await statusOf(office, id)).toBe('TO-PACKAGE')

  // A failure of the server shows in the dialog where the button was pressed.
  await rowOf(anna, working).click()
  await intercept(anna, '**/app/orders.move-order', (route) => route.fulfill({ status: 500, json: {} }))
  await dialog.getByRole('button', { name: 'Send for packaging' }).click()
  await anna
    .getByRole('dialog', { name: 'Send Order for Packaging' })
    .getByRole('button', { name: 'Send for packaging' })
    .click()
  await expect(dialog.getByRole('alert')).toContainText('Error sending order for packaging.')
})

// Quicker proof: e2e/lists.story.ts, features/orders/server/moves/open-tasks.test.ts
test('three ticked orders are sent together after one question that names their open tasks @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Τρεις Μαζί')
  const ids = await ordersIn('STOCK-OK', 3, office, shop)
  await task(office, ids[1] ?? 0, 'PENDING')
  const anna = await enter('operations')
  await board(anna, 'treis mazi')
  for (const id of ids) await rowOf(anna, id).getByRole('checkbox').click()
  await anna.getByRole('button', { name: 'Send for packaging' }).click()
  const question = anna.getByRole('dialog', { name: 'Send Order for Packaging' })
  await expect(question).toContainText('1 of them has open production tasks and is sent all the same.')
  await question.getByRole('button', { name: 'Send 3 orders' }).click()
  await expect(anna.getByText('3 orders sent for packaging.')).toBeVisible()
  for (const id of ids) expect(await statusOf(office, id)).toBe('TO-PACKAGE')
})

// Quicker proof: features/orders/server/moves/open-tasks.test.ts,
// features/orders/server/moves/process-orders.test.ts, features/operations/domain/task-mark.test.ts
test('opening the board promotes orders in stock, demotes short ones, and marks contested ones @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Προαγωγή')
  const stock = (pieces: number) =>
    done(
      office.press('stock.adjust-stock', { productId: shop.lantern.id, newStock: pieces * PIECE, reason: 'μέτρηση' }),
    )
  const [bare = 0, working = 0, finished = 0, much = 0] = await write(office, shop, [
    { products: lanterns(shop, 501) },
    { products: lanterns(shop, 502) },
    { products: lanterns(shop, 503) },
    { products: lanterns(shop, 9_000) },
  ])
  const open = await task(office, working, 'STARTED')
  await task(office, finished, 'FINISHED')
  await stock(600)
  const anna = await enter('operations')
  await board(anna, 'proagogi')
  const mark = (id: number) => rowOf(anna, id).locator('[data-tasks]')
  const status = (id: number) => rowOf(anna, id).locator('[data-status]')
  await expect(status(bare)).toHaveText('In stock')
  await expect(status(finished)).toHaveText('In stock')
  await expect(status(working)).toHaveText('Pending stock')
  await expect(mark(bare)).toHaveAccessibleName('In stock')
  await expect(mark(working)).toHaveAccessibleName('In progress: 1 of 1 tasks open')
  await expect(mark(much)).toHaveAccessibleName('No tasks')
  // The stock of 600 pieces is promised several times over.
  await expect(rowOf(anna, bare)).toContainText('Not enough free')

  await done(office.call('PATCH', `_table/tasks/${open}`, { status: 'FINISHED' }))
  // The last finished task promotes its order, if its stock suffices (C-10).
  await expect(status(working)).toHaveText('In stock')
  await stock(502)
  await anna.reload()
  await expect(status(working)).toHaveText('In stock')
  await expect(status(finished)).toHaveText('Pending stock')
  await expect(mark(finished)).toHaveAccessibleName('All tasks finished')
})

// Quicker proof: web/ui/table/DataTable.test.tsx, e2e/two-people.story.ts
test('a live update keeps the scroll position, the ticked rows and the typed text @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Ζωντανός Πίνακας')
  const orders = Array.from({ length: 160 }, (_, index) => ({
    expected_delivery_date: `${athensDay(1 + Math.floor(index / 20))} 10:00:00`,
    products: lanterns(shop, 1),
  }))
  const ids = await write(office, shop, orders)
  const anna = await enter('operations')
  await board(anna, 'zontanos')
  await expect(anna.getByRole('status').filter({ hasText: '1–150 of 160' })).toBeVisible()
  // The selection covers all matching orders, not only those of this page.
  await anna.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  await expect(anna.getByRole('button', { name: 'Select all 160 that match' })).toBeVisible()
  await anna.getByRole('checkbox', { name: 'Select all rows of this page' }).click()

  const [ticked = 0, , leaves = 0] = ids.slice(90)
  await anna.getByRole('button', { name: 'Filters', exact: true }).click()
  await rowOf(anna, ticked).getByRole('checkbox').click()
  const scroll = grid(anna, 'Pending/Stock').locator('xpath=..')
  const above = await scroll.evaluate((element) => element.scrollTop)
  expect(above).toBeGreaterThan(500)
  const typed = anna.getByLabel('Filter: Customer name', { exact: true })
  await typed.fill('Ζωντ')
  // The server has answered the typed text, and the page shows all its rows.
  await anna.waitForURL((url) => url.searchParams.get('f.name') === 'Ζωντ')
  await expect(anna.locator('tbody[data-stale]')).toHaveCount(0)
  await expect(grid(anna, 'Pending/Stock').locator('tbody tr')).toHaveCount(150)
  await expect(rowOf(anna, leaves)).toBeVisible()
  await rowOf(anna, ticked).scrollIntoViewIfNeeded()
  const before = await scroll.evaluate((element) => element.scrollTop)
  await rowOf(anna, ticked).getByRole('checkbox').setChecked(true)
  await typed.evaluate((input: HTMLElement) => input.focus({ preventScroll: true }))
  await done(office.press('orders.move-order', { id: leaves, transition: 'send' }))
  await expect(rowOf(anna, leaves)).toHaveCount(0)
  expect(await scroll.evaluate((element) => element.scrollTop)).toBe(before)
  await expect(rowOf(anna, ticked).getByRole('checkbox')).toBeChecked()
  await expect(typed).toHaveValue('Ζωντ')
  await expect(typed).toBeFocused()

  // An open dialog stays open and shows the change of its order.
  await rowOf(anna, ticked).click()
  const dialog = anna.getByRole('dialog', { name: `Order ${ticked}` })
  await expect(dialog.getByRole('button', { name: 'Send for packaging' })).toBeVisible()
  await done(office.press('orders.move-order', { id: ticked, transition: 'send' }))
  await expect(dialog.locator('[data-status="TO-PACKAGE"]')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Send for packaging' })).toHaveCount(0)
})
