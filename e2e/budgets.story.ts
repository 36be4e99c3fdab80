/**
 * Counts the presses that each daily task costs: of the pointer, and of all keys that type nothing. The limits come from the design; a higher count
 * is a fault.
 */
import { addDays, dayOf, dayText } from '#kernel/day.ts'
import { cardOf, submitDelivery, openDelivery, sign } from './driver/driver-page.ts'
import { SIMULATED_COMPANIES, type SimulatedCompany } from '#simulators/gsis-companies.ts'
import { demandAccessible } from './accessibility.ts'
import { type Caller, expect, findRow, type Page, PHONE, test } from './fixtures.ts'
import { countPresses } from './presses.ts'
import { done } from './proofs/callers.ts'
import { athensDay, planShipment, openShop, ordersIn, payments, PIECE, RED_TOTAL, type Shop, statusOf } from './shop.ts'
import { showTask } from './workshop/show-task.ts'

// Quicker proof: features/order-entry/web/lines/product-entry.test.tsx, features/order-entry/domain/typed-line.test.ts
test('a new order of five lines with a lent item takes seven keys, and one of five pasted lines three, without the pointer @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shops = await Promise.all(['Αργοναύτης', 'Βοριάς', 'Γαρμπής'].map((mark) => openShop(office, mark)))
  const products = shops.flatMap((shop) => [shop.candle, shop.lantern]).slice(0, 5)
  const clerk = await enter('user')
  const cost = await countPresses(clerk)
  const chooseCustomer = async () => {
    await expect(clerk.getByRole('combobox', { name: 'Choose customer' })).toBeFocused()
    await clerk.keyboard.type('taberna boria')
    await clerk.keyboard.press('Enter')
    await expect(clerk.locator('[data-chosen-customer]')).toContainText(shops[1]?.customer.name ?? '')
    await expect(clerk.getByRole('combobox', { name: 'Add product' })).toBeFocused()
  }
  const create = async () => {
    await expect(clerk.locator('tr[data-line]')).toHaveCount(5)
    await clerk.keyboard.press('Control+Enter')
    await clerk.waitForURL('**/order-detail/*')
    const id = Number(clerk.url().split('/').pop())
    const { order } = (await office.ask('orders.detail', { id })).body
    expect(order.lines.map((line: { name: string; quantity: number }) => [line.name, line.quantity / 10_000])).toEqual(
      products.map((product, index) => [product.name, index + 2]),
    )
    return order
  }

  await clerk.goto('/createorder')
  await chooseCustomer()
  for (const [index, product] of products.entries()) {
    // the next line is typed while the answer to the one before is on its way
    await clerk.keyboard.type(`${product.name} ${index + 2}${index === 0 ? ` ${shops[0]?.glass.name}` : ''}`)
    await clerk.keyboard.press('Enter')
  }
  const { loans } = await create()
  expect(loans.map((loan: { name: string; quantity: number }) => [loan.name, loan.quantity])).toEqual([
    [shops[0]?.glass.name, 2 * PIECE],
  ])
  const typed = await cost()
  expect([typed.pointer, typed.keys]).toEqual([0, 7])

  await clerk.goto('/createorder')
  await chooseCustomer()
  await clerk.evaluate(
    (text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    },
    products.map((product, index) => `${product.name}\t${index + 2}`).join('\n'),
  )
  await create()
  const { pointer, keys } = await cost()
  // the key that pastes is not pressed here
  expect([pointer, keys + 1 - typed.keys]).toEqual([0, 3])
})

// Quicker proof: features/order-entry/domain/draft-loans.test.ts, e2e/order-to-paid.story.ts, e2e/order-form.story.ts
test('a new order of five lines with one lent item takes twelve keys and no pointer, and lending leaves the cursor on the line @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shops = await Promise.all(['Δανειστής', 'Ετήσιος', 'Ζέφυρος'].map((mark) => openShop(office, mark)))
  const products = shops.flatMap((shop) => [shop.candle, shop.lantern]).slice(0, 5)
  const clerk = await enter('user')
  const cost = await countPresses(clerk)
  await clerk.goto('/createorder')
  await expect(clerk.getByRole('combobox', { name: 'Choose customer' })).toBeFocused()
  await clerk.keyboard.type('taberna daneistis')
  await clerk.keyboard.press('Enter')
  await expect(clerk.locator('[data-chosen-customer]')).toContainText(shops[0]?.customer.name ?? '')
  for (const [index, product] of products.entries()) {
    await expect(clerk.getByRole('combobox', { name: 'Add product' })).toBeFocused()
    await clerk.keyboard.type(product.name)
    await clerk.keyboard.press('Enter')
    const quantity = clerk.getByLabel(`Quantity of ${product.name}`)
    await expect(quantity).toBeFocused()
    await clerk.keyboard.type(String(index + 2))
    if (index === 0) {
      const lent = clerk.getByRole('button', {
        name: new RegExp(`^Lend .*${shops[0]?.glass.name} with ${product.name}$`),
      })
      await expect(lent).toHaveAttribute('aria-pressed', 'false')
      await clerk.keyboard.press('Alt+l')
      await expect(lent).toHaveAttribute('aria-pressed', 'true')
      await expect(quantity).toBeFocused()
    }
    if (index < 4) await clerk.keyboard.press('Enter')
  }
  await clerk.keyboard.press('Control+s')
  await clerk.waitForURL('**/order-detail/*')
  const { pointer, presses } = await cost()
  expect(pointer).toBe(0)
  expect(presses).toBeLessThanOrEqual(12)
  const { order } = (await office.ask('orders.detail', { id: Number(clerk.url().split('/').pop()) })).body
  expect(order.lines).toHaveLength(5)
  expect(order.loans).toMatchObject([{ productId: shops[0]?.glass.id, quantity: 2 * PIECE }])
})

