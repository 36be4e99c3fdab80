/** The list of orders and the page of one order, as a clerk reads them: widths, scrolls, neighbours and linked records. */
import { type Caller, expect, follow, intercept, openUndrawn, type Page, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { openShop, orderLanterns, ordersIn, planShipment, type Shop } from '../shop.ts'

let office: Caller
let shop: Shop

test.beforeAll(async ({ callerFor }) => {
  office = await callerFor('admin')
  shop = await openShop(office, 'Γειτονιά')
  const resource = Array.from({ length: 40 }, (_, index) => ({
    customer_id: shop.customer.id,
    products: [{ id: shop.lantern.id, quantity: index + 1 }],
  }))
  expect((await office.call('POST', '_table/custorders', { resource })).status).toBe(200)
})

const ofShop = `/orders?show=ALL&q=${encodeURIComponent('geitonia')}`
const rows = (page: Page) => page.getByRole('grid', { name: 'Orders' }).locator('tbody tr')
const IN_SIGHT = ['Creation date', 'Id', 'Name', 'Status', 'Total order']

/** Returns the cells with these labels that are not wholly in the window and in the table, as label and row. */
function readHidden(labels: string[]): string[] {
  const right = document.querySelector('[role="grid"]')?.parentElement?.getBoundingClientRect().right ?? 0
  return [...document.querySelectorAll('[role="grid"] tbody tr')].flatMap((row, index) =>
    labels
      .filter((label) => {
        const box = row.querySelector(`td[data-label="${label}"]`)?.getBoundingClientRect()
        return (
          box === undefined || box.width === 0 || box.left < 0 || box.right > Math.min(right, window.innerWidth) + 1
        )
      })
      .map((label) => `${label} of row ${index}`),
  )
}

/** The widths at which the facts of an order must be in sight: from a desk screen to a small phone. */
const SIGHT_WIDTHS = [1440, 1280, 1024, 900, 768, 640, 390, 320]

// Quicker proof: e2e/every-page.story.ts (no page scrolls sideways at three widths). Only this story shows which cells
// are in sight
test('date, number, customer, status and total of an order are in sight at every width, without scrolling sideways @in-ci', async ({
  enter,
}) => {
  const clerk = await enter('admin')
  // the orders of the demo company have open tasks and documents in their status
  await clerk.goto('/orders?show=ALL')
  await expect(rows(clerk).locator('td[data-label="Id"]').first()).toBeVisible()
  for (const width of SIGHT_WIDTHS) {
    await clerk.setViewportSize({ width, height: 800 })
    await expect.poll(() => clerk.evaluate(readHidden, IN_SIGHT), `${width} px`).toEqual([])
    const wider = () => clerk.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect.poll(wider, `the page at ${width} px`).toBeLessThanOrEqual(0)
  }
})

/** The widths between which columns come and go, and the lists. */
const FRAME_WIDTHS = [701, 768, 900, 960, 1024, 1180, 1280, 1440]
const FRAMED = [
  '/orders?show=ALL',
  '/products',
  '/customers',
  '/customer-balance',
  '/operations',
  '/packaging',
  '/people',
  '/shipping',
  '/providers',
  '/invoices',
  '/payments-list',
]

/** An order as wide as they become: its number has seven digits, it is worth millions, and its document waits. */
const WIDEST = {
  id: 1_234_567,
  status: 'READY-TO-INVOICE',
  document: 'AWAITS-MARK',
  products: 123_456_789,
  vat: 23_456_789,
  total: 146_913_578,
} as const

test.describe('in Greek, whose words are the longest', () => {
  test.use({ language: 'gr' })
  // Quicker proof: e2e/every-page.story.ts (no page scrolls sideways at three widths). Only this story shows that a
  // table fits into its frame at the widths between
  test('the lists of the office and of the packers fit into their frame from 701 px @in-ci', async ({ enter }) => {
    const clerk = await enter('admin')
    await intercept(clerk, '**/app/orders.list?*', async (route) => {
      const response = await route.fetch()
      const list = await response.json()
      const [first, ...others] = list.rows
      await route.fulfill({ response, json: { ...list, rows: [{ ...first, ...WIDEST }, ...others] } })
    })
    for (const path of FRAMED) {
      await (path.startsWith('/orders') ? openUndrawn(clerk, path) : clerk.goto(path))
      const frame = clerk
        .locator('main div')
        .filter({ has: clerk.locator('> table') })
        .first()
      await expect(frame.locator('tbody tr td').nth(2)).toBeVisible()
      if (path.startsWith('/orders')) await expect(frame.locator('[data-document]').first()).toBeAttached()
      for (const width of FRAME_WIDTHS) {
        await clerk.setViewportSize({ width, height: 800 })
        // some columns leave only after the page has rendered for the new width
        const hidden = () => frame.evaluate((box) => box.scrollWidth - box.clientWidth)
        await expect.poll(hidden, `${path} at ${width} px`).toBe(0)
        // the name takes what the other columns leave, so that it is not cut beside empty room
        if (path === '/products' && width === 701)
          await expect
            .poll(() =>
              frame
                .locator('td[data-card="title"]')
                .first()
                .evaluate((cell) => cell.clientWidth),
            )
            .toBeGreaterThan(240)
      }
    }
  })
})

// Quicker proof: web/ui/table/TableFooter.test.tsx, e2e/every-page.story.ts. Only this story shows that head and foot
// stay in sight
test('only the rows of the list are scrolled, and the head and the foot of the table stay in sight @in-ci', async ({
  enter,
}) => {
  const clerk = await enter('admin')
  await clerk.goto(ofShop)
  await expect(rows(clerk)).toHaveCount(40)
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const) {
    await clerk.setViewportSize({ width, height })
    const hidden = () =>
      clerk.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight)
    await expect.poll(hidden, `${width} px`).toBeLessThanOrEqual(1)
    await rows(clerk).last().scrollIntoViewIfNeeded()
    await expect(clerk.getByRole('columnheader', { name: 'Total order' })).toBeInViewport()
    await expect(clerk.getByRole('status').filter({ hasText: /–/ })).toBeInViewport()
  }
})

