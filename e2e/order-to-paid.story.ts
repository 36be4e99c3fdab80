/** An order goes from the first call to the delivery and the payment, on the pages of all people involved. */
import { cardOf, deliver } from './driver/driver-page.ts'
import { expect, findRow, follow, type Page, PHONE, test } from './fixtures.ts'
import { planShipment, movements, INITIAL_STOCK, openOrderForm, openShop, ordersIn, type Shop, vatOf } from './shop.ts'

/** The name of the demo driver in the planning. */
const DRIVER = 'Γιώργος Οδηγός'

/** Returns the id of the order whose page is open. */
const orderOnPage = (page: Page): number => Number(/order-detail\/(\d+)/.exec(page.url())?.[1])

/** Checks the status beside the title of an order page. */
const demandStatus = (page: Page, status: string) =>
  expect(page.locator('main').locator(`[data-status="${status}"]`).first()).toBeVisible()

async function demandStock(page: Page, product: { id: number }, pieces: number): Promise<void> {
  await page.goto(`/product-overview/${product.id}`)
  await expect(page.getByRole('button', { name: /Ledger/ })).toContainText(String(pieces))
}

async function demandLent(page: Page, customerId: number, pieces: number): Promise<void> {
  await page.goto(`/customer-detail/${customerId}`)
  await expect(figure(page, 'Lent pieces')).toHaveText(String(pieces))
}

/** Returns a figure of the customer page by its title. */
const figure = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Statistics' }).locator('dl > div', { hasText: title }).locator('dd')

/** Returns a field of a form by its exact label. */
const box = (page: Page, title: string) => page.getByRole('textbox', { name: title, exact: true })

/** Types a product and a quantity into the order, each followed by Enter. */
async function typeLine(page: Page, product: { name: string }, pieces: number): Promise<void> {
  await page.keyboard.type(product.name)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(`Quantity of ${product.name}`)).toBeFocused()
  await page.keyboard.type(String(pieces))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Add product' })).toBeFocused()
}

/** Opens a shipment on the driver page. */
async function openRoute(driver: Page, shipment: number): Promise<void> {
  await driver.goto(`/driverpage?shipment=${shipment}`)
  await expect(driver.getByRole('button', { name: `Shipment ${shipment}` })).toHaveAttribute('aria-pressed', 'true')
}