test('a new customer by VAT number takes two keys beside the number, in the order form', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const company = await unknownCompany(office)
  const clerk = await enter('user')
  const cost = await countPresses(clerk)
  await clerk.goto('/createorder')
  const field = clerk.getByRole('combobox', { name: 'Choose customer' })
  await expect(field).toBeFocused()
  await clerk.keyboard.type(company.afm)
  await clerk.keyboard.press('Enter')
  const dialog = clerk.getByRole('dialog', { name: 'New customer by VAT number' })
  await expect(dialog.getByText(company.onomasia, { exact: true })).toBeVisible()
  await demandAccessible(clerk, 'the company that becomes a customer')
  await expect(dialog.getByRole('button', { name: 'Create customer' })).toBeFocused()

  // Escape returns to the field, with the number that was typed.
  await clerk.keyboard.press('Escape')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(company.afm)
  await clerk.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Create customer' })).toBeFocused()
  await clerk.keyboard.press('Enter')
  await expect(clerk.locator('[data-chosen-customer]')).toContainText(company.onomasia)
  await expect(clerk.getByRole('combobox', { name: 'Add product' })).toBeFocused()
  // Escape closed the dialog once, so the first Enter was pressed twice.
  expect(await cost()).toMatchObject({ pointer: 0, presses: 2 + 2 })

  const { rows } = (await office.ask('customers.options', { search: company.afm })).body
  expect(rows).toHaveLength(1)
  const { party: customer } = (await office.ask('customers.detail', { id: rows[0].id })).body
  expect(customer).toMatchObject({
    vat: company.afm,
    name: company.onomasia,
    taxOffice: company.doy,
    city: company.city,
  })

  // The same number now finds the customer, and a number with a wrong last digit is not asked about.
  await clerk.getByRole('combobox', { name: 'Choose another customer' }).fill(company.afm)
  await expect(clerk.getByRole('option', { name: new RegExp(company.afm) })).toBeVisible()
  const wrong = `${company.afm.slice(0, 8)}${(Number(company.afm.at(-1)) + 1) % 10}`
  await clerk.getByRole('combobox', { name: 'Choose another customer' }).fill(wrong)
  await expect(clerk.getByText(`${wrong} is not a Greek VAT number`)).toBeVisible()
})

/** Returns a company of the demo registry that is in business and not a customer yet. People have no single name there. */
async function unknownCompany(office: Caller): Promise<SimulatedCompany> {
  for (const company of SIMULATED_COMPANIES.filter(
    (one) => one.stopDate === undefined && one.legalStatus !== '',
  ).toReversed()) {
    const { rows } = (await office.ask('customers.options', { search: company.afm })).body
    if (rows.length === 0) return company
  }
  throw new Error('every company of the registry is a customer')
}

// Quicker proof: e2e/lists.story.ts, features/orders/server/orders.test.ts, web/ui/table/DataTable.test.tsx
test('sending twenty ready orders of a found list for packaging takes two presses, and Undo takes them back @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Είκοσι')
  const ids = await ordersIn('STOCK-OK', 20, office, shop)
  const clerk = await enter('user')
  const cost = await countPresses(clerk)
  await clerk.goto('/orders?show=STOCK-OK&q=eikosi')
  await expect(clerk.getByRole('status').filter({ hasText: 'of 20' })).toBeVisible()
  await clerk.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  await clerk.getByRole('button', { name: 'Send for packaging' }).click()
  await expect(clerk.getByText('20 orders sent for packaging.')).toBeVisible()
  expect((await cost()).presses).toBeLessThanOrEqual(2)
  for (const id of ids) expect(await statusOf(office, id)).toBe('TO-PACKAGE')
  // the message with its Undo is gone by now
  await clerk.keyboard.press('Control+k')
  await clerk.keyboard.type('undo 20 orders')
  await clerk.getByRole('option', { name: 'Undo: 20 orders sent for packaging.' }).click()
  await expect(clerk.getByText('20 orders taken back from packaging.')).toBeVisible()
  for (const id of ids) expect(await statusOf(office, id)).toBe('STOCK-OK')
})