// Quicker proof: features/orders/web/list/order-filters.test.ts
test('the statuses above the list follow the life of an order, and only invoiced orders have a column for the invoicing date @in-ci', async ({
  enter,
}) => {
  const clerk = await enter('user')
  await clerk.goto('/orders?show=PENDING-STOCK')
  const buttons = clerk.getByRole('group', { name: 'Orders by status' }).getByRole('button')
  const statuses = () => buttons.evaluateAll((all) => all.map((one) => one.getAttribute('data-filter')))
  await expect
    .poll(statuses)
    .toEqual(
      'ALL,OFFER,PENDING-STOCK,STOCK-OK,TO-PACKAGE,PACKAGED,READY-TO-INVOICE,PARKED,INVOICED,ON SHIPPING,SHIPPED,RETURNED,CANCELED'.split(
        ',',
      ),
    )
  const places = await buttons.evaluateAll((all) =>
    all.map((one) => [one.getBoundingClientRect().top, one.getBoundingClientRect().height].join('/')),
  )
  expect(new Set(places).size).toBe(1)

  // The page has opened with the orders that wait for stock.
  const column = clerk.getByRole('columnheader', { name: 'Invoicing date' })
  await expect(clerk.getByRole('columnheader', { name: 'Total order' })).toBeVisible()
  await expect(column).toHaveCount(0)
  await follow(clerk, '/orders?show=INVOICED')
  await expect(column).toBeVisible()
})

// Quicker proof: features/orders/web/opened-list.test.tsx
test('previous and next follow the list from which the order was opened, and the way back leads to that list @in-ci', async ({
  enter,
}) => {
  const clerk = await enter('user')
  await clerk.goto(`${ofShop}&sort=total`)
  await expect(rows(clerk)).toHaveCount(40)
  const ids = await rows(clerk).locator('td[data-label="Id"]').allTextContents()
  expect(new Set(ids).size).toBe(40)
  await rows(clerk).nth(1).click()
  const title = (id: string | undefined) => clerk.getByRole('heading', { level: 1, name: `Order ${id}` })
  await expect(title(ids[1])).toBeVisible()
  await clerk.getByRole('link', { name: `Next order: ${ids[2]}` }).click()
  await expect(title(ids[2])).toBeVisible()
  await clerk.getByRole('link', { name: `Previous order: ${ids[1]}` }).click()
  await clerk.getByRole('link', { name: `Previous order: ${ids[0]}` }).click()
  await expect(title(ids[0])).toBeVisible()
  await expect(clerk.getByRole('button', { name: 'No previous order in the list' })).toBeDisabled()
  await clerk.locator('main').getByRole('link', { name: 'Orders', exact: true }).click()
  await expect(rows(clerk)).toHaveCount(40)
  expect(await rows(clerk).locator('td[data-label="Id"]').first().textContent()).toBe(ids[0])
})