test.describe('an order from the first call to the payment', () => {
  let shop: Shop
  let customerId: number
  let order: number
  let shipment: number

  test('a clerk, a packer and a driver bring an order from sign-in to the payment @main', async ({
    enter,
    callerFor,
  }) => {
    const office = await callerFor('admin')
    shop = await openShop(office, 'Κύμα')
    const clerk = await enter('user')
    const name = 'Καφενείο η Ωραία Θέα'

    await test.step('the clerk creates a customer', async () => {
      await clerk.goto('/createcustomer')
      await expect(clerk.getByRole('button', { name: 'Create customer', exact: true })).toHaveAttribute(
        'aria-disabled',
        'true',
      )
      await box(clerk, 'Name').fill(name)
      await box(clerk, 'VAT').fill(vatOf(314_159))
      await box(clerk, 'Phone').fill('2310555000')
      await box(clerk, 'Address').fill('Παραλία 3')
      await box(clerk, 'City').fill('Θεσσαλονίκη')
      await box(clerk, 'Postcode').fill('54622')
      await clerk.getByRole('button', { name: 'Create customer', exact: true }).click()
      await clerk.waitForURL('**/customers')
      await expect(clerk.getByText(`Customer created: ${name}`)).toBeVisible()
    })

    await test.step('the clerk writes an order by keyboard, with one lent glass for each candle', async () => {
      await follow(clerk, '/createorder')
      await expect(clerk.getByRole('combobox', { name: 'Choose customer' })).toBeFocused()
      await clerk.keyboard.type('kafeneio h oraia')
      await clerk.keyboard.press('Enter')
      await expect(clerk.locator('[data-chosen-customer]')).toContainText(name)
      customerId = Number(await clerk.locator('[data-chosen-customer]').getAttribute('data-chosen-customer'))
      await expect(clerk.getByRole('combobox', { name: 'Add product' })).toBeFocused()
      await typeLine(clerk, shop.candle, 4)
      await typeLine(clerk, shop.lantern, 2)
      await clerk.getByRole('tab', { name: 'Loan stock (0)' }).click()
      await clerk.getByRole('button', { name: `Lend ${shop.glass.name} with ${shop.candle.name}` }).click()
      await expect(clerk.getByRole('tab', { name: 'Loan stock (1)' })).toBeVisible()
      await clerk.keyboard.press('Control+Enter')
      await clerk.waitForURL('**/order-detail/*')
      order = orderOnPage(clerk)
      await demandStatus(clerk, 'STOCK-OK')
      // 4 pieces at 3.35 and 2 pieces at 12.50, plus 24 % VAT on each line.
      await expect(clerk.getByRole('main')).toContainText('47.62')
    })

    await test.step('the clerk sends the order for packaging', async () => {
      await clerk.getByRole('button', { name: 'Send for packaging' }).click()
      await demandStatus(clerk, 'TO-PACKAGE')
    })

    await test.step('a packer packages it and enters a name', async () => {
      const packer = await enter('production')
      await packer.goto('/packaging')
      await (await findRow(packer, order)).click()
      const parcel = packer.getByRole('dialog', { name: `Order ${order}` })
      await expect(parcel).toContainText(shop.glass.name)
      await expect(parcel.getByRole('button', { name: 'ORDER PACKAGED' })).toHaveAttribute('aria-disabled', 'true')
      await parcel.getByLabel('Packaged by (your name)').fill('Κώστας')
      await parcel.getByRole('button', { name: 'ORDER PACKAGED' }).click()
      await expect(parcel).toBeHidden()
      await packer.getByRole('button', { name: 'Packaged', exact: true }).click()
      await expect(packer.getByRole('row', { name: new RegExp(`(^|\\s)${order}(\\s|$)`) })).toBeVisible()
    })

    await test.step("the clerk's page updates at once, and the accounting service accepts the invoice", async () => {
      await demandStatus(clerk, 'PACKAGED')
      await clerk.getByRole('button', { name: 'Send to Invoice' }).click()
      await demandStatus(clerk, 'READY-TO-INVOICE')
      await clerk.getByRole('button', { name: 'Invoice', exact: true }).click()
      const dialog = clerk.getByRole('dialog', { name: `Confirm shipping of order ${order}` })
      // Only an administrator may invoice in red.
      await expect(dialog.getByRole('button', { name: 'Red' })).toHaveCount(0)
      await dialog.getByRole('button', { name: 'Epsilon' }).click()
      await expect(dialog).toBeHidden()
      await demandStatus(clerk, 'INVOICED')
      await expect(clerk.getByText('MARK', { exact: true })).toBeVisible()
    })

    await test.step('the stock has fallen, the ledger names the order, and the glasses are lent', async () => {
      await follow(clerk, `/product-overview/${shop.candle.id}?ledger=1`)
      const ledger = clerk.getByRole('dialog', { name: 'Stock ledger' })
      const entry = ledger.getByRole('row').filter({ hasText: `Order #${order}` })
      await expect(entry).toHaveCount(1)
      await expect(entry).toContainText('Packaged')
      await expect(entry).toContainText('−4')
      await expect(entry).toContainText(String(INITIAL_STOCK - 4))
      await demandLent(clerk, customerId, 4)
    })

    await test.step('the clerk plans a shipment', async () => {
      await follow(clerk, '/shipping')
      await (await findRow(clerk, order)).click()
      await expect(clerk.getByRole('list', { name: 'Stops in driving order' })).toContainText(name)
      await clerk.getByRole('combobox', { name: 'Driver' }).click()
      await clerk.getByRole('option', { name: DRIVER }).click()
      await clerk.getByRole('button', { name: 'Plan', exact: true }).click()
      const planned = clerk.getByText(/Shipment \d+ is planned/)
      await expect(planned).toBeVisible()
      shipment = Number(/\d+/.exec(await planned.innerText())?.[0])
    })

    await test.step('the driver takes the payment, delivers the order and finishes the shipment', async () => {
      const driver = await enter('driver', PHONE)
      await driver.goto('/driverpage')
      await openRoute(driver, shipment)
      const card = cardOf(driver, order)
      await expect(card).toContainText('LOANS (4)')
      const finish = driver
        .getByRole('listitem')
        .filter({ hasText: `Shipment ${shipment}` })
        .getByRole('button', { name: 'Finish' })
      await expect(finish).toHaveAttribute('aria-disabled', 'true')
      await card.getByRole('button', { name: 'PAYMENTS' }).click()
      const dialog = driver.getByRole('dialog', { name: 'Payment' })
      await dialog.getByLabel('Receipt Number').fill('ΑΠ-1')
      await dialog.getByLabel('Amount - Euros').fill('30,50')
      await dialog.getByRole('button', { name: 'Submit Payment' }).click()
      await expect(dialog).toBeHidden()
      await deliver(driver, order, 'eng')
      await expect(driver.getByText('Every order of this shipment is closed')).toBeVisible()
      await finish.click()
      await expect(driver.getByText(`Shipment ${shipment} is finished.`)).toBeVisible()
    })

    await test.step('the customer owes the rest', async () => {
      await follow(clerk, `/customer-detail/${customerId}`)
      await expect(figure(clerk, 'Sales')).toContainText('47.62')
      await expect(figure(clerk, 'Received')).toContainText('30.50')
      await expect(figure(clerk, 'Balance')).toContainText('17.12')
      const account = clerk.getByRole('group', { name: 'Transactions' })
      await expect(account.getByRole('row').filter({ hasText: `Order #${order}` })).toContainText('47.62')
      await expect(account.getByRole('row').filter({ hasText: 'Payment: cash' })).toContainText('30.50')
    })
  })
})