// Quicker proof: e2e/packer/packer-day.story.ts, e2e/order-to-paid.story.ts
test('packaging one order with its label takes two presses if the device knows the packer @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Δυοπατήματα')
  const [first = 0, second = 0] = await ordersIn('TO-PACKAGE', 2, office, shop)
  const packer = await enter('production')
  const find = async (id: number) => {
    await packer.goto('/packaging')
    return findRow(packer, id)
  }
  await (await find(first)).click()
  await packer.getByLabel('Packaged by (your name)').fill('Κώστας')
  await packer.getByRole('switch', { name: 'Print the label when packaged' }).click()
  await packer.getByRole('button', { name: 'ORDER PACKAGED' }).click()
  await expect(packer.getByRole('dialog')).toBeHidden()

  const cost = await countPresses(packer)
  // the row of a list that still loads may move, and a press on a row that moves is taken back
  await (await find(second)).click()
  const opening = packer.context().waitForEvent('page')
  await packer.getByRole('button', { name: 'ORDER PACKAGED' }).click()
  const label = await opening
  await label.waitForURL(`**/packaging-label/${second}?print=1`)
  await expect(packer.getByRole('dialog')).toBeHidden()
  expect((await cost()).presses).toBeLessThanOrEqual(2)
  const { order } = (await office.ask('orders.detail', { id: second })).body
  expect(order).toMatchObject({ status: 'PACKAGED', packagedBy: 'Κώστας' })
})

// Quicker proof: e2e/office/invoicing-desk.story.ts, features/invoicing/server/send-document.test.ts,
// features/invoicing/web/InvoiceMany.test.tsx
test('invoicing ten orders of a found list by Epsilon takes three presses, and the sending continues in the background @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Δεκάδα')
  const ids = await ordersIn('READY-TO-INVOICE', 10, office, shop)
  const accountant = await enter('logistirio')
  const cost = await countPresses(accountant)
  await accountant.goto('/orders?show=READY-TO-INVOICE&q=dekada')
  await expect(accountant.getByRole('status').filter({ hasText: 'of 10' })).toBeVisible()
  await accountant.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  await accountant.getByRole('button', { name: 'Invoice (Epsilon)' }).click()
  await accountant.getByRole('button', { name: 'Invoice 10 orders' }).click()
  await expect(accountant.getByText('10 invoices are being sent.')).toBeVisible()
  expect((await cost()).presses).toBeLessThanOrEqual(3)
  for (const id of ids) await expect.poll(() => statusOf(office, id)).toBe('INVOICED')
  // The list updates by itself and no longer shows these orders.
  await expect(accountant.getByRole('grid', { name: 'Orders' }).getByText(shop.customer.name)).toHaveCount(0)
})

// Quicker proof: features/orders/server/orders.test.ts, e2e/operations-board.story.ts
test('sending twenty ready orders of a found list for packaging from the operations board takes three presses @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Εικοσάδα Πίνακα')
  const ids = await ordersIn('STOCK-OK', 20, office, shop)
  const anna = await enter('operations')
  const cost = await countPresses(anna)
  await anna.goto('/operations?q=eikosada')
  await expect(anna.getByRole('status').filter({ hasText: 'of 20' })).toBeVisible()
  await anna.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  await anna.getByRole('button', { name: 'Send for packaging' }).click()
  await anna.getByRole('button', { name: 'Send 20 orders' }).click()
  await expect(anna.getByText('20 orders sent for packaging.')).toBeVisible()
  expect((await cost()).presses).toBeLessThanOrEqual(3)
  for (const id of ids) expect(await statusOf(office, id)).toBe('TO-PACKAGE')
})

// Quicker proof: features/invoicing/server/send-document.test.ts, features/operations/domain/board-tabs.test.ts
test('invoicing ten packaged orders of a found list by Epsilon from the operations board takes three presses @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Δεκαριά Πίνακα')
  const ids = await ordersIn('PACKAGED', 10, office, shop)
  const accountant = await enter('logistirio')
  const cost = await countPresses(accountant)
  await accountant.goto('/operations?tab=packaged&q=dekaria')
  await expect(accountant.getByRole('status').filter({ hasText: 'of 10' })).toBeVisible()
  await accountant.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  await accountant.getByRole('button', { name: 'Invoice by Epsilon' }).click()
  await accountant.getByRole('button', { name: 'Invoice 10 orders' }).click()
  await expect(accountant.getByText('10 invoices are being sent.')).toBeVisible()
  expect((await cost()).presses).toBeLessThanOrEqual(3)
  for (const id of ids) await expect.poll(() => statusOf(office, id)).toBe('INVOICED')
  // The board shows the state of the sending without a further press.
  await expect(accountant.locator('[data-sending="0"]')).toBeVisible()
  await expect(accountant.locator('[data-accepted]')).toHaveText(/Sent today: \d\d/)
})