// Quicker proof: features/orders/domain/life-path.test.ts, features/operations/server/linked-records.test.ts
test('the order page shows its place in the life of orders, its day of delivery and what belongs to it @in-ci', async ({
  enter,
}) => {
  const clerk = await enter('user')
  const offer = await orderLanterns(office, shop, 1, { offer: true, expectedDelivery: '2031-05-20' })
  await done(office.press('orders.move-order', { id: offer, transition: 'convert' }))
  await clerk.goto(`/order-detail/${offer}`)
  await expect(clerk.getByRole('main').getByText(/Delivery 20\/05\/2031/)).toBeVisible()
  await expect(clerk.getByRole('list', { name: 'Steps of the order' }).locator('[aria-current="step"]')).toHaveText(
    'Pending stock',
  )
  const linked = clerk.getByRole('navigation', { name: 'Linked records' })
  await expect(linked.getByRole('link', { name: `Offer ${offer}` })).toBeVisible()

  const [shipped = 0] = await ordersIn('INVOICED', 1, office, shop)
  const shipment = await planShipment(office, [shipped], 'Γιώργος Οδηγός')
  await done(
    office.press('payments.collect-payment', { customerId: shop.customer.id, orderId: shipped, amount: 10_00 }),
  )
  await follow(clerk, `/order-detail/${shipped}`)
  await expect(linked.locator('[data-linked="shipment"]')).toContainText(`Shipment ${shipment} · Γιώργος Οδηγός`)
  await expect(linked.locator('[data-linked="payments"]')).toContainText('€10.00')
})

// Quicker proof: features/stock/domain/availability.test.ts, features/orders/server/order-stock.test.ts
test('a line in stock has no badge, and one that lacks pieces has @in-ci', async ({ enter }) => {
  const clerk = await enter('user')
  const badge = clerk.getByRole('tabpanel').locator('[data-status="STOCK-OK"], [data-status="STOCK-FAULT"]')
  await clerk.goto(`/order-detail/${await orderLanterns(office, shop, 1)}`)
  await expect(clerk.getByRole('tabpanel').getByText(/Stock/).first()).toBeVisible()
  await expect(badge).toHaveCount(0)
  await follow(clerk, `/order-detail/${await orderLanterns(office, shop, 99_999)}`)
  await expect(badge).toHaveAttribute('data-status', 'STOCK-FAULT')
})

test('cancelling stands last and apart, what comes next is the filled button, and an order opened from elsewhere has no neighbours', async ({
  enter,
}) => {
  const clerk = await enter('user')
  const [id = 0] = await ordersIn('STOCK-OK', 1, office, shop)
  await clerk.goto(`/order-detail/${id}`)
  const actions = clerk.getByRole('group', { name: 'Actions' }).locator('a, button')
  await expect(actions).toHaveText(['Send for packaging', 'Edit', 'Copy order', 'Cancel order'])
  const filled = actions.and(clerk.locator('[data-variant="filled"], :not([data-variant])'))
  await expect(filled).toHaveText(['Send for packaging'])
  await expect(clerk.getByRole('navigation', { name: 'Neighbours in the list' })).toHaveCount(0)

  // on a phone one row holds the next action and edit, and a menu holds the others with cancelling last
  await clerk.setViewportSize({ width: 360, height: 800 })
  await expect(actions).toHaveText(['Send for packaging', 'Edit', ''])
  const tops = await actions.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom))
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThanOrEqual(4)
  await clerk.getByRole('button', { name: 'More actions' }).click()
  await expect(clerk.getByRole('menuitem')).toHaveText(['Copy order', 'Cancel order'])
  await clerk.getByRole('menuitem', { name: 'Cancel order' }).click()
  await expect(clerk.getByRole('dialog', { name: new RegExp(`Cancel order ${id}`) })).toBeVisible()
})

test('one selected order can be copied from the list, and several cannot', async ({ enter }) => {
  const clerk = await enter('user')
  await clerk.goto(ofShop)
  await expect(rows(clerk).nth(39)).toBeVisible()
  const first = await rows(clerk).nth(0).locator('td[data-label="Id"]').textContent()
  const copy = clerk.getByRole('link', { name: /^Copy (order|offer)$/ })
  await rows(clerk).nth(0).getByRole('checkbox').click()
  await expect(copy).toHaveAttribute('href', `/createorder?copy=${first}`)
  await rows(clerk).nth(1).getByRole('checkbox').click()
  await expect(clerk.getByRole('button', { name: 'Papers' })).toBeVisible()
  await expect(copy).toHaveCount(0)
})
