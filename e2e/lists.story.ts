/** The office works with the list of orders: filters, search, sorting, pages, and failures of the server. */
import { readFileSync } from 'node:fs'
import { type Caller, expect, intercept, openUndrawn, type Page, signIn, test } from './fixtures.ts'
import { done } from './proofs/callers.ts'
import { FULL_LENGTH } from '#testing/length.ts'
import { readExcel } from './read-excel.ts'
import { athensDay, openShop, orderLanterns, PIECE, type Shop } from './shop.ts'

const ORDERS = 160

let office: Caller
let shop: Shop

test.beforeAll(async ({ callerFor }) => {
  office = await callerFor('admin')
  shop = await openShop(office, 'Μακρύς Κατάλογος')
  // The data API creates orders of 1 to 160 lanterns, as an external program does.
  const resource = Array.from({ length: ORDERS }, (_, index) => ({
    customer_id: shop.customer.id,
    label: index % 2 === 0 ? 'Άρτεμις' : 'Ζέφυρος',
    products: [{ id: shop.lantern.id, quantity: (index % 3) + 1 }],
  }))
  const { status, body } = await office.call('POST', '_table/custorders', { resource })
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(200)
})

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
const range = (page: Page) => page.getByRole('status').filter({ hasText: /–/ })
const rows = (page: Page) => page.getByRole('grid', { name: 'Orders' }).locator('tbody tr')
const chip = (page: Page, name: string) =>
  page
    .getByRole('group', { name: 'Orders by status' })
    .getByRole('button', { name: new RegExp(`^${name}\\s*[\\d.,·]*$`) })
const column = (page: Page, title: string) => rows(page).locator(`td[data-label="${title}"]`)

test('the list of orders opens with the texts of its areas in one language, and loads neither charts nor drag and drop', async ({
  enter,
}) => {
  const clerk = await enter('user')
  await clerk.goto('/orders')
  await expect(rows(clerk).first()).toBeVisible()
  const files = await clerk.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .flatMap(({ name: address, decodedBodySize: bytes }) => {
        const name = /([^/]+)-[^/]{8}\.js(?:on)?$/.exec(address)?.[1]
        return name === undefined ? [] : [{ name, bytes }]
      }),
  )
  const names = files.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['base', 'lists', 'OrdersPage', 'texts-en-frame', 'texts-en-orders']))
  expect(
    names.filter((name) =>
      /charts|drag|^(parts|shared|board|day)$|^texts-(?!en-)|^texts-en-(backup|driver|import|settings|webhooks|payments)$/.test(
        name,
      ),
    ),
  ).toEqual([])
  // Uncompressed they have 1.4 MB (decision 124). scripts/first-load.ts limits what is sent.
  expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(1_700_000)
})

// Quicker proof: features/orders/web/list/order-filters.test.ts, features/orders/server/orders.test.ts
test('every status button shows the orders of its status and their number @in-ci', async ({ enter }) => {
  const clerk = await enter('user')
  await clerk.goto('/orders')
  await expect(chip(clerk, 'Pending Stock')).toHaveAttribute('aria-pressed', 'true')
  const { counts } = (await office.ask('orders.counts')).body
  const buttons = {
    'Ready for Invoicing': 'READY-TO-INVOICE',
    'On Shipping': 'ON SHIPPING',
    Invoiced: 'INVOICED',
    Offers: 'OFFER',
    Shipped: 'SHIPPED',
    Returns: 'RETURNED',
    'In stock': 'STOCK-OK',
    'To package': 'TO-PACKAGE',
    Packaged: 'PACKAGED',
    Parked: 'PARKED',
    Cancelled: 'CANCELED',
    'Pending Stock': 'PENDING-STOCK',
  }
  for (const [name, status] of Object.entries(buttons)) {
    await chip(clerk, name).click()
    await expect(chip(clerk, name)).toHaveAttribute('aria-pressed', 'true')
    await expect(chip(clerk, name)).toContainText(String(counts[status] ?? 0))
    if ((counts[status] ?? 0) === 0) {
      await expect(clerk.getByText(`No orders under “${name}”`)).toBeVisible()
      continue
    }
    await expect(range(clerk)).toContainText(`of ${counts[status]}`)
    await expect(rows(clerk).locator(`[data-status]:not([data-status="${status}"])`)).toHaveCount(0)
  }
  // Only administrators see deleted offers.
  await expect(chip(clerk, 'Deleted offers')).toHaveCount(0)
})