// Quicker proof: app/web/layouts/palette/CommandPalette.test.tsx, features/search/server/search.test.ts
test('a customer is found by the end of the phone number, the VAT number or Latin letters with one shortcut and typing @in-ci', async ({
  enter,
  callerFor,
}) => {
  const { customer } = await openShop(await callerFor('admin'), 'Ψαροκόκκαλο')
  const clerk = await enter('user')
  const cost = await countPresses(clerk)
  await clerk.goto('/orders')
  await expect(clerk.getByRole('row').nth(1)).toBeVisible()
  for (const typed of [customer.phone.slice(-6), customer.vat, 'psarokokkalo', 'ΨΑΡΟΚΌΚΚΑΛΟ']) {
    await clerk.keyboard.press('Control+k')
    const palette = clerk.getByRole('combobox', { name: 'Search orders, customers, products …' })
    await expect(palette).toBeFocused()
    await clerk.keyboard.type(typed)
    await expect(clerk.getByRole('dialog').getByText(customer.name), typed).toBeVisible()
    await clerk.keyboard.press('Escape')
    await expect(palette).toBeHidden()
  }
  // Ctrl+K, and the Escape that closes it again
  expect(await cost()).toMatchObject({ pointer: 0, presses: 4 * 2 })

  // Enter is pressed before the first result has arrived.
  await clerk.keyboard.press('Control+k')
  await expect(clerk.getByRole('combobox', { name: 'Search orders, customers, products …' })).toBeFocused()
  await clerk.keyboard.type(customer.vat)
  await clerk.keyboard.press('Enter')
  await expect(clerk).toHaveURL(new RegExp(`/customer-detail/${customer.id}$`))
})

/** `sign` draws this number of strokes, and each one is a press of the pointer. */
const STROKES = 2

// Quicker proof: e2e/driver/driver-offline.story.ts, e2e/driver/driver-stops.story.ts (signature and payment offline)
test('delivering one order offline with signature and cash takes four presses and the signature @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Υπογραφή')
  const [id = 0] = await ordersIn('INVOICED', 1, office, shop)
  const shipment = await planShipment(office, [id], 'Γιώργος Οδηγός')
  const driver = await enter('driver', PHONE)
  const cost = await countPresses(driver)
  await driver.goto(`/driverpage?shipment=${shipment}`)
  await expect(cardOf(driver, id)).toBeVisible()
  await driver.context().setOffline(true)
  const sheet = await openDelivery(driver, id, 'eng')
  await sign(driver, sheet)
  await sheet.getByRole('button', { name: `All: €${RED_TOTAL}` }).click()
  await submitDelivery(sheet, 'eng')
  await expect(driver.getByText('2 actions are waiting for a connection')).toBeVisible()
  expect((await cost()).presses).toBeLessThanOrEqual(4 + STROKES)
  await driver.context().setOffline(false)
  await expect.poll(() => statusOf(office, id)).toBe('SHIPPED')
  await expect.poll(() => payments(office, shop.customer)).toEqual([Number(RED_TOTAL)])
})

// Quicker proof: features/driver/server/driver-day.test.ts, features/loans/server/loans.test.ts,
// e2e/driver/driver-day.story.ts
test('taking back three kinds of lent items, and none of those in the shipment, takes five presses @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shops = await Promise.all(['Ένα', 'Δύο', 'Τρία'].map((mark) => openShop(office, `Δανεικά ${mark}`)))
  const [shop] = shops
  if (shop === undefined) throw new Error('the story needs a shop')
  const [id = 0] = await ordersIn('INVOICED', 1, office, shop)
  // Two pieces of the first kind are in the shipment together with the order.
  for (const { glass } of shops)
    await done(
      office.press('loans.record-loan', {
        bound: 'OUTBOUND',
        customerId: shop.customer.id,
        productId: glass.id,
        quantity: 4 * PIECE,
      }),
    )
  const shipment = await planShipment(office, [id], 'Γιώργος Οδηγός')
  const driver = await enter('driver', PHONE)
  const cost = await countPresses(driver)
  await driver.goto(`/driverpage?shipment=${shipment}`)
  await cardOf(driver, id).getByRole('button', { name: 'LOANS (14)' }).click()
  const sheet = driver.getByRole('dialog', { name: /^Loans: / })
  for (const { glass } of shops) await sheet.getByRole('button', { name: `All of ${glass.name}` }).click()
  await sheet.getByRole('button', { name: 'Take back 12' }).click()
  await expect(sheet).toBeHidden()
  expect((await cost()).presses).toBeLessThanOrEqual(5)
  await expect
    .poll(async () => (await done(office.ask('loans.of-customer', { customerId: shop.customer.id }))).total)
    .toBe(2 * PIECE)
})

