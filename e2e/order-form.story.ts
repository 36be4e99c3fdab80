/**
 * A clerk writes orders: by keyboard alone, with hundreds of lines, with offered prices, and without losing typed data.
 */
import { dayText } from '#kernel/day.ts'
import { done } from './proofs/callers.ts'
import { type Caller, expect, findRow, intercept, type Locator, type Page, test } from './fixtures.ts'
import { demandAccessible } from './accessibility.ts'
import { athensDay, openOrderForm, openShop, orderLanterns, ordersIn, PIECE, type Shop } from './shop.ts'

const quantityOf = (page: Page, name: string) => page.getByLabel(`Quantity of ${name}`)
const priceOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Price of ${name}` })
const entry = (page: Page) => page.getByRole('combobox', { name: 'Add product' })
const total = (page: Page) => page.locator('[data-totals]')

/** Types a product and a quantity, and waits until the cursor is back in the product field. */
async function typeLine(page: Page, word: string, name: string, pieces: string): Promise<void> {
  await expect(entry(page)).toBeFocused()
  await page.keyboard.type(word)
  await page.keyboard.press('Enter')
  await expect(quantityOf(page, name).last()).toBeFocused()
  await page.keyboard.type(pieces)
  await page.keyboard.press('Enter')
}

/** Returns the heights of the lines of the form, at 1440 and at 1024 pixels. */
async function heightsOfLines(page: Page): Promise<number[][]> {
  const heights: number[][] = []
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    heights.push(
      await page
        .locator('tr[data-line]')
        .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height))),
    )
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  return heights
}

const orderAt = (page: Page): number => Number(page.url().split('/').pop())
const detail = async (office: Caller, id: number) => (await done(office.ask('orders.detail', { id }))).order

test('quantities and prices accept comma and point, VAT and totals follow, and a line sold below cost is marked', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Τιμολόγηση')
  const wax = await done(
    office.press('products.create-product', { name: 'Ακριβό Τιμολόγηση', salesPrice: 10_0000, costPrice: 8_0000 }),
  )
  const rope = { name: 'Φανάρι με το μέτρο' }
  await done(office.press('products.create-product', { ...rope, salesPrice: 12_5000, unit: 'Meter' }))
  const clerk = await enter('user')
  await openOrderForm(clerk, shop)
  for (const name of ['Create order', 'Create offer'])
    await expect(clerk.getByRole('button', { name, exact: true })).toHaveAttribute('aria-disabled', 'true')
  // What is counted in pieces takes no fraction, and the field says why.
  await typeLine(clerk, shop.lantern.name, shop.lantern.name, '1,5')
  await expect(clerk.getByText('Whole pieces only.')).toBeVisible()
  await expect(quantityOf(clerk, shop.lantern.name)).toHaveAttribute('step', '1')
  await quantityOf(clerk, shop.lantern.name).press('Control+Delete')
  await typeLine(clerk, 'fanari metro', rope.name, '2,5')
  await expect(quantityOf(clerk, rope.name)).toHaveAttribute('step', '0.01')
  // 2.5 metres at 12.50 cost 31.25, plus 24 % VAT.
  await expect(total(clerk)).toContainText('38.75')
  // A screen reader hears the total alone, and only after the typing has stopped.
  await expect(clerk.getByRole('status').filter({ hasText: /^Total / })).toHaveText('Total order €38.75')
  await typeLine(clerk, 'akribo timologisi', 'Ακριβό Τιμολόγηση', '3')
  const line = clerk.locator('tr[data-line]').last()
  await expect(line).toContainText('€6.00')
  await priceOf(clerk, 'Ακριβό Τιμολόγηση').fill('7,99')
  await expect(line).toHaveAttribute('data-loss', 'true')
  await expect(line).toContainText('Sold below cost')
  await expect(line).toContainText('-€0.03')
  await priceOf(clerk, 'Ακριβό Τιμολόγηση').fill('8.01')
  await expect(line).not.toHaveAttribute('data-loss')
  await clerk.keyboard.press('Control+Enter')
  await clerk.waitForURL('**/order-detail/*')
  const order = await detail(office, orderAt(clerk))
  expect(order.lines.map((one: { quantity: number; salesPrice: number }) => [one.quantity, one.salesPrice])).toEqual([
    [25_000, 125_000],
    [30_000, 80_100],
  ])
  expect(order.totals).toMatchObject({ products: 31_25 + 24_03, vat: 7_50 + 5_77 })
  expect(order.lines[1].productId).toBe(wax.id)
})

// Quicker proof: features/order-entry/domain/draft-prices.test.ts
test('discounts are offered beside the price and applied only by a click @in-ci', async ({ enter, callerFor }) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Εκπτωση')
  const { party: customer } = await done(office.ask('customers.detail', { id: shop.customer.id }))
  const { rows } = await done(office.ask('salespersons.options', {}))
  const salesperson = rows.find((row: { normalDiscount: number }) => row.normalDiscount > 0)
  await done(
    office.press('customers.change-customer', {
      id: customer.id,
      version: customer.version,
      changes: { discount: 500, salespersonId: salesperson.id },
    }),
  )
  const clerk = await enter('user')
  await openOrderForm(clerk, shop)
  await typeLine(clerk, shop.lantern.name, shop.lantern.name, '4')
  await typeLine(clerk, shop.candle.name, shop.candle.name, '10')
  const source = (name: string) => clerk.getByRole('button', { name: `Price of ${name}: ` })
  await expect(priceOf(clerk, shop.lantern.name)).toHaveValue('12.50')
  await expect(source(shop.lantern.name)).toHaveText('list price')

  await clerk.getByRole('button', { name: `−5 %: €11.875 for ${shop.lantern.name}` }).click()
  await expect(priceOf(clerk, shop.lantern.name)).toHaveValue('11.875')
  await expect(source(shop.lantern.name)).toHaveText('−5 %')
  await expect(priceOf(clerk, shop.candle.name)).toHaveValue('3.35')

  // The menu of one line opens by keyboard.
  await source(shop.candle.name).focus()
  await clerk.keyboard.press('Enter')
  await expect(clerk.getByRole('menuitemradio', { name: /^Customer’s discount −5 %/ })).toContainText('€3.1825')
  await expect(clerk.getByRole('menuitemradio', { checked: true })).toContainText('List price')
  await demandAccessible(clerk, 'the form with lines and an open menu')
  await clerk.getByRole('menuitemradio', { name: new RegExp(`^Normal discount.*${salesperson.surname}`) }).click()
  await expect(source(shop.candle.name)).toContainText('normal')

  await clerk.getByRole('button', { name: 'Prices for all lines' }).click()
  await clerk.getByRole('menuitem', { name: 'List price' }).click()
  for (const product of [shop.lantern, shop.candle]) await expect(source(product.name)).toHaveText('list price')
  await clerk.getByRole('button', { name: 'Undo' }).click()
  await expect(source(shop.lantern.name)).toHaveText('−5 %')

  // A typed discount shows its price, and a typed price shows its discount.
  const discountOf = (name: string) => clerk.getByRole('textbox', { name: `Discount in percent of ${name}` })
  await discountOf(shop.candle.name).fill('10')
  await expect(priceOf(clerk, shop.candle.name)).toHaveValue('3.015')
  await expect(source(shop.candle.name)).toHaveText('−10 %')
  await discountOf(shop.candle.name).fill('')
  await expect(priceOf(clerk, shop.candle.name)).toHaveValue('3.35')
  await priceOf(clerk, shop.candle.name).fill('2,68')
  await expect(discountOf(shop.candle.name)).toHaveValue('20')

  await priceOf(clerk, shop.candle.name).fill('3,00')
  await expect(source(shop.candle.name)).toHaveText('typed')
  await clerk.getByRole('button', { name: 'Create order', exact: true }).click()
  await clerk.waitForURL('**/order-detail/*')
  const order = await detail(office, orderAt(clerk))
  expect(order.lines.map((one: { salesPrice: number }) => one.salesPrice)).toEqual([118_750, 30_000])
})

// Quicker proof: features/order-entry/domain/draft-repeat.test.ts, features/orders/server/last-order.test.ts
test("the last order of the customer is copied at today's prices @in-ci", async ({ enter, callerFor }) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Επανάληψη')
  const [id = 0] = await ordersIn('STOCK-OK', 1, office, shop)
  await done(
    office.press('products.change-product', { id: shop.candle.id, version: 1, changes: { salesPrice: 40_000 } }),
  )
  const clerk = await enter('user')
  await openOrderForm(clerk, shop)
  await expect(clerk.getByRole('button', { name: `Repeat order ${id}` })).toBeVisible()
  await clerk.keyboard.press('Alt+r')
  await expect(quantityOf(clerk, shop.candle.name)).toHaveValue('2')
  await expect(priceOf(clerk, shop.candle.name)).toHaveValue('4.00')
  await expect(clerk.getByRole('tab', { name: 'Loan stock (1)' })).toBeVisible()
  const note = clerk.getByRole('status').filter({ hasText: `Order ${id}` })
  await expect(note).toContainText('1 price has changed since')
  await expect(note).toContainText('€3.35')
  await note.getByRole('button', { name: 'Take the prices of that order' }).click()
  await expect(priceOf(clerk, shop.candle.name)).toHaveValue('3.35')
  await clerk.keyboard.press('Control+Enter')
  await clerk.waitForURL('**/order-detail/*')
  const order = await detail(office, orderAt(clerk))
  expect(order.id).not.toBe(id)
  expect(order.loans).toMatchObject([{ productId: shop.glass.id, quantity: 2 * PIECE }])
})

test('a draft survives a reload, and saving empties the form for the next order and ends the offer to undo', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Ξαναφόρτωση')
  const clerk = await enter('user')
  await openOrderForm(clerk, shop)
  await typeLine(clerk, shop.candle.name, shop.candle.name, '6')
  await priceOf(clerk, shop.candle.name).fill('3,10')
  await clerk.getByLabel('Note for the driver').fill('Χτυπήστε δυνατά')
  await clerk.reload()
  await expect(clerk.getByText('What you typed last time is still here.')).toBeVisible()
  await expect(quantityOf(clerk, shop.candle.name)).toHaveValue('6')
  await expect(priceOf(clerk, shop.candle.name)).toHaveValue('3.10')
  await expect(clerk.getByRole('button', { name: `Price of ${shop.candle.name}: typed` })).toBeVisible()
  await expect(clerk.getByLabel('Note for the driver')).toHaveValue('Χτυπήστε δυνατά')

  await clerk.getByRole('button', { name: 'Start with an empty form' }).click()
  await expect(clerk.locator('tr[data-line]')).toHaveCount(0)
  await clerk.getByRole('button', { name: 'Undo' }).click()
  await expect(quantityOf(clerk, shop.candle.name)).toHaveValue('6')
  await expect(clerk.getByLabel('Note for the driver')).toHaveValue('Χτυπήστε δυνατά')

  await entry(clerk).focus()
  await typeLine(clerk, shop.lantern.name, shop.lantern.name, '2')
  await quantityOf(clerk, shop.lantern.name).press('Control+Delete')
  await expect(clerk.getByRole('button', { name: 'Undo' })).toBeVisible()
  await clerk.keyboard.press('Control+Shift+Enter')
  await expect(clerk.getByText(/^Order \d+ created\.$/)).toBeVisible()
  await expect(clerk.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(clerk).toHaveURL(/\/createorder$/)
  await expect(clerk.getByRole('combobox', { name: 'Choose customer' })).toBeFocused()
  await expect(clerk.locator('tr[data-line]')).toHaveCount(0)
  await expect(clerk.getByLabel('Note for the driver')).toHaveValue('')
  await clerk.reload()
  await expect(clerk.locator('[data-chosen-customer]')).toHaveCount(0)
})

// Quicker proof: features/order-entry/domain/draft-refresh.test.ts, features/order-entry/web/stored-draft.test.ts
test('a draft of an earlier day keeps its prices, and each line shows the price of today @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Ανατίμηση')
  const clerk = await enter('user')
  await openOrderForm(clerk, shop)
  await typeLine(clerk, shop.candle.name, shop.candle.name, '2')
  await typeLine(clerk, shop.lantern.name, shop.lantern.name, '1')
  await priceOf(clerk, shop.lantern.name).fill('11,00')
  await clerk.goto('/orders')
  for (const { id } of [shop.candle, shop.lantern]) {
    const { product } = await done(office.ask('products.detail', { id }))
    await done(
      office.press('products.change-product', { id, version: product.version, changes: { salesPrice: 14_0000 } }),
    )
  }

  await clerk.goto('/createorder')
  await expect(
    clerk.getByText('The prices of 2 lines have changed since then. Each line shows its new price.'),
  ).toBeVisible()
  await expect(priceOf(clerk, shop.candle.name)).toHaveValue('3.35')
  await expect(priceOf(clerk, shop.lantern.name)).toHaveValue('11.00')
  await demandAccessible(clerk, 'a draft of another day')
  const line = clerk.locator('tr[data-line]').filter({ hasText: shop.candle.name })
  await expect(line).toContainText('The price has changed: €3.35 €14.00')
  await line.getByRole('button', { name: `Use new price: €14.00 for ${shop.candle.name}` }).click()
  await expect(priceOf(clerk, shop.candle.name)).toHaveValue('14.00')
  await expect(line).not.toContainText('The price has changed')
  await clerk.keyboard.press('Control+Enter')
  await clerk.waitForURL('**/order-detail/*')
  const { lines } = await detail(office, orderAt(clerk))
  expect(lines.map((one: { salesPrice: number }) => one.salesPrice)).toEqual([14_0000, 11_0000])
})

test('the form opened from a customer page has that customer, unless a draft of another customer is kept', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const [first, second] = [await openShop(office, 'Πρώτη'), await openShop(office, 'Δεύτερη')]
  const clerk = await enter('user')
  const chosen = clerk.locator('[data-chosen-customer]')
  const orderFor = async (shop: Shop) => {
    await clerk.goto(`/customer-detail/${shop.customer.id}`)
    await clerk.getByRole('link', { name: 'New order' }).click()
  }
  await orderFor(first)
  await expect(chosen).toContainText(first.customer.name)
  await expect(clerk.getByRole('combobox', { name: 'Delivery address' })).toHaveValue(/^Ερμού 12/)
  await typeLine(clerk, first.lantern.name, first.lantern.name, '7')
  await expect(clerk).toHaveURL(/\/createorder$/)

  await orderFor(second)
  const question = clerk.getByRole('alert').filter({ hasText: 'An unfinished order' })
  await expect(question).toContainText(second.customer.name)
  await question.getByRole('button', { name: 'Keep the order' }).click()
  await expect(question).toBeHidden()
  await expect(quantityOf(clerk, first.lantern.name)).toHaveValue('7')

  await orderFor(second)
  await question.getByRole('button', { name: 'Begin for' }).click()
  await expect(chosen).toContainText(second.customer.name)
  await expect(clerk.locator('tr[data-line]')).toHaveCount(0)
  await expect(entry(clerk)).toBeFocused()
  await clerk.getByRole('button', { name: 'Undo' }).click()
  await expect(chosen).toContainText(first.customer.name)
  await expect(quantityOf(clerk, first.lantern.name)).toHaveValue('7')
})

test('with a slow connection, what is typed before an answer arrives is neither lost nor overwritten @main', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Αργή')
  const [id = 0] = await ordersIn('STOCK-OK', 1, office, shop)
  const clerk = await enter('user')
  const hold = async (call: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await intercept(clerk, `**/app/${call}*`, async (route) => {
      await promise
      await route.fallback()
    })
    return resolve
  }
  await clerk.goto('/createorder')
  const customerKnown = await hold('customers.detail')
  await clerk.getByRole('button', { name: 'All customers' }).click()
  const list = clerk.getByRole('dialog')
  await list.getByRole('searchbox', { name: 'Search' }).fill(shop.customer.vat)
  await list.getByRole('row', { name: new RegExp(shop.customer.vat) }).click()
  await expect(list).toBeHidden()
  await expect(entry(clerk)).toBeFocused()

  // Another address is chosen before the customer's own address has loaded.
  await clerk.getByRole('combobox', { name: 'Delivery address' }).click()
  await clerk.getByRole('option', { name: 'Another address' }).click()
  const street = clerk.getByLabel('Street and number')
  await street.fill('Πλατεία 7')
  const known = clerk.waitForResponse('**/app/customers.detail*')
  customerKnown()
  await known
  await expect(clerk.getByRole('button', { name: `Repeat order ${id}` })).toBeVisible()
  await expect(street).toHaveValue('Πλατεία 7')
  await expect(street).toBeFocused()

  // A note is typed while the last order loads.
  const goodsKnown = await hold('products.for-lines')
  await clerk.keyboard.press('Alt+r')
  await clerk.getByLabel('Note for the driver').fill('Από πίσω')
  goodsKnown()
  const candles = quantityOf(clerk, shop.candle.name)
  await expect(candles).toHaveValue('2')
  await expect(clerk.getByLabel('Note for the driver')).toHaveValue('Από πίσω')

  // The form takes no input while it is being saved, and the cursor stays where it was.
  await intercept(clerk, '**/app/orders.create-order', (route) => route.fulfill({ status: 500, body: '{}' }))
  const saved = await hold('orders.create-order')
  await candles.fill('3')
  await clerk.keyboard.press('Control+Enter')
  await expect(clerk.locator('[aria-busy="true"]').filter({ has: candles })).toHaveCount(1)
  await clerk.keyboard.type('99')
  saved()
  await expect(clerk.getByRole('alert').filter({ hasText: /^Error occurred/ })).toBeVisible()
  await expect(candles).toHaveValue('3')
  await expect(candles).toBeFocused()
})

test('customer, product and quantity that are typed before any answer arrives stand in the order @main', async ({
  enter,
  callerFor,
}) => {
  const shop = await openShop(await callerFor('admin'), 'Γρήγορη')
  const clerk = await enter('user')
  await clerk.goto('/createorder')
  await expect(clerk.getByRole('combobox', { name: 'Choose customer' })).toBeFocused()
  const { promise: typed, resolve: answerAll } = Promise.withResolvers<void>()
  for (const call of ['customers.options', 'products.search'])
    await intercept(clerk, `**/app/${call}*`, async (route) => {
      await typed
      await route.fallback()
    })
  await clerk.keyboard.type(shop.customer.vat)
  await clerk.keyboard.press('Enter')
  for (const [name, quantity] of [
    [shop.candle.name, '12'],
    [shop.lantern.name, '3'],
  ] as const) {
    await clerk.keyboard.type(name, { delay: 80 })
    await clerk.keyboard.press('Enter')
    await clerk.keyboard.type(quantity, { delay: 80 })
    await clerk.keyboard.press('Enter')
  }
  answerAll()
  await expect(quantityOf(clerk, shop.lantern.name)).toHaveValue('3')
  await expect(quantityOf(clerk, shop.candle.name)).toHaveValue('12')
  await expect(clerk.locator('[data-chosen-customer]')).toContainText(shop.customer.name)
  await expect(entry(clerk)).toBeFocused()
  await expect(entry(clerk)).toHaveValue('')
})

// Quicker proof: features/order-entry/domain/ready-line.test.ts, features/production/domain/ready/ready-day.test.ts,
// features/production/server/ready/ready.test.ts
test('the form says the earliest day and why, Enter takes it, an earlier day stays if it is kept, and without a connection it says nothing @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Νωρίτερα')
  const clerk = await enter('user')
  await openOrderForm(clerk, shop)
  const line = clerk.locator('[data-ready]')
  const delivery = clerk.getByLabel('Expected delivery')
  await typeLine(clerk, shop.candle.name, shop.candle.name, '20')
  await expect(line).toContainText('everything is on the shelf')
  // of 505 pieces 500 are on the shelf, and the section makes the others
  const pieces = quantityOf(clerk, shop.candle.name)
  await pieces.fill('505')
  await expect(line).toContainText(`GEMISMA makes ${shop.candle.name} by`)
  const earliest = await line.getAttribute('data-ready')
  expect(earliest).toMatch(/^\d{4}-\d\d-\d\d$/)
  await delivery.fill('')
  await delivery.press('Enter')
  await expect(delivery).toHaveValue(`${dayText(earliest ?? '', 'en')} 00:00`)
  await expect(line).not.toHaveAttribute('data-early')

  await clerk.context().setOffline(true)
  await pieces.fill('506')
  await expect(line).toHaveCount(0)
  await clerk.context().setOffline(false)
  await pieces.fill('505')
  await expect(line).toHaveAttribute('data-ready', earliest ?? '')

  const today = athensDay()
  await delivery.fill(dayText(today, 'en'))
  await delivery.press('Enter')
  await expect(line).toHaveAttribute('data-early', 'true')
  await line.getByRole('button', { name: 'Why', exact: true }).click()
  await expect(clerk.getByRole('list', { name: 'Why', exact: true }).getByRole('listitem')).toHaveCount(2)
  await demandAccessible(clerk, 'the reason of the earliest day')
  await clerk.keyboard.press('Escape')
  await line.getByRole('button', { name: 'Keep' }).click()
  await expect(line).toContainText('You keep')
  await expect(delivery).toHaveValue(`${dayText(today, 'en')} 00:00`)
  await clerk.keyboard.press('Control+Enter')
  await clerk.waitForURL('**/order-detail/*')
  const { rows } = await done(office.ask('production.late-orders', {}))
  expect(rows.filter(({ orderId }: { orderId: number }) => orderId === orderAt(clerk))).toMatchObject([
    { delivery: today, told: earliest, ready: { day: earliest } },
  ])
})

// Quicker proof: e2e/order-form.story.ts (a failed save keeps what was typed), web/ui/problems.test.ts,
// features/orders/server/last-order.test.ts. Only this story shows that a failed look at the stock is not taken for stock
test('a failure to load the last order or the stock, or to save, shows its text and keeps what was typed @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Βλάβη')
  const [id = 0] = await ordersIn('STOCK-OK', 1, office, shop)
  const clerk = await enter('user')
  for (const call of ['orders.last-order', 'stock.figures'])
    await intercept(clerk, `**/app/${call}*`, (route) => route.fulfill({ status: 500, body: '{}' }))
  await openOrderForm(clerk, shop)
  const retry = { name: 'Try again' }
  const box = clerk.getByRole('alert')
  await expect(box).toBeVisible()
  await clerk.unroute('**/app/orders.last-order*')
  await box.getByRole('button', retry).click()
  await expect(clerk.getByRole('button', { name: `Repeat order ${id}` })).toBeVisible()

  await entry(clerk).focus()
  await typeLine(clerk, shop.lantern.name, shop.lantern.name, '2')
  await expect(box).toContainText('Σφάλμα κατά την επαλήθευση διαθεσιμότητας αποθέματος.')
  await expect(clerk.getByText('Stock not checked')).toBeVisible()
  await expect(clerk.getByText('ALL products in Stock')).toBeHidden()
  await clerk.unroute('**/app/stock.figures*')
  await box.getByRole('button', retry).click()
  await expect(clerk.getByText('ALL products in Stock')).toBeVisible()
  await expect(box).toBeHidden()

  await intercept(clerk, '**/app/orders.create-order', (route) => route.fulfill({ status: 500, body: '{}' }))
  await clerk.keyboard.press('Control+Enter')
  await expect(box.filter({ hasText: /^Error occurred/ })).toBeVisible()
  await expect(quantityOf(clerk, shop.lantern.name)).toHaveValue('2')
  await clerk.unroute('**/app/orders.create-order')
  await box.getByRole('button', retry).click()
  await clerk.waitForURL('**/order-detail/*')
})

// Quicker proof: features/stock/web/goods-dialogs.test.tsx, features/stock/domain/availability.test.ts,
// features/order-entry/web/lines/use-stock-check.test.tsx, web/ui/overlay/overlay-focus.test.tsx
test('a typed quantity is compared with the stock, the dialogs show what is short, and the menu of a line works by keyboard @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Αποθήκη')
  const clerk = await enter('user')
  await openOrderForm(clerk, shop)
  await typeLine(clerk, shop.candle.name, shop.candle.name, '5')
  await expect(clerk.getByText('ALL products in Stock')).toBeVisible()
  // One quiet line says it; a line has a badge only when it is short.
  await expect(clerk.locator('tr[data-line] [data-status]')).toHaveCount(0)
  await quantityOf(clerk, shop.candle.name).focus()
  await clerk.keyboard.type('600')
  const line = clerk.locator('tr[data-line]')
  await expect(line.locator('[data-status="STOCK-FAULT"]')).toBeVisible()
  await expect(line).toContainText('only 500 items in stock but you need 600. YOU NEED MORE : 100')
  await expect(clerk.getByText(/^1 product is short: /)).toBeVisible()

  for (const name of ['Stock status', 'Missing materials']) {
    await clerk.getByRole('button', { name }).click()
    const dialog = clerk.getByRole('dialog')
    await expect(dialog).toContainText(name === 'Stock status' ? shop.candle.name : shop.glass.name)
    await clerk.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }

  // The menu of the line offers history, cost, remove and undo.
  await ordersIn('STOCK-OK', 1, office, shop)
  const more = clerk.getByRole('button', { name: `More about ${shop.candle.name}` })
  const choose = async (item: string) => {
    await more.focus()
    await clerk.keyboard.press('Enter')
    await expect(clerk.getByRole('menuitem').first()).toBeFocused()
    while (!(await clerk.getByRole('menuitem', { name: item }).evaluate((one) => one === document.activeElement)))
      await clerk.keyboard.press('ArrowDown')
    await clerk.keyboard.press('Enter')
  }
  for (const item of ['Sales history', 'Cost breakdown']) {
    await choose(item)
    await expect(clerk.getByRole('dialog')).toContainText(shop.candle.name)
    await clerk.keyboard.press('Escape')
    await expect(clerk.getByRole('dialog')).toBeHidden()
  }
  await choose('Remove the line')
  await expect(clerk.locator('tr[data-line]')).toHaveCount(0)
  await expect(entry(clerk)).toBeFocused()
  await clerk.getByRole('button', { name: 'Undo' }).click()
  await expect(quantityOf(clerk, shop.candle.name)).toHaveValue('600')
  await quantityOf(clerk, shop.candle.name).press('Control+Delete')
  await expect(clerk.locator('tr[data-line]')).toHaveCount(0)
})

// Quicker proof: features/order-entry/domain/order-draft.test.ts, features/orders/server/write/line-notes.test.ts
test('lines are moved by keys, by the menu and by dragging, and the order keeps their places @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Σειρά')
  const clerk = await enter('user')
  await openOrderForm(clerk, shop)
  for (const { name } of [shop.candle, shop.lantern, shop.glass]) await typeLine(clerk, name, name, '2')
  const rows = clerk.locator('tr[data-line]')
  const showsOrder = async (...products: { name: string }[]) => {
    for (const [index, { name }] of products.entries()) await expect(rows.nth(index)).toContainText(name)
  }
  await quantityOf(clerk, shop.candle.name).press('Alt+ArrowDown')
  await showsOrder(shop.lantern, shop.candle, shop.glass)
  await expect(quantityOf(clerk, shop.candle.name)).toBeFocused()
  await clerk.keyboard.press('Alt+ArrowDown')
  await clerk.keyboard.press('Alt+ArrowDown')
  await showsOrder(shop.lantern, shop.glass, shop.candle)

  await clerk.getByRole('button', { name: `More about ${shop.glass.name}` }).click()
  await clerk.getByRole('menuitem', { name: 'Move up' }).click()
  await showsOrder(shop.glass, shop.lantern, shop.candle)

  await rows.nth(2).locator('[data-grip]').hover()
  await clerk.mouse.down()
  await rows.nth(0).hover()
  await expect(rows.nth(0)).toHaveAttribute('data-drag', 'before')
  await clerk.keyboard.press('Escape')
  await clerk.mouse.up()
  await showsOrder(shop.glass, shop.lantern, shop.candle)
  await rows.nth(2).locator('[data-grip]').hover()
  await clerk.mouse.down()
  await rows.nth(0).hover()
  await clerk.mouse.up()
  await showsOrder(shop.candle, shop.glass, shop.lantern)

  // A note opens by a key or the menu, and an empty one closes when the cursor leaves it.
  const noteOf = ({ name }: { name: string }) => clerk.getByRole('textbox', { name: `Note of ${name}` })
  await quantityOf(clerk, shop.glass.name).press('Alt+n')
  await expect(noteOf(shop.glass)).toBeFocused()
  await clerk.keyboard.press('Enter')
  await expect(entry(clerk)).toBeFocused()
  await expect(noteOf(shop.glass)).toHaveCount(0)
  await clerk.getByRole('button', { name: `More about ${shop.candle.name}` }).click()
  await clerk.getByRole('menuitem', { name: 'Note of the line' }).click()
  await expect(noteOf(shop.candle)).toBeFocused()
  await clerk.keyboard.type('Χρυσή κορδέλα')
  await demandAccessible(clerk, 'the form with the note of a line')
  const heightsOfNew = await heightsOfLines(clerk)
  await clerk.keyboard.press('Control+Enter')
  await clerk.waitForURL('**/order-detail/*')
  await expect(clerk.getByRole('tabpanel', { name: 'Products' })).toContainText('Χρυσή κορδέλα')
  const order = await detail(office, orderAt(clerk))
  expect(order.lines.map((line: { name: string; note: string }) => [line.name, line.note])).toEqual([
    [shop.candle.name, 'Χρυσή κορδέλα'],
    [shop.glass.name, ''],
    [shop.lantern.name, ''],
  ])

  // The lines of the edit page are as low as those of the new order.
  await clerk.goto(`/order-edit/${order.id}`)
  await expect(noteOf(shop.candle)).toHaveValue('Χρυσή κορδέλα')
  await expect(clerk.getByText('ALL products in Stock')).toBeVisible()
  expect(await heightsOfLines(clerk)).toEqual(heightsOfNew)
})

/** Types a text without a pause between the keys. A busy machine would make pauses as long as those of a person. */
const typeInOneGo = (field: Locator, text: string): Promise<void> =>
  field.evaluate((input, whole) => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
    for (let length = 1; length <= whole.length; length += 1) {
      value?.set?.call(input, whole.slice(0, length))
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }, text)

// Quicker proof: features/products/server/products.test.ts
test('the product drawer finds products by SKU, name, both codes, description and category @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Συρτάρι')
  const words = {
    sku: 'SKU-ZQ1',
    name: 'Ονομαζόμενο',
    provsku: 'PROV-ZQ2',
    epsilonCode: 'EPS-ZQ3',
    description: 'περιγραφόμενο ζωηρά',
    category: 'Κατηγοριοποιημένα',
  }
  await done(office.press('products.create-product', words))
  const clerk = await enter('user')
  await openOrderForm(clerk, shop)
  await clerk.getByRole('button', { name: 'Browse products' }).click()
  const drawer = clerk.getByRole('dialog', { name: 'Browse products' })
  const search = drawer.getByRole('searchbox')
  await expect(search).toBeFocused()
  let asked = 0
  await intercept(clerk, '**/app/products.search*', (route) => {
    asked += 1
    return route.continue()
  })
  for (const word of Object.values(words)) {
    await search.fill('')
    await expect(drawer.locator('[data-product]').nth(1)).toBeVisible()
    asked = 0
    await typeInOneGo(search, word)
    await expect(drawer.locator('[data-product]'), word).toHaveCount(1)
    await expect(drawer.locator('[data-product]')).toContainText('Ονομαζόμενο')
    expect(asked, `one question for ${word}`).toBe(1)
  }
  await drawer.getByRole('button', { name: 'Add Ονομαζόμενο' }).click()
  await drawer.getByRole('button', { name: 'Add Ονομαζόμενο' }).click()
  await clerk.keyboard.press('Escape')
  await expect(quantityOf(clerk, 'Ονομαζόμενο')).toHaveValue('2')
})

// Quicker proof: features/order-entry/domain/draft-delivery.test.ts,
// features/order-entry/domain/draft-customer.test.ts, features/customers/server/account.test.ts
test("the facts of the customer are shown, and the goods go to one of the customer's addresses or to a typed one @in-ci", async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Διεύθυνση')
  const extraAddresses = [
    { address: 'Αποθήκη, Λένορμαν 100', city: 'Αθήνα' },
    { address: 'Θερινό, Ακτή 1', city: 'Σύρος' },
  ]
  const { id } = shop.customer
  const customFields = [{ name: 'Ώρες παραλαβής', value: '08:00–12:00' }]
  await done(office.press('customers.change-customer', { id, version: 1, changes: { extraAddresses, customFields } }))
  const lent = { customerId: id, productId: shop.glass.id, quantity: 4 * PIECE }
  await done(office.press('loans.record-loan', { bound: 'OUTBOUND', ...lent }))
  await done(office.press('payments.collect-payment', { customerId: id, amount: 12_50 }))
  // The whole form is in view: an answer that comes late moves the address down, and a list closes when its field leaves the view.
  const clerk = await enter('user', { viewport: { width: 1440, height: 1400 } })
  await openOrderForm(clerk, shop)
  const facts = clerk.locator('[data-standing]')
  await expect(facts).toContainText('Balance-€12.50')
  await expect(facts).toContainText('Overdue amount€0.00')
  await expect(facts).toContainText(`Lent to the customer4 ${shop.glass.name}`)
  await expect(facts).toContainText('Ώρες παραλαβής08:00–12:00')
  await demandAccessible(clerk, 'the form with the facts of the customer')
  await typeLine(clerk, shop.lantern.name, shop.lantern.name, '1')
  const field = clerk.getByRole('combobox', { name: 'Delivery address' })
  await expect(field).toHaveValue(/^Ερμού 12/)
  await field.click()
  await expect(clerk.getByRole('option')).toHaveText([
    /^Ερμού 12/,
    'Αποθήκη, Λένορμαν 100, Αθήνα',
    'Θερινό, Ακτή 1, Σύρος',
    'Another address …',
  ])
  await clerk.getByRole('option', { name: 'Another address' }).click()
  await clerk.getByLabel('Street and number').fill('Πλατεία 7')
  await clerk.getByLabel('City').fill('Νάξος')

  await clerk.getByLabel('Expected delivery').fill('01/01/2026')
  await clerk.getByLabel('Expected delivery').press('Tab')
  await expect(clerk.getByText('The delivery date must not be before today.')).toBeVisible()
  await expect(clerk.getByRole('button', { name: 'Create order', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  // Without a day the form asks once, and "back" leaves everything as it is.
  await clerk.getByLabel('Expected delivery').fill('')
  await clerk.getByRole('button', { name: 'Create order', exact: true }).click()
  const question = clerk.getByRole('dialog', { name: 'No delivery day' })
  await expect(question.getByRole('button', { name: /^Save with / })).toBeFocused()
  await demandAccessible(clerk, 'the question about the delivery day')
  await question.getByRole('button', { name: 'Back' }).click()
  await expect(clerk.getByLabel('Expected delivery')).toHaveValue('')
  await clerk.getByRole('button', { name: 'Create order', exact: true }).click()
  await question.getByRole('button', { name: 'Save without a day' }).click()
  await clerk.waitForURL('**/order-detail/*')
  expect((await detail(office, orderAt(clerk))).expectedDelivery).toBeNull()
  expect((await detail(office, orderAt(clerk))).deliveryAddress).toMatchObject({ address: 'Πλατεία 7', city: 'Νάξος' })
})

// Quicker proof: features/order-entry/domain/order-draft.test.ts, features/orders/server/paper/order-sheet.test.ts
test('an order of 300 lines is typed, saved, opened and changed, and each key is answered at once @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Τριακόσια')
  const products = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      done(office.press('products.create-product', { name: `Τριακόσια είδη ${index + 1}`, salesPrice: 125_000 })),
    ),
  )
  const { id } = await done(
    office.press('orders.create-order', {
      customerId: shop.customer.id,
      lines: Array.from({ length: 297 }, (_, index) => ({
        productId: products[index % products.length]?.id,
        quantity: PIECE,
      })),
    }),
  )
  const clerk = await enter('user')
  await openOrderForm(clerk, shop)
  await clerk.getByRole('button', { name: `Repeat order ${id}` }).click()
  await expect(clerk.locator('tr[data-line]')).toHaveCount(297)
  for (const pieces of ['2', '3', '4']) await typeLine(clerk, shop.lantern.name, shop.lantern.name, pieces)
  await expect(clerk.locator('tr[data-line]')).toHaveCount(300)

  // Measures how long the page is busy with a key, without the waiting times of the machine.
  const middle = clerk.locator('input[data-quantity="150"]')
  const session = await clerk.context().newCDPSession(clerk)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () =>
    (await session.send('Performance.getMetrics')).metrics.find((one) => one.name === 'TaskDuration')?.value ?? 0
  const typing = async (line: number): Promise<number> => {
    await clerk.locator(`input[data-quantity="${line}"]`).focus()
    const before = await busy()
    // All keys go in one call, because the trace of a story records the whole page between two calls.
    await clerk.keyboard.type('1234567')
    await expect(clerk.locator(`tr[data-line="${line}"]`)).toContainText('15,432,087.50')
    return (await busy()) - before
  }
  const amongMany = await typing(150)

  await clerk.keyboard.press('Control+Enter')
  await clerk.waitForURL('**/order-detail/*')
  const saved = orderAt(clerk)
  expect((await detail(office, saved)).totals.lineCount).toBe(300)
  await clerk.goto(`/order-edit/${saved}`)
  await expect(clerk.locator('tr[data-line]')).toHaveCount(300)
  await expect(middle).toHaveValue('1234567')
  await middle.fill('7')
  await clerk.getByRole('button', { name: 'Save' }).click()
  await clerk.waitForURL(`**/order-detail/${saved}`)
  const stored = clerk.getByRole('tabpanel', { name: 'Products' }).getByRole('table').locator('tbody tr')
  await expect(stored).toHaveCount(300)
  expect((await detail(office, saved)).lines[149].quantity).toBe(7 * PIECE)

  // All rows share one menu. It opens at the pressed row and returns the focus to it.
  const more = stored.last().getByRole('button', { name: `More about ${shop.lantern.name}` })
  await more.press('Enter')
  await expect(clerk.getByRole('menuitem').first()).toBeFocused()
  await clerk.keyboard.press('Escape')
  await expect(more).toBeFocused()

  // A key in one of 300 lines takes hardly more work than a key in the only line.
  await openOrderForm(clerk, shop)
  await typeLine(clerk, shop.lantern.name, shop.lantern.name, '1')
  expect(amongMany / (await typing(1)), 'work of a key among 300 lines against one line').toBeLessThan(15)
})

// Quicker proof: features/order-entry/domain/draft-merge.test.ts, e2e/two-people.story.ts
test('two people add lines to one order, and both lines are saved @both-engines @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Μαζί')
  const [id = 0] = await ordersIn('STOCK-OK', 1, office, shop)
  const maria = await enter('user')
  const sofia = await enter('logistirio')
  for (const page of [maria, sofia]) {
    await page.goto(`/order-edit/${id}`)
    await expect(quantityOf(page, shop.candle.name)).toHaveValue('2')
  }
  await quantityOf(sofia, shop.candle.name).fill('4')
  await maria.getByRole('combobox', { name: 'Add product' }).fill(shop.glass.name)
  await maria.keyboard.press('Enter')
  await expect(quantityOf(maria, shop.glass.name)).toBeFocused()
  await quantityOf(maria, shop.candle.name).fill('3')
  await maria.getByRole('button', { name: 'Save' }).click()
  await maria.waitForURL(`**/order-detail/${id}`)

  // The page reports the conflict at once, before the second save is refused.
  const conflict = sofia.getByRole('alert').filter({ hasText: 'Somebody else has changed this order' })
  await expect(conflict).toContainText('Μαρία Πωλητή')
  await conflict.getByRole('button', { name: 'Load the new state, keep what I typed' }).click()
  await expect(quantityOf(sofia, shop.glass.name)).toBeVisible()
  await expect(quantityOf(sofia, shop.candle.name)).toHaveValue('4')
  await expect(sofia.getByRole('alert').filter({ hasText: 'Both of you changed these values' })).toContainText(
    `${shop.candle.name}: Quantity 3`,
  )
  await sofia.getByRole('button', { name: 'Save' }).click()
  await sofia.waitForURL(`**/order-detail/${id}`)
  const order = await detail(office, id)
  expect(order.lines.map((line: { name: string; quantity: number }) => [line.name, line.quantity / PIECE])).toEqual([
    [shop.candle.name, 4],
    [shop.lantern.name, 1],
    [shop.glass.name, 1],
  ])
})

// Quicker proof: features/orders/server/orders.test.ts
test('a changed offer is still called an offer, and an administrator restores it after it was deleted @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Διαγραμμένη')
  const id = await orderLanterns(office, shop, 1, { offer: true, validUntil: '2027-12-24' })
  const clerk = await enter('user')
  await clerk.goto(`/order-edit/${id}`)
  await expect(clerk.getByRole('heading', { level: 1 })).toHaveText(`Edit offer ${id}`)
  await expect(clerk.getByRole('main').getByRole('link', { name: `Offer ${id}` })).toBeVisible()
  await quantityOf(clerk, shop.lantern.name).fill('2')
  await clerk.getByRole('button', { name: 'Save' }).click()
  await expect(clerk.getByText(`Offer ${id} saved.`)).toBeVisible()
  await clerk.waitForURL(`**/order-detail/${id}`)
  await expect(clerk.getByRole('main')).toContainText('24/12/2027')
  await clerk.getByRole('button', { name: 'Delete offer' }).click()
  await clerk.getByRole('dialog').getByRole('button', { name: 'Delete offer' }).click()
  await expect(clerk.getByText(`Offer ${id} deleted.`)).toBeVisible()

  const admin = await enter('admin')
  await admin.goto('/orders')
  const deleted = admin.getByRole('button', { name: /^Deleted offers/ })
  await deleted.click()
  await expect(deleted).toHaveAttribute('aria-pressed', 'true')
  await (await findRow(admin, id)).click()
  await admin.waitForURL(`**/order-detail/${id}`)
  await admin.getByRole('button', { name: 'Restore offer' }).click()
  await expect(admin.locator('main').locator('[data-status="OFFER"]').first()).toBeVisible()
})
