/** Where the focus begins in dialogs, and where it returns: to what opened them, and to the row of a list. */
import { type Account, expect, type Locator, type Page, PHONE, test } from '../fixtures.ts'
import { openShop, ordersIn, planShipment, type Shop } from '../shop.ts'

let shop: Shop
let stocked: number
let packaged: number
let shipment: number

test.beforeAll(async ({ callerFor }) => {
  if (shop) return
  const office = await callerFor('admin')
  shop = await openShop(office, 'Εστία')
  ;[stocked = 0] = await ordersIn('STOCK-OK', 1, office, shop)
  await ordersIn('TO-PACKAGE', 2, office, shop)
  ;[packaged = 0] = await ordersIn('READY-TO-INVOICE', 1, office, shop)
  shipment = await planShipment(office, await ordersIn('INVOICED', 2, office, shop), 'Γιώργος Οδηγός')
})

/** The uppermost dialog. A dialog that fades out is still in the page. */
const dialogOf = (page: Page, title: string | RegExp) => page.getByRole('dialog', { name: title })

/** Returns what has the focus inside a dialog, or 'outside'. */
const focusIn = (dialog: Locator): Promise<string> =>
  dialog.evaluate((box) => {
    const now = document.activeElement
    if (now === null || !box.contains(now)) return 'outside'
    if (now.closest('.mantine-Modal-close, .mantine-Drawer-close')) return 'the closing button'
    return now === box ? 'the whole dialog' : 'inside'
  })

/** Opens a dialog by a held Enter key, which must neither close it nor press a button in it, and closes it by Escape. */
async function demandFocus(page: Page, opener: Locator, title: string | RegExp, back = opener): Promise<void> {
  await opener.focus()
  await expect(opener).toBeFocused()
  await page.keyboard.down('Enter')
  const dialog = dialogOf(page, title)
  await expect(dialog).toBeVisible()
  await expect.poll(() => focusIn(dialog), `focus in ${title}`).toBe('inside')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(dialog).toBeVisible()
  expect(await focusIn(dialog), `focus in ${title} after the key`).toBe('inside')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(back, `focus after ${title}`).toBeFocused()
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()

type Stop = { readonly opener: string | RegExp; readonly dialog: string | RegExp }
type Place = { readonly what: string; readonly as: Account; readonly address: () => string; readonly stops: Stop[] }

const PLACES: readonly Place[] = [
  {
    what: 'a product',
    as: 'admin',
    address: () => `/product-overview/${shop.candle.id}`,
    stops: [
      { opener: 'Adjust stock', dialog: /^Adjust stock/ },
      { opener: 'Cost', dialog: 'Cost of the product' },
      { opener: 'History', dialog: 'History' },
    ],
  },
  {
    what: 'an order with stock',
    as: 'admin',
    address: () => `/order-detail/${stocked}`,
    stops: [
      { opener: 'Stock status', dialog: 'Stock status' },
      { opener: 'Cancel order', dialog: /^Cancel order/ },
    ],
  },
  {
    what: 'an order to invoice',
    as: 'admin',
    address: () => `/order-detail/${packaged}`,
    stops: [{ opener: 'Invoice', dialog: /^Confirm shipping/ }],
  },
  {
    what: 'a new order',
    as: 'admin',
    address: () => '/createorder',
    stops: [
      { opener: 'All customers', dialog: 'Choose customer' },
      { opener: 'Browse products', dialog: 'Browse products' },
    ],
  },
  {
    what: 'a new customer',
    as: 'admin',
    address: () => '/createcustomer',
    stops: [
      { opener: 'Look up', dialog: 'Look up a VAT number' },
      { opener: 'Find on the map', dialog: 'Address on the map' },
    ],
  },
  {
    what: 'shipping',
    as: 'admin',
    address: () => '/shipping',
    stops: [{ opener: 'Drivers and vehicles', dialog: 'Drivers and vehicles' }],
  },
]

for (const { what, as, address, stops } of PLACES) {
  // Quicker proof: web/ui/overlay/overlay-focus.test.tsx
  test(`dialogs of ${what} begin with the focus at their first field or main button, and return it @in-ci`, async ({
    enter,
  }) => {
    const page = await enter(as)
    await page.goto(address())
    for (const { opener, dialog } of stops) await demandFocus(page, button(page, opener), dialog)
  })
}

// Quicker proof: web/ui/overlay/overlay-focus.test.tsx
test('a dialog that a menu opened returns the focus to the button of the menu @in-ci', async ({ enter }) => {
  const page = await enter('admin')
  await page.goto(`/order-detail/${stocked}`)
  for (const [menu, entry, title] of [
    ['Papers', 'Send by e-mail…', 'Send by e-mail'],
    [`More about ${shop.candle.name}`, 'Sales history', 'Sales history'],
  ] as const) {
    const opener = button(page, menu)
    await opener.focus()
    await page.keyboard.press('Enter')
    const item = page.getByRole('menuitem', { name: entry })
    await item.focus()
    await page.keyboard.press('Enter')
    const dialog = dialogOf(page, title)
    await expect(dialog).toBeVisible()
    await expect.poll(() => focusIn(dialog)).toBe('inside')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener, `focus after ${title}`).toBeFocused()
  }
})