/** Chooses driver and vehicle on the planning desk. The device remembers both. */
async function chooseCrew(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Driver' }).click()
  await page.getByRole('option', { name: 'Γιώργος Οδηγός' }).click()
  await page.getByRole('combobox', { name: 'Vehicle' }).click()
  await page.getByRole('option', { name: 'TAXI' }).click()
}

// Quicker proof: e2e/shipping/planning.story.ts, features/shipping/web/planning/areas.test.ts
test('planning a shipment of twelve orders and printing its sheet takes two presses if the device knows driver and vehicle @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Δωδεκάδα')
  const goal = { address: 'Λεωφόρος Δωδεκάδας 1', city: 'Δωδεκάδα', postcode: '14565', lat: 38.05, lon: 23.75 }
  const ids = await ordersIn('INVOICED', 12, office, shop, goal)
  const anna = await enter('operations')
  await anna.goto('/shipping')
  await chooseCrew(anna)
  const cost = await countPresses(anna)
  await anna.reload()
  await anna.getByRole('button', { name: 'Δωδεκάδα: 12 orders' }).click()
  const opening = anna.context().waitForEvent('page')
  await anna.getByRole('button', { name: 'Plan and print' }).click()
  const sheet = await opening
  await sheet.waitForURL(/\/shipping-plan\/\d+\?print=1$/)
  await expect(anna.getByText(/Shipment \d+ is planned/)).toBeVisible()
  expect((await cost()).presses).toBeLessThanOrEqual(2)
  for (const id of ids) expect(await statusOf(office, id)).toBe('ON SHIPPING')
})

// Quicker proof: e2e/shipping/planning.story.ts, features/shipping/web/planning/stop-order.test.ts
test('a shipment of twelve orders picked one by one takes fourteen presses if the device knows driver and vehicle @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Ένας ένας')
  const ids = await ordersIn('INVOICED', 12, office, shop)
  const anna = await enter('operations')
  await anna.goto('/shipping')
  await chooseCrew(anna)

  const cost = await countPresses(anna)
  await anna.reload()
  await expect(anna.getByRole('row').nth(1)).toBeVisible()
  await anna.keyboard.press('/')
  await anna.keyboard.type('enas')
  await expect(anna.getByRole('status').filter({ hasText: 'of 12' })).toBeVisible()
  const stops = anna.getByRole('list', { name: 'Stops in driving order' }).getByRole('listitem')
  for (const [place, id] of ids.entries()) {
    await anna.getByRole('row', { name: new RegExp(`(^|\\s)${id}(\\s|$)`) }).click()
    await expect(stops).toHaveCount(place + 1)
  }
  const opening = anna.context().waitForEvent('page')
  await anna.getByRole('button', { name: 'Plan and print' }).click()
  await (await opening).waitForURL(/\/shipping-plan\/\d+\?print=1$/)
  await expect(anna.getByText(/Shipment \d+ is planned/)).toBeVisible()
  expect((await cost()).presses).toBeLessThanOrEqual(14)
  for (const id of ids) expect(await statusOf(office, id)).toBe('ON SHIPPING')
})

type Enter = (account: 'user' | 'production' | 'driver', options?: object) => Promise<Page>

/** Enters an order of the shop by keyboard, sends it for packaging, and packages it. Returns its id, the clerk and what was pressed. */
async function packOrder(enter: Enter, office: Caller, shop: Shop) {
  const clerk = await enter('user')
  await clerk.addInitScript(() =>
    localStorage.setItem(
      'shipping-choices',
      JSON.stringify({ driverType: 'Driver', driver: 'Γιώργος Οδηγός', vehicle: 'VAN' }),
    ),
  )
  const clerkCost = await countPresses(clerk)
  await clerk.goto('/createorder')
  await expect(clerk.getByRole('combobox', { name: 'Choose customer' })).toBeFocused()
  await clerk.keyboard.type(shop.customer.vat)
  await clerk.keyboard.press('Enter')
  await expect(clerk.getByRole('combobox', { name: 'Add product' })).toBeFocused()
  await clerk.keyboard.type(`${shop.lantern.name} 2`)
  await clerk.keyboard.press('Enter')
  await expect(clerk.locator('tr[data-line]')).toHaveCount(1)
  await clerk.keyboard.press('Control+Enter')
  await clerk.waitForURL('**/order-detail/*')
  const id = Number(clerk.url().split('/').pop())
  await clerk.getByRole('button', { name: 'Send for packaging' }).click()
  await expect.poll(() => statusOf(office, id)).toBe('TO-PACKAGE')

  const packer = await enter('production')
  await packer.addInitScript(() => localStorage.setItem('packer-name', 'Κώστας'))
  const packerCost = await countPresses(packer)
  await packer.goto('/packaging')
  await (await findRow(packer, id)).click()
  await packer.getByRole('button', { name: 'ORDER PACKAGED' }).click()
  await expect.poll(() => statusOf(office, id)).toBe('PACKAGED')
  return { id, clerk, presses: async () => (await clerkCost()).presses + (await packerCost()).presses }
}