test('more than 150 orders are split into pages, and a reload or the back button keeps sort, page, search and filter', async ({
  enter,
}) => {
  const clerk = await enter('user')
  await clerk.goto('/orders?show=ALL')
  await search(clerk).fill('makrys katalogos')
  await expect(range(clerk)).toHaveText(`1–150 of ${ORDERS}`)
  await expect(rows(clerk)).toHaveCount(150)

  await clerk.getByRole('button', { name: 'Total order' }).click()
  await expect(clerk.getByRole('columnheader', { name: 'Total order' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(column(clerk, 'Total order').first()).toContainText('15.50')
  await clerk.getByRole('button', { name: 'Total order' }).click()
  await expect(column(clerk, 'Total order').first()).toContainText('46.50')

  await clerk.getByRole('button', { name: 'Next page' }).click()
  await expect(range(clerk)).toHaveText(`151–160 of ${ORDERS}`)
  await expect(rows(clerk)).toHaveCount(10)
  const state = clerk.url()
  await clerk.reload()
  await expect(range(clerk)).toHaveText(`151–160 of ${ORDERS}`)
  await expect(search(clerk)).toHaveValue('makrys katalogos')
  await expect(clerk.getByRole('columnheader', { name: 'Total order' })).toHaveAttribute('aria-sort', 'descending')

  const id = (await column(clerk, 'Id').first().innerText()).trim()
  await rows(clerk).first().click()
  await expect(clerk).toHaveURL(new RegExp(`/order-detail/${id}$`))
  await clerk.goBack()
  await expect(clerk).toHaveURL(state)
  await expect(range(clerk)).toHaveText(`151–160 of ${ORDERS}`)
})

// Quicker proof: features/orders/server/search/find-orders.test.ts
test('one search finds orders by VAT number, phone, product and amount, and says which fields it reads @in-ci', async ({
  enter,
}) => {
  const clerk = await enter('user')
  await clerk.goto('/orders?show=ALL')
  await expect(search(clerk)).toHaveAccessibleDescription(
    'Number, customer, VAT number, phone, address, product, SKU, note, amount',
  )
  for (const text of [shop.customer.vat, shop.customer.phone.slice(-8), shop.lantern.name, 'makrys 46,50']) {
    await search(clerk).fill('no order says this')
    await expect(rows(clerk)).toHaveCount(0)
    await search(clerk).fill(text)
    await expect(rows(clerk).first()).toContainText(shop.customer.name)
  }
})

// Quicker proof: web/ui/table/DataTable.test.tsx, features/orders/server/search/find-orders.test.ts,
// features/orders/server/orders.test.ts
test('columns are filtered by text, by range and by choice, and a chip removes each filter @in-ci', async ({
  enter,
}) => {
  const clerk = await enter('user')
  await clerk.goto('/orders?show=ALL')
  await clerk.getByRole('button', { name: 'Filters', exact: true }).click()
  // The list fits into the window with its filters, also with those that are set.
  const sideways = () =>
    clerk.getByRole('grid', { name: 'Orders' }).evaluate((grid) => {
      const box = grid.parentElement as HTMLElement
      return box.scrollWidth - box.clientWidth
    })
  await expect(clerk.getByRole('textbox', { name: 'Filter: Name' })).toBeVisible()
  expect(await sideways()).toBe(0)
  // Keys come faster than answers, and no letter is lost.
  await clerk.getByRole('textbox', { name: 'Filter: Name' }).pressSequentially('makrys kat', { delay: 35 })
  await expect(clerk).toHaveURL(/f\.name=makrys(\+|%20)kat/)
  await expect(clerk.getByRole('textbox', { name: 'Filter: Name' })).toHaveValue('makrys kat')
  await expect(range(clerk)).toContainText(`of ${ORDERS}`)
  await clerk.getByRole('textbox', { name: 'Filter: Label' }).fill('αρτεμις')
  await expect(range(clerk)).toHaveText(`1–${ORDERS / 2} of ${ORDERS / 2}`)
  await expect(column(clerk, 'Label').filter({ hasNotText: 'Άρτεμις' })).toHaveCount(0)

  await clerk.getByRole('button', { name: 'Filter: Total order' }).click()
  await expect(clerk.getByRole('dialog', { name: 'Filter: Total order' }).getByRole('textbox').first()).toBeFocused()
  // the second end follows at once
  await clerk.keyboard.type('31')
  await clerk.keyboard.press('Tab')
  await clerk.keyboard.type('10000', { delay: 40 })
  await expect(clerk).toHaveURL(/f\.total=3100\.\.1000000/)
  await expect(column(clerk, 'Total order').filter({ hasText: '15.50' })).toHaveCount(0)
  await expect(column(clerk, 'Total order').first()).toBeVisible()
  await clerk.keyboard.press('Escape')
  expect(await sideways()).toBe(0)

  await clerk.getByRole('button', { name: 'Filter: Status' }).click()
  await clerk.getByRole('checkbox', { name: 'Shipped' }).check()
  await expect(clerk.getByText('Nothing found').first()).toBeVisible()
  await clerk.keyboard.press('Escape')
  await clerk.getByRole('button', { name: 'Clear filters' }).click()
  await expect(clerk.getByRole('textbox', { name: 'Filter: Name' })).toHaveValue('')
  await expect(range(clerk)).toContainText('1–150 of')
})

// Quicker proof: web/ui/form/PeriodPicker.test.tsx
test('a period of days filters the orders by keyboard alone @in-ci', async ({ enter }) => {
  const clerk = await enter('user')
  await clerk.goto(`/orders?show=ALL&q=${encodeURIComponent('Μακρύς Κατάλογος')}`)
  await expect(range(clerk)).toContainText(`of ${ORDERS}`)
  await clerk.getByRole('button', { name: /^Filters/ }).press('Enter')
  await clerk.getByRole('button', { name: 'Filter: Creation date' }).press('Enter')
  const days = clerk.getByRole('dialog', { name: 'Filter: Creation date' })
  await expect(days.getByRole('button', { name: 'Today' })).toBeFocused()
  await days.getByRole('button', { name: 'Last month' }).press('Enter')
  await expect(days.getByRole('button', { name: 'Last month' })).toHaveAttribute('aria-pressed', 'true')
  await expect(rows(clerk).locator('td[data-label="Id"]')).toHaveCount(0)
  await days.getByRole('button', { name: 'This year' }).press('Enter')
  await expect(range(clerk)).toContainText(`of ${ORDERS}`)
})

// Quicker proof: web/ui/table/DataTable.test.tsx, features/orders/server/search/find-orders.test.ts
test('an order is found and opened by keyboard alone @in-ci', async ({ enter }) => {
  const clerk = await enter('user')
  await clerk.goto('/orders?show=ALL')
  await expect(rows(clerk).first()).toBeVisible()
  await clerk.keyboard.press('/')
  await expect(search(clerk)).toBeFocused()
  await clerk.keyboard.type('ΜΑΚΡΎΣ ΚΑΤΆΛΟΓΟΣ')
  await expect(range(clerk)).toHaveText(`1–150 of ${ORDERS}`)
  await clerk.keyboard.press('ArrowDown')
  await expect(rows(clerk).first()).toBeFocused()
  await clerk.keyboard.press('ArrowDown')
  await expect(rows(clerk).nth(1)).toBeFocused()
  const id = (await column(clerk, 'Id').nth(1).innerText()).trim()
  await clerk.keyboard.press('Enter')
  await expect(clerk).toHaveURL(new RegExp(`/order-detail/${id}$`))
})

test('an order that another program creates appears by itself', async ({ enter, callerFor }) => {
  const fresh = await openShop(await callerFor('admin'), 'Φρέσκος')
  const clerk = await enter('user')
  await clerk.goto('/orders?show=STOCK-OK')
  await search(clerk).fill('freskos')
  await expect(clerk.getByText('Nothing found').first()).toBeVisible()
  await office.press('orders.create-order', {
    customerId: fresh.customer.id,
    lines: [{ productId: fresh.lantern.id, quantity: PIECE }],
  })
  await expect(rows(clerk)).toHaveCount(1)
})

// Quicker proof: web/ui/table/DataTable.test.tsx, web/ui/problems.test.ts
test('a failure of the server shows in the list with a retry, and the person stays signed in @in-ci', async ({
  enter,
}) => {
  const clerk = await enter('user')
  await intercept(clerk, '**/app/orders.list?*', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  )
  await openUndrawn(clerk, '/orders')
  const failure = clerk.getByRole('alert')
  await expect(failure).toContainText('This could not be loaded')
  await expect(failure).toContainText('Something went wrong on the server.')
  await clerk.unroute('**/app/orders.list?*')
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(clerk).first()).toBeVisible()
  await expect(clerk).toHaveURL(/\/orders$/)
})

test('an offline list says so and loads again when the connection returns @main', async ({ enter }) => {
  const clerk = await enter('user')
  await clerk.goto('/orders')
  await expect(rows(clerk).first()).toBeVisible()
  await clerk.context().setOffline(true)
  await chip(clerk, 'Offers').click()
  await expect(clerk.getByRole('alert').first()).toContainText('The server cannot be reached')
  await clerk.context().setOffline(false)
  await expect(rows(clerk).first()).toBeVisible()
  await expect(chip(clerk, 'Offers')).toHaveAttribute('aria-pressed', 'true')
})

test('the search by delivery date offers the last seven days and also reads the address', async ({ enter }) => {
  const clerk = await enter('user')
  const seen = await openShop(office, 'Τσακάλι')
  const near = await done(
    office.press('orders.create-order', {
      customerId: seen.customer.id,
      expectedDelivery: `${athensDay(0)} 10:00:00`,
      deliveryAddress: { address: 'Τσακάλωφ 7', city: 'Αθήνα', postcode: '10673' },
      lines: [{ productId: seen.lantern.id, quantity: PIECE }],
    }),
  )
  await clerk.goto('/orders?show=ALL')
  await clerk.getByRole('button', { name: 'Search by delivery date' }).click()
  const form = clerk.getByRole('form', { name: 'Search by delivery date' })
  const shown = (day: string) => day.split('-').toReversed().join('/')
  await expect(form.getByLabel('Expected delivery from')).toHaveValue(shown(athensDay(-6)))
  await expect(form.getByLabel('to', { exact: true })).toHaveValue(shown(athensDay(0)))
  await form.getByLabel('Delivery address').fill('tsakalof')
  await form.getByRole('button', { name: 'Search' }).click()
  await expect(rows(clerk)).toHaveCount(1)
  await expect(column(clerk, 'Id')).toHaveText(String(near.id))
  await form.getByText('Clear', { exact: true }).click()
  await expect(form).toHaveCount(0)
  await expect(range(clerk)).toContainText('1–150 of')
})

test('the refresh button shows a change that no live update announced', async ({ enter }) => {
  const clerk = await enter('user')
  await intercept(clerk, '**/app/live*', (route) => route.abort())
  await clerk.goto('/orders?show=OFFER')
  await search(clerk).fill('makrys katalogos')
  await expect(clerk.getByText('Nothing found').first()).toBeVisible()
  await orderLanterns(office, shop, 1, { offer: true })
  await clerk.getByRole('button', { name: 'Refresh' }).click()
  await expect(rows(clerk)).toHaveCount(1)
})

// Quicker proof: features/orders/server/moves/process-orders.test.ts, features/orders/server/orders.test.ts
test('Process moves orders in stock to In stock, moves the others back, and shows that filter @in-ci', async ({
  enter,
}) => {
  const fresh = await openShop(office, 'Διεργασία')
  const order = async (pieces: number) =>
    (
      await done(
        office.press('orders.create-order', {
          customerId: fresh.customer.id,
          lines: [{ productId: fresh.lantern.id, quantity: pieces * PIECE }],
        }),
      )
    ).id as number
  const count = (pieces: number) =>
    done(
      office.press('stock.adjust-stock', { productId: fresh.lantern.id, newStock: pieces * PIECE, reason: 'απογραφή' }),
    )
  await count(5)
  const [small, large] = [await order(4), await order(9)]
  // The stock rises for one product and falls for the other. Eight pieces are enough for one order only.
  await count(3)
  const clerk = await enter('user')
  await clerk.goto('/orders')
  await search(clerk).fill('diergasia')
  await expect(column(clerk, 'Id')).toHaveText([String(large)])
  await clerk.getByRole('button', { name: 'Process' }).click()
  await expect(chip(clerk, 'In stock')).toHaveAttribute('aria-pressed', 'true')
  expect((await done(office.ask('orders.detail', { id: small }))).order.status).toBe('PENDING-STOCK')
  await count(9)
  await clerk.getByRole('button', { name: 'Process' }).click()
  await search(clerk).fill('diergasia')
  await expect(column(clerk, 'Id')).toHaveText([String(large), String(small)])
})

test.describe('in Greek', () => {
  test.use({ language: 'gr' })
  test('the filtered list is exported to Excel with real numbers and days, whatever its length', async ({ enter }) => {
    const clerk = await enter('user')
    await clerk.goto('/orders?show=ALL&sort=total')
    const { count } = await done(office.ask('orders.count', {}))
    await expect(clerk.getByRole('status').filter({ hasText: `από ${count}` })).toBeVisible()
    await clerk.getByRole('button', { name: 'Εξαγωγή' }).click()
    const saved = clerk.waitForEvent('download')
    await clerk.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.xlsx$/)
    const [titles, ...cells] = readExcel(readFileSync(await file.path()))
    expect(titles).toEqual([
      'Αριθμός',
      'Επωνυμία',
      'Διακριτικός τίτλος',
      'Ημ. δημιουργίας',
      'Ημ. παράδοσης',
      'Κατάσταση',
      'Είδη',
      'Αξία προϊόντων',
      'ΦΠΑ',
      'Σύνολο παραγγελίας',
      'Ημ. τιμολόγησης',
    ])
    expect(cells).toHaveLength(count)
    const own = cells.filter((row) => row[1] === shop.customer.name && row[2] === 'Άρτεμις')
    expect(own).toHaveLength(ORDERS / 2)
    // Excel counts days from 30 December 1899.
    const today = Math.round(Date.parse(`${athensDay(0)}T00:00:00Z`) / 86_400_000) + 25_569
    for (const [id, , , created, , status, lines, products, vat, total] of own) {
      expect([today - 1, today]).toContain(created)
      expect([status, lines, typeof id]).toEqual(['Με απόθεμα', 1, 'number'])
      expect(Number(products) + Number(vat)).toBeCloseTo(Number(total), 6)
    }
    const totals = cells.map((row) => Number(row[9]))
    expect(totals).toEqual(totals.toSorted((a, b) => a - b))
  })
})

test('all matching orders are sent for packaging in parts while the clerk works elsewhere, and each refused one has its reason @both-engines', async ({
  enter,
}) => {
  const clerk = await enter('user')
  await clerk.goto('/orders?show=STOCK-OK')
  await search(clerk).fill('makrys katalogos')
  await expect(range(clerk)).toHaveText(`1–150 of ${ORDERS}`)
  await clerk.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  const bar = clerk.getByRole('region', { name: /selected/ })
  await expect(bar).toContainText('150 selected')
  await bar.getByRole('button', { name: `Select all ${ORDERS} that match` }).click()
  await expect(bar).toContainText(`All ${ORDERS} that match are selected`)

  // Another person cancels one of the orders after its id was read and before it is sent.
  let cancelled = 0
  await intercept(clerk, '**/app/orders.ids?*', async (route) => {
    const response = await route.fetch()
    cancelled = ((await response.json()) as { ids: number[] }).ids[0] ?? 0
    await done(office.press('orders.move-order', { id: cancelled, transition: 'cancel' }))
    await route.fulfill({ response })
  })
  const second = Promise.withResolvers<void>()
  let parts = 0
  await intercept(clerk, '**/app/orders.move-orders', async (route) => {
    parts += 1
    if (parts === 2) await second.promise
    await route.continue()
  })
  await bar.getByRole('button', { name: 'Send for packaging' }).click()
  await clerk.getByRole('button', { name: `Send ${ORDERS} orders` }).click()
  const work = clerk.getByRole('status').filter({ hasText: `100 of ${ORDERS}` })
  await expect(work).toBeVisible()
  await clerk.getByRole('link', { name: 'Customers' }).click()
  await expect(clerk).toHaveURL(/\/customers$/)
  await expect(work).toBeVisible()
  second.resolve()
  await expect(clerk.getByText(`${ORDERS - 1} orders sent for packaging.`)).toBeVisible()
  await expect(work).toHaveCount(0)
  const stayed = clerk.getByRole('dialog', { name: '1 order was not changed' })
  await expect(stayed).toContainText(`Order ${cancelled}`)
  await expect(stayed).toContainText('This is not possible while the order is “Cancelled”.')
  const left = await done(office.ask('orders.count', { search: 'makrys katalogos', filters: { status: ['STOCK-OK'] } }))
  expect(left.count).toBe(0)
})

// Quicker proof: web/ui/problems.test.ts
test('a 400, 401 or 403 of the list ends the session (C-45) @in-ci', async ({ enter }) => {
  const clerk = await enter('user')
  for (const status of [400, 401, 403]) {
    await intercept(clerk, '**/app/orders.list?*', (route) =>
      route.fulfill({ status, contentType: 'application/json', body: '{}' }),
    )
    await clerk.goto('/orders')
    await expect(clerk, String(status)).toHaveURL(/\/login$/)
    expect(await clerk.evaluate(() => localStorage.getItem('authUser'))).toBeNull()
    await clerk.unroute('**/app/orders.list?*')
    await signIn(clerk, 'user')
  }
})

for (const [path, name] of [
  ['/orders', 'orders'],
  ...(FULL_LENGTH
    ? ([
        ['/customers', 'customers'],
        ['/products', 'products'],
      ] as const)
    : []),
] as const) {
  test(`a session that has ended on the list of ${name} leads to the sign-in page`, async ({ enter }) => {
    const clerk = await enter('user')
    await clerk.goto(path)
    // Until the first answer the grid shows grey rows, and Refresh waits for that answer.
    await expect(clerk.getByText(/^1–\d+ of \d+/)).toBeVisible()
    await clerk.context().clearCookies({ name: 'kerino_session' })
    // a request of the page itself may meet the end of the session first, and then the button is gone
    await Promise.race([clerk.getByRole('button', { name: 'Refresh' }).click(), clerk.waitForURL(/\/login$/)])
    await expect(clerk).toHaveURL(/\/login$/)
    expect(await clerk.evaluate(() => localStorage.getItem('authUser'))).toBeNull()
  })
}

// Quicker proof: web/ui/form/fit-to-contract.test.ts, app/server/every-endpoint/bad-input.test.ts,
// app/web/router/no-record.test.tsx
test('an over-long text in the search, a filter or the address finds nothing and ends no session (C-79) @in-ci', async ({
  enter,
}) => {
  const clerk = await enter('user')
  await clerk.goto('/orders')
  await clerk.getByRole('searchbox', { name: 'Search' }).fill('ξ7'.repeat(101))
  await clerk.waitForURL(/q=/)
  await expect(clerk.getByText('Nothing found').first()).toBeVisible()
  for (const address of [`/products?f.id=${'9'.repeat(40)}`, `/customers?f.name=${'q7'.repeat(250)}`]) {
    await clerk.goto(address)
    await expect(clerk.getByText('Nothing found').first()).toBeVisible()
  }
  await clerk.goto('/products?f.usageType=RED&f.unit=Barrel&sort=colour&page=x')
  await expect(clerk.getByRole('row').nth(2)).toBeVisible()
  await expect(clerk).toHaveURL(/\/products/)
  await clerk.goto(`/customer-detail/${'9'.repeat(40)}`)
  await expect(clerk.getByText(`There is no customer ${'9'.repeat(40)}.`)).toBeVisible()
})