// Quicker proof: features/orders/server/orders.test.ts, app/server/http/acceptance/acceptance-order-life.test.ts
test('an offer becomes an order, and Process moves it to In stock @in-ci', async ({ enter, callerFor }) => {
  const shop = await openShop(await callerFor('admin'), 'Παζάρι')
  const clerk = await enter('user')
  await openOrderForm(clerk, shop)
  await typeLine(clerk, shop.lantern, 3)
  await clerk.getByRole('button', { name: 'Create offer', exact: true }).click()
  await clerk.waitForURL('**/order-detail/*')
  const id = orderOnPage(clerk)
  await expect(clerk.getByRole('heading', { level: 1 })).toContainText(`Offer ${id}`)

  await clerk.getByRole('button', { name: 'Convert to order' }).click()
  await demandStatus(clerk, 'PENDING-STOCK')
  await follow(clerk, '/orders')
  await clerk.getByRole('button', { name: 'Process' }).click()
  await expect(clerk.getByRole('button', { name: /^In stock/ })).toHaveAttribute('aria-pressed', 'true')
  await clerk.getByRole('searchbox', { name: 'Search' }).fill(String(id))
  await expect(clerk.getByRole('row', { name: new RegExp(`(^|\\s)${id}(\\s|$)`) })).toContainText(shop.customer.name)
})

// Quicker proof: app/server/http/acceptance/acceptance-order-life.test.ts, features/shipping/server/day.test.ts,
// features/orders/server/moves/held-pieces.test.ts
test('a returned order is shipped again, returned again and cancelled, and restores stock and loans @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Επιστροφή')
  const [id = 0] = await ordersIn('READY-TO-INVOICE', 1, office, shop)
  const admin = await enter('admin')
  const driver = await enter('driver', PHONE)

  await test.step('the administrator invoices in red and enters a reason', async () => {
    await admin.goto(`/order-detail/${id}`)
    await admin.getByRole('button', { name: 'Invoice', exact: true }).click()
    await admin.getByRole('button', { name: 'Red' }).click()
    await admin.getByLabel('Reason').fill('δείγμα')
    await admin.getByRole('button', { name: 'Invoice without VAT' }).click()
    await demandStatus(admin, 'INVOICED')
    await expect(admin.getByRole('main')).toContainText('71.00.00')
    await expect(admin.getByRole('main')).toContainText('19.20')
  })

  const comesBack = async () => {
    const shipment = await planShipment(office, [id], DRIVER)
    await openRoute(driver, shipment)
    await cardOf(driver, id).getByRole('button', { name: 'RETURN', exact: true }).click()
    const dialog = driver.getByRole('dialog', { name: `Return order ${id}` })
    await dialog.getByText('Nobody was there').click()
    await dialog.getByRole('button', { name: 'RETURN', exact: true }).click()
    await expect(driver.getByText('Every order of this shipment is closed')).toBeVisible()
    await driver.getByRole('button', { name: 'RETURNS' }).click()
    await expect(driver.getByRole('dialog', { name: 'What comes back in this vehicle' })).toContainText(String(id))
  }

  await test.step('the customer is absent, so the order is returned and shipped again', async () => {
    await comesBack()
    await demandStatus(admin, 'RETURNED')
    await admin.getByRole('button', { name: 'Re-Ship' }).click()
    await demandStatus(admin, 'INVOICED')
  })

  await test.step('the order is returned again and cancelled', async () => {
    await comesBack()
    await demandStatus(admin, 'RETURNED')
    await demandLent(admin, shop.customer.id, 2)
    await follow(admin, `/order-detail/${id}`)
    await admin.getByRole('button', { name: 'Cancel order', exact: true }).click()
    const question = admin.getByRole('dialog', { name: `Cancel order ${id}` })
    await expect(question).toContainText('goes back to stock')
    await question.getByRole('button', { name: 'Cancel order', exact: true }).click()
    await demandStatus(admin, 'CANCELED')
  })

  await test.step('all goods are in stock again, and nothing is lent', async () => {
    await demandStock(admin, shop.candle, INITIAL_STOCK)
    await demandStock(admin, shop.lantern, INITIAL_STOCK)
    await demandStock(admin, shop.glass, INITIAL_STOCK)
    await demandLent(admin, shop.customer.id, 0)
    expect(await movements(office, shop.candle, id)).toEqual([-2, 2])
  })
})