/** Delivers an order on the phone of its driver. Returns what was pressed. */
async function deliverOrder(enter: Enter, office: Caller, id: number): Promise<number> {
  const { shipment } = (await done(office.ask('shipping.check-stops', { orderIds: [id] }))).gone[0]
  const driver = await enter('driver', PHONE)
  const cost = await countPresses(driver)
  await driver.goto(`/driverpage?shipment=${shipment.id}`)
  await submitDelivery(await openDelivery(driver, id, 'eng'), 'eng')
  await expect.poll(() => statusOf(office, id)).toBe('SHIPPED')
  return (await cost()).presses
}

// Quicker proof: e2e/order-to-paid.story.ts, features/invoicing/web/InvoiceOrder.test.tsx
test('one stocked order takes eleven presses in all, from its creation until it is delivered @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Ολόκληρη')
  const { id, clerk, presses } = await packOrder(enter, office, shop)
  await clerk.getByRole('button', { name: 'Invoice', exact: true }).click()
  await expect.poll(() => statusOf(office, id)).toBe('INVOICED')
  await clerk.getByRole('button', { name: 'Plan shipment' }).click()
  // another test may have given the driver an open shipment, of which this order would be the last stop
  const plan = clerk.getByRole('dialog').getByRole('button', { name: /^(Plan shipment|New shipment)$/ })
  await expect(clerk.getByRole('dialog').getByRole('combobox', { name: 'Driver' })).toHaveValue('Γιώργος Οδηγός')
  await plan.click()
  await expect.poll(() => statusOf(office, id)).toBe('ON SHIPPING')
  const driven = await deliverOrder(enter, office, id)
  expect((await presses()) + driven).toBeLessThanOrEqual(11)
})

// Quicker proof: features/invoicing/server/invoice-packed.test.ts, features/shipping/server/drivers/plan-invoiced.test.ts
test('with the two rules of a company an order takes eight presses until it is delivered @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Μόνη της')
  const rule = async (form: string, values: object, shown: object) =>
    done(office.press(`settings.save-${form}`, { values, shown }))
  // An area and a vehicle of its own: among orders of other stories it would be the last of many stops, which the driver opens with a press.
  await done(office.call('PATCH', `_table/customers/${shop.customer.id}`, { postcode: '98765' }))
  const areas = [{ area: '98765', driver: 'Γιώργος Οδηγός', vehicle: 'VAN' }]
  await rule('sending', { whenPacked: true }, { whenPacked: false })
  await rule('area-drivers', { whenInvoiced: true, areas }, { whenInvoiced: false, areas: [] })
  try {
    const { id, clerk, presses } = await packOrder(enter, office, shop)
    // the packing may be taken back for a minute
    await expect.poll(() => statusOf(office, id), { timeout: 150_000 }).toBe('ON SHIPPING')
    await expect(clerk.locator('[data-step="ON SHIPPING"][aria-current="step"]')).toBeVisible()
    const driven = await deliverOrder(enter, office, id)
    expect((await presses()) + driven).toBeLessThanOrEqual(8)
  } finally {
    await rule('sending', { whenPacked: false }, { whenPacked: true })
    await rule('area-drivers', { whenInvoiced: false, areas: [] }, { whenInvoiced: true, areas })
  }
})