// Quicker proof: web/ui/overlay/overlay-focus.test.tsx
test('the dialogs of the board and of packaging return the focus to their row @in-ci', async ({ enter }) => {
  const page = await enter('operations')
  const row = page.getByRole('row').filter({ hasText: shop.customer.name })
  await page.goto(`/operations?q=${encodeURIComponent('Εστία')}`)
  await demandFocus(page, row.first(), /^Order \d+/)
  // Other stories have orders to package too, so the order may not be on the first page without a search.
  await page.goto(`/packaging?q=${encodeURIComponent('Εστία')}`)
  await demandFocus(page, row.first(), /^Order \d+/)
})

// Quicker proof: web/ui/overlay/overlay-focus.test.tsx
test('the sheets of the driver return the focus to what opened them @in-ci', async ({ enter }) => {
  const page = await enter('driver', PHONE)
  await page.goto(`/driverpage?shipment=${shipment}`)
  await demandFocus(page, button(page, /^Cash carried/), 'Cash carried')
  await demandFocus(page, button(page, 'RETURNS'), 'What comes back in this vehicle')
  await demandFocus(page, button(page, 'PAYMENTS'), 'Payment')
})

// Quicker proof: web/ui/overlay/overlay-focus.test.tsx
test('the menu of a narrow window returns the focus to its button @in-ci', async ({ enter }) => {
  const page = await enter('admin', { viewport: { width: 640, height: 900 } })
  await page.goto('/products')
  await demandFocus(page, button(page, 'Menu'), 'Menu')
})

// Quicker proof: web/ui/overlay/overlay-focus.test.tsx
test('after saving, the focus returns to the button that opened the dialog @in-ci', async ({ enter }) => {
  const page = await enter('admin')
  await page.goto(`/product-overview/${shop.lantern.id}`)
  const opener = button(page, 'Adjust stock')
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page, /^Adjust stock/)
  await dialog.getByLabel(/^Counted/).fill('480')
  await dialog.getByLabel('Reason').fill('καταμέτρηση')
  await page.keyboard.press('Control+s')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
})

/** The number of rows that a page of a list shows. */
const ROWS_OF_PAGE = 150

// Quicker proof: features/orders/web/opened-list.test.tsx (the way back leads to the same list),
// web/ui/table/DataTable.test.tsx, e2e/lists.story.ts (the back button keeps sort, page and search). Only this story
// shows the row and its scroll position after the way back
test('back from an order, its row has the focus and the list its scroll position @in-ci', async ({ enter }) => {
  const page = await enter('admin', { viewport: { width: 1440, height: 500 } })
  await page.goto('/orders?show=ALL')
  const rows = page.locator('tbody tr[data-index]')
  const row = rows.nth(39)
  // The rows are drawn in parts. Each part may change the widths of the columns, and with them the heights of earlier rows.
  const grid = page.getByRole('grid')
  await expect(grid).toHaveAttribute('aria-rowcount', /^\d+$/)
  // the titles of the columns are a row too
  await expect(rows).toHaveCount(Math.min(Number(await grid.getAttribute('aria-rowcount')) - 1, ROWS_OF_PAGE))
  await row.scrollIntoViewIfNeeded()
  const name = await row.locator('td').nth(1).innerText()
  const topOf = (one: Locator) => one.evaluate((element) => Math.round(element.getBoundingClientRect().top))
  const before = await topOf(row)
  await row.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/order-detail/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goBack()
  await expect(row).toBeFocused()
  expect(await row.locator('td').nth(1).innerText()).toBe(name)
  await expect.poll(() => topOf(row)).toBe(before)
  // The link above the title of the order leads back to the same list.
  await page.keyboard.press('Enter')
  await page.waitForURL(/order-detail/)
  await page.locator('#content header a').first().click()
  await expect(page).toHaveURL(/show=ALL/)
  await expect(row).toBeFocused()
  await expect.poll(() => topOf(row)).toBe(before)
})