/** Types a line into the search of Ctrl+K, and takes its first entry. */
async function command(page: Page, text: string, entry: RegExp | string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search orders, customers, products …' })).toBeFocused()
  await page.keyboard.type(text)
  await expect(page.getByRole('option', { name: entry }).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
}

// Quicker proof: app/web/layouts/palette/CommandPalette.test.tsx, features/invoicing/web/InvoiceOrder.test.tsx
test('"invoice 176", "put 154 on the truck" and "new customer" take two keys each, from anywhere @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Προσταγή')
  const [packed = 0] = await ordersIn('PACKAGED', 1, office, shop)
  const [invoiced = 0] = await ordersIn('INVOICED', 1, office, shop)
  const clerk = await enter('user')
  await clerk.goto('/shipping')
  await chooseCrew(clerk)
  const cost = await countPresses(clerk)
  await clerk.goto('/customers')
  await expect(clerk.getByRole('row').nth(1)).toBeVisible()
  await command(clerk, `invoice ${packed}`, /^Invoice/)
  await expect.poll(() => statusOf(office, packed)).toBe('INVOICED')
  await command(clerk, `put ${invoiced} on the truck`, /^On the truck/)
  await expect.poll(() => statusOf(office, invoiced)).toBe('ON SHIPPING')
  await command(clerk, 'new customer', /^New customer/)
  await clerk.waitForURL('**/createcustomer*')
  expect(await cost()).toMatchObject({ pointer: 0, presses: 3 * 2 })
})

// Quicker proof: e2e/money/payments.story.ts
test('a payment of a customer is recorded and matched with three keys @in-ci', async ({ enter, callerFor }) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Τρία πλήκτρα')
  const [id = 0] = await ordersIn('INVOICED', 1, office, shop)
  await planShipment(office, [id], 'Γιώργος Οδηγός')
  await done(office.press('shipping.close-delivery', { orderId: id, action: 'deliver' }))
  const clerk = await enter('user')
  const cost = await countPresses(clerk)
  await clerk.goto('/createpayment')
  await expect(clerk.getByRole('combobox', { name: 'Customer or provider' })).toBeFocused()
  await clerk.keyboard.type('tria pliktra')
  await clerk.keyboard.press('Enter')
  await expect(clerk.getByRole('button', { name: 'Cash' })).toBeFocused()
  await clerk.keyboard.press('Enter')
  await expect(clerk.getByRole('textbox', { name: 'Amount', exact: true })).toBeFocused()
  await clerk.keyboard.type(RED_TOTAL)
  await clerk.keyboard.press('Control+Enter')
  await clerk.waitForURL(/\/payment-overview\/\d+$/)
  expect((await cost()).presses).toBeLessThanOrEqual(3)
  const matching = await done(office.ask('payments.party-matching', { kind: 'customers', id: shop.customer.id }))
  expect(matching.owed).toBe(0)
})

// Quicker proof: features/bank-statements/web/open-line.test.tsx, e2e/money/bank-statement.story.ts
test('a bank statement of forty lines, of which thirty are known, takes twelve presses @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const provider = 'Τράπεζα δώδεκα'
  const { id } = await done(office.press('providers.create-provider', { name: provider }))
  const goods = await done(office.press('products.create-product', { name: 'Φυτίλι δώδεκα', unit: 'Meter' }))
  const bought = athensDay(-25)
  const invoices = Array.from({ length: 30 }, (_, at) => ({
    providerid: id,
    importDate: bought,
    number: `ΔΩΔ-${7001 + at}`,
    type: 'INBOUND',
    content: [{ id: goods.id, quantity: 1, costpricenew: 10 + at }],
    refcode: '24.00.01',
  }))
  expect((await office.call('POST', '_table/invoices', { resource: invoices })).status).toBe(200)
  const row = (amount: string, name: string, text: string, at: number) =>
    `${dayText(addDays(bought, 1), 'en')};${amount};${name};${text};Δ-${at}`
  const file = [
    'Ημερομηνία;Ποσό;Επωνυμία;Αιτιολογία;Αρ. συναλλαγής',
    ...invoices.map(({ number }, at) =>
      row(`-${String(Math.round((10 + at) * 124) / 100).replace('.', ',')}`, provider, `ΤΙΜ ${number}`, at),
    ),
    ...Array.from({ length: 10 }, (_, at) => row(`-${at + 1},07`, '', 'ΕΝΤΟΛΗ', 1000 + at)),
  ].join('\n')
  const page = await enter('user')
  const cost = await countPresses(page)
  await page.goto('/bank-statements')
  await page.getByLabel('IBAN of our account (if the file has none)').fill('GR1601101250000000012300695')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'File of the bank' }).click()
  await (await chooser).setFiles({ name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await expect(page.getByText('New: 40, known: 0')).toBeVisible()
  await page.getByRole('button', { name: 'Accept the sure ones (30)' }).click()
  for (let left = 10; left > 0; left -= 1) {
    await expect(page.getByRole('heading', { name: `Open lines: ${left}` })).toBeVisible()
    const field = page.locator('[data-line]').first().getByRole('combobox', { name: 'Customer or provider' })
    await expect(field).toBeFocused()
    await page.keyboard.type(provider)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText('No open line. Upload the file of the bank.')).toBeVisible()
  expect((await cost()).presses).toBeLessThanOrEqual(12)
})

// Quicker proof: features/supplier-invoices/domain/typed-goods.test.ts, features/supplier-invoices/web/entry/entry-lines.test.tsx
test('a supplier invoice of ten lines takes thirteen keys, without the pointer @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shops = await Promise.all(['Δεκάγραμμη', 'Γραμμές', 'Στήλες', 'Σειρές'].map((mark) => openShop(office, mark)))
  const products = shops.flatMap(({ glass, candle, lantern }) => [lantern, glass, candle]).slice(0, 10)
  const provider = 'Προμηθευτής δέκα γραμμών'
  const { id: providerId } = await done(office.press('providers.create-provider', { name: provider }))
  const known = [{ productId: products[0]?.id, quantity: PIECE, price: 7_0000 }]
  await done(
    office.press('purchases.create-invoice', { providerId, refcode: '24.00.01', number: 'ΔΓ-1000', lines: known }),
  )
  const clerk = await enter('user')
  const cost = await countPresses(clerk)
  await clerk.goto('/createinvoice')
  await expect(clerk.getByRole('combobox', { name: 'Provider' })).toBeFocused()
  await clerk.keyboard.type('promitheftis deka grammon')
  await clerk.keyboard.press('Enter')
  await expect(clerk.getByRole('textbox', { name: 'Number' })).toBeFocused()
  await clerk.keyboard.type('ΔΓ-1001')
  await clerk.keyboard.press('Enter')
  await expect(clerk.getByRole('combobox', { name: 'Add a product' })).toBeFocused()
  for (const [index, { name }] of products.entries()) {
    await clerk.keyboard.type(`${name} ${index + 2}*1,5`)
    await clerk.keyboard.press('Enter')
  }
  await expect(clerk.locator('tr[data-line]')).toHaveCount(10)
  await clerk.keyboard.press('Control+Enter')
  await clerk.waitForURL('**/invoice-detail/*')
  const { pointer, presses } = await cost()
  expect(pointer).toBe(0)
  expect(presses).toBeLessThanOrEqual(13)
  const { invoice } = await done(office.ask('purchases.invoice', { id: Number(clerk.url().split('/').pop()) }))
  expect(
    invoice.lines.map((line: { productId: number; quantity: number; price: number }) => [
      line.productId,
      line.quantity / PIECE,
      line.price,
    ]),
  ).toEqual(products.map(({ id }, index) => [id, index + 2, 1_5000]))
})

// Quicker proof: e2e/workshop/laundry.story.ts
test('lent items come back at the counter with three presses @in-ci', async ({ enter, callerFor }) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Πάγκος')
  const { glass, customer } = shop
  const lent = { bound: 'OUTBOUND', customerId: customer.id, productId: glass.id, quantity: 4 * PIECE }
  await done(office.press('loans.record-loan', lent))
  const clerk = await enter('user')
  const clerkCost = await countPresses(clerk)
  await clerk.goto(`/customer-detail/${customer.id}`)
  await clerk.getByRole('button', { name: 'Return to the laundry' }).click()
  const dialog = clerk.getByRole('dialog')
  await dialog.getByRole('button', { name: `All of ${glass.name}` }).click()
  await dialog.getByRole('button', { name: 'Send 4 to the laundry' }).click()
  await expect(dialog).toBeHidden()
  expect((await clerkCost()).presses).toBeLessThanOrEqual(3)
  const { total } = await done(office.ask('loans.of-customer', { customerId: customer.id }))
  expect(total).toBe(0)
})

// Quicker proof: e2e/workshop/workshop.story.ts
test('a task of a section is finished with one press if the tablet knows who works there @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const product = 'Κολώνα ενός πατήματος'
  const steps = [{ seq: 1, section: 'GEMISMA', materials: [] }]
  const { id } = await done(office.press('products.create-product', { name: product, vat: 2400, steps }))
  const lines = [{ productId: id, quantity: 3 * PIECE }]
  await done(office.press('production.create-task', { plannedOn: athensDay(), lines }))
  const tablet = await enter('gemisma')
  await tablet.addInitScript(
    (worker) => localStorage.setItem('section-worker', worker),
    `${dayOf(new Date().toISOString())}\nΝίκος`,
  )
  const cost = await countPresses(tablet)
  await tablet.goto('/single/GEMISMA')
  await showTask(tablet, product)
  const shown = (await cost()).presses
  await tablet.getByRole('button', { name: 'FINISH 3' }).click()
  const finished = tablet.getByRole('listitem').filter({ hasText: `3 pcs ${product}` })
  await expect(finished.filter({ hasText: 'Undo' })).toBeVisible()
  expect((await cost()).presses - shown).toBe(1)
})
