/** The order page shows the content, colour, buttons, invoice, notes and history of an order, and reports failures. */
import { readFileSync } from 'node:fs'
import { type Caller, expect, follow, intercept, type Locator, type Page, test } from './fixtures.ts'
import { done } from './proofs/callers.ts'
import { planShipment, openShop, orderLanterns, ordersIn, RED_TOTAL, type Shop, statusOf } from './shop.ts'

let office: Caller
let shop: Shop

test.beforeAll(async ({ callerFor }) => {
  office = await callerFor('admin')
  shop = await openShop(office, 'Σελίδα')
})

const actions = (page: Page) => page.getByRole('group', { name: 'Actions' })
/** Opens the page of an order, and waits until it shows the order. */
async function open(page: Page, id: number): Promise<void> {
  await follow(page, `/order-detail/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(id))
}
const demandStatus = (page: Page, status: string) =>
  expect(page.locator('main').locator(`[data-status="${status}"]`).first()).toBeVisible()

/** Creates an order of the shop without lent items. Returns its id. */
const plainOrder = (pieces: number, more: object = {}): Promise<number> => orderLanterns(office, shop, pieces, more)

/** Creates an order and brings it to a status through the commands of the pages. Returns its id. */
async function orderAt(status: string): Promise<number> {
  const move = (id: number, transition: string) => done(office.press('orders.move-order', { id, transition }))
  if (status === 'OFFER') return plainOrder(1, { offer: true })
  if (status === 'PENDING-STOCK') return plainOrder(99_999)
  if (status === 'CANCELED') {
    const id = await plainOrder(1)
    await move(id, 'cancel')
    return id
  }
  const reached =
    status === 'PARKED'
      ? 'READY-TO-INVOICE'
      : ['ON SHIPPING', 'RETURNED', 'SHIPPED'].includes(status)
        ? 'INVOICED'
        : status
  const [id = 0] = await ordersIn(reached as 'STOCK-OK', 1, office, shop)
  if (status === 'PARKED') await move(id, 'park')
  if (reached === 'INVOICED' && status !== 'INVOICED') await planShipment(office, [id], 'Γιώργος Οδηγός')
  if (status === 'RETURNED')
    await done(office.press('shipping.close-delivery', { orderId: id, action: 'return', reasonCode: 'absent' }))
  if (status === 'SHIPPED') await done(office.press('shipping.close-delivery', { orderId: id, action: 'deliver' }))
  return id
}

// Quicker proof: features/orders/domain/lifecycle.test.ts (the choices in each status), e2e/office/order-list.story.ts
// (how they are drawn). Only stories that run in CI show the links to packaging and to the planning of shipments
test('an order offers the buttons of its status @in-ci', async ({ enter }) => {
  const BUTTONS: Record<string, string[]> = {
    OFFER: ['Convert to order', 'Delete offer'],
    'PENDING-STOCK': ['Create tasks for shortages', 'Cancel order'],
    'STOCK-OK': ['Send for packaging', 'Cancel order'],
    'TO-PACKAGE': ['Package order', 'Reopen', 'Cancel order'],
    PACKAGED: ['Invoice', 'Send to Invoice', 'Reopen', 'Cancel order'],
    'READY-TO-INVOICE': ['Invoice', 'Reopen', 'Park', 'Cancel order'],
    PARKED: ['Un-park', 'Reopen', 'Cancel order'],
    INVOICED: ['Plan shipment', 'Cancel order'],
    'ON SHIPPING': [],
    RETURNED: ['Re-Ship', 'Cancel order'],
    SHIPPED: [],
    CANCELED: [],
  }
  /** What comes next stands first and filled. */
  const NEXT: Record<string, string> = { 'TO-PACKAGE': 'Package order', PACKAGED: 'Invoice', INVOICED: 'Plan shipment' }
  const admin = await enter('admin')
  for (const [status, buttons] of Object.entries(BUTTONS)) {
    await open(admin, await orderAt(status))
    await demandStatus(admin, status)
    await expect(actions(admin).getByRole('link', { name: /^Copy/ }), status).toBeVisible()
    await expect(actions(admin).getByRole('button'), status).toHaveText(buttons)
    const filled = actions(admin).locator(':is(a, button)').first().and(admin.locator('[data-variant="filled"]'))
    if (NEXT[status]) await expect(filled, status).toHaveText(NEXT[status])
  }
})

test('the page shows goods, customer and total, and a table of loans only if items are lent', async ({ enter }) => {
  const { version } = (await done(office.ask('customers.detail', { id: shop.customer.id }))).party
  await done(
    office.press('customers.change-customer', {
      id: shop.customer.id,
      version,
      changes: { customFields: [{ name: 'Ώρες παραλαβής', value: '10:00 - 14:00' }] },
    }),
  )
  const clerk = await enter('user')
  const [lending = 0] = await ordersIn('STOCK-OK', 1, office, shop)
  await open(clerk, lending)
  const panel = (name: string) => clerk.getByRole('region', { name, exact: true })
  await expect(panel('Customer')).toContainText('10:00 - 14:00')
  const summary = panel('Summary')
  for (const [title, value] of [
    ['Items', '2'],
    ['Total quantity', '3'],
    ['Total VAT', '€4.61'],
    ['Total order', '€23.81'],
  ])
    await expect(summary.locator(`dt:text-is("${title}") + dd`)).toHaveText(value ?? '')
  const lines = clerk.getByRole('tabpanel', { name: 'Products' }).getByRole('table')
  for (const title of ['Name', 'SKU', 'Price', 'VAT %', 'Quantity', 'Line total', 'Line VAT', 'With VAT'])
    await expect(lines.getByRole('columnheader', { name: title, exact: true })).toBeVisible()
  await expect(lines.getByRole('row').filter({ hasText: shop.candle.name })).toContainText(
    /3\.35.*24 %.*2 pcs.*6\.70.*1\.61.*8\.31/s,
  )
  const fact = (name: string) => panel('Details').getByText(name, { exact: true })
  for (const name of ['Id', 'Created', 'Last update']) await expect(fact(name)).toBeVisible()
  // what is empty takes no room
  await expect(fact('Expected delivery')).toHaveCount(0)
  await expect(fact('Driver')).toHaveCount(0)
  await expect(panel('Lent items')).toContainText(shop.glass.name)
  await clerk.getByRole('tab', { name: 'Order analysis' }).click()
  await expect(clerk.getByRole('tabpanel', { name: 'Order analysis' }).getByRole('row')).toHaveCount(3)

  await open(clerk, await plainOrder(1, { expectedDelivery: '2031-05-20' }))
  await expect(fact('Expected delivery')).toBeVisible()
  await expect(summary).toBeVisible()
  await expect(panel('Lent items')).toHaveCount(0)
})

/** Returns red, green and blue of the strip at the head of the page (C-99). */
async function paperColour(page: Page): Promise<[number, number, number]> {
  const drawn = await page.locator('[data-paper]').evaluate((element) => {
    const { window } = globalThis as unknown as {
      window: { getComputedStyle: (of: unknown) => { borderTopColor: string } }
    }
    return window.getComputedStyle(element).borderTopColor
  })
  // The browser writes plain rgb, or oklab(lightness a b): a runs from green to red, and b from blue to yellow.
  const numbers = (drawn.match(/-?[\d.]+/g) ?? []).map(Number)
  return [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0]
}

// Quicker proof: features/orders/web/list/order-filters.test.ts
test('the page is amber for an offer, light green for an order, and grey for a red invoice @in-ci', async ({
  enter,
}) => {
  const admin = await enter('admin')
  const [epsilon = 0] = await ordersIn('READY-TO-INVOICE', 1, office, shop)
  await done(office.press('invoicing.send-invoices', { ids: [epsilon] }))
  await expect.poll(() => statusOf(office, epsilon)).toBe('INVOICED')
  const seen: Record<string, [number, number, number]> = {}
  for (const [name, id, paper] of [
    ['offer', await orderAt('OFFER'), 'amber'],
    ['no code', await plainOrder(1), 'green'],
    ['71.00.01', epsilon, 'green'],
    ['71.00.00', await orderAt('INVOICED'), 'grey'],
  ] as const) {
    await open(admin, id)
    await expect(admin.locator('[data-paper]'), name).toHaveAttribute('data-paper', paper)
    seen[name] = await paperColour(admin)
  }
  expect(seen['no code']).toEqual(seen['71.00.01'])
  const [, amberA = 0, amberB = 0] = seen['offer'] ?? []
  const [, greenA = 0] = seen['no code'] ?? []
  const [, greyA = 0, greyB = 0] = seen['71.00.00'] ?? []
  expect(amberB).toBeGreaterThan(0.01)
  expect(amberB).toBeGreaterThan(Math.abs(amberA))
  expect(greenA).toBeLessThan(-0.005)
  expect(Math.max(Math.abs(greyA), Math.abs(greyB))).toBeLessThan(0.006)
})

test('the shipping confirmation shows the custom fields of the customer and the buttons Epsilon, Red and Cancel', async ({
  enter,
}) => {
  const admin = await enter('admin')
  const bare = await openShop(office, 'Χωρίς πεδία')
  const [id = 0] = await ordersIn('READY-TO-INVOICE', 1, office, bare)
  await open(admin, id)
  await actions(admin).getByRole('button', { name: 'Invoice', exact: true }).click()
  const dialog = admin.getByRole('dialog', { name: `Confirm shipping of order ${id}` })
  await expect(dialog).toContainText('No custom fields available')
  for (const name of ['Epsilon', 'Red', 'Cancel'])
    await expect(dialog.getByRole('button', { name, exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(dialog).toBeHidden()

  const { version } = (await done(office.ask('customers.detail', { id: bare.customer.id }))).party
  const changes = { customFields: [{ name: 'Ράμπα', value: 'Πίσω είσοδος' }] }
  await done(office.press('customers.change-customer', { id: bare.customer.id, version, changes }))
  await admin.reload()
  await actions(admin).getByRole('button', { name: 'Invoice', exact: true }).click()
  await expect(dialog.locator('dl > div', { hasText: 'Ράμπα' })).toContainText('Πίσω είσοδος')
  await expect(dialog).not.toContainText('No custom fields available')
})

test('an issued invoice shows totals, MARK, UID and QR code, and a red one says that it is not a tax document', async ({
  enter,
}) => {
  const clerk = await enter('user')
  const [epsilon = 0, red = 0] = await ordersIn('READY-TO-INVOICE', 2, office, shop)
  await done(office.press('invoicing.send-invoices', { ids: [epsilon] }))
  await expect.poll(() => statusOf(office, epsilon)).toBe('INVOICED')
  await done(office.press('invoicing.invoice-red', { id: red, reason: 'Δείγματα' }))

  const view = async (id: number): Promise<Locator> => {
    await open(clerk, id)
    await clerk.getByRole('button', { name: 'View invoice' }).click()
    return clerk.getByRole('dialog', { name: `Invoice of order ${id}` })
  }
  const issued = await view(epsilon)
  await expect(issued).toContainText('71.00.01')
  await expect(issued).toContainText(shop.customer.vat)
  await expect(issued.locator('[data-rate="2400"]')).toHaveText(/24 %\s*€19\.20\s*€4\.61/)
  await expect(issued.locator('[data-sum="total"]')).toContainText('€23.81')
  const { invoices } = await done(office.ask('invoicing.of-order', { orderId: epsilon }))
  expect(invoices).toHaveLength(1)
  for (const number of [invoices[0].mark, invoices[0].uid]) await expect(issued).toContainText(number)
  const qr = issued.getByRole('img', { name: 'QR code of the document' })
  await expect(qr).toBeVisible()
  expect(await qr.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBeGreaterThan(40)

  const own = await view(red)
  await expect(own).toContainText('This is not a tax document')
  await expect(own).toContainText('Δείγματα')
  await expect(own).toContainText('71.00.00')
  await expect(own.locator('[data-sum="total"]')).toContainText(`€${RED_TOTAL}`)
  await expect(own.getByRole('img', { name: 'QR code of the document' })).toHaveCount(0)
})

// Quicker proof: web/ui/problems.test.ts, web/ui/table/DataTable.test.tsx
test('each failure shows its Greek message with a retry @in-ci', async ({ enter }) => {
  const admin = await enter('admin')
  const alert = admin.locator('main, [role="dialog"]').getByRole('alert')
  const fails = (name: string) =>
    intercept(admin, `**/app/${name}*`, (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
    )
  const works = (name: string) => admin.unroute(`**/app/${name}*`)
  const again = (text: string) => alert.filter({ hasText: text }).getByRole('button', { name: 'Try again' })

  await test.step('reading the order fails', async () => {
    const text = 'Σφάλμα κατά την ανάκτηση παραγγελίας.'
    await fails('orders.detail')
    await admin.goto(`/order-detail/${await plainOrder(1)}`)
    await expect(alert).toContainText(text)
    await works('orders.detail')
    await again(text).click()
    await demandStatus(admin, 'STOCK-OK')
  })

  await test.step('checking the stock fails', async () => {
    const text = 'Σφάλμα κατά την επαλήθευση διαθεσιμότητας αποθέματος.'
    await fails('stock.figures')
    await admin.reload()
    await expect(alert).toContainText(text)
    await works('stock.figures')
    await again(text).click()
    await expect(alert).toHaveCount(0)
  })

  await test.step('changing the status fails', async () => {
    const text = 'Σφάλμα κατά την ενημέρωση της κατάστασης της παραγγελίας.'
    await fails('orders.move-order')
    await actions(admin).getByRole('button', { name: 'Send for packaging' }).click()
    await expect(alert).toContainText(text)
    await demandStatus(admin, 'STOCK-OK')
    await works('orders.move-order')
    await again(text).click()
    await demandStatus(admin, 'TO-PACKAGE')
  })

  await test.step('canceling fails and leaves the order unchanged', async () => {
    const text = 'Σφάλμα κατά την ακύρωση παραγγελίας.'
    await fails('orders.move-order')
    await actions(admin).getByRole('button', { name: 'Cancel order', exact: true }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Cancel order', exact: true }).click()
    await expect(alert).toContainText(text)
    await works('orders.move-order')
    await again(text).click()
    await demandStatus(admin, 'CANCELED')
  })

  await test.step('invoicing fails', async () => {
    await open(admin, await orderAt('READY-TO-INVOICE'))
    await fails('invoicing.send-invoices')
    await actions(admin).getByRole('button', { name: 'Invoice', exact: true }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Epsilon' }).click()
    await expect(alert).toContainText('Σφάλμα κατά την αποστολή παραγγελίας.')
    await works('invoicing.send-invoices')
    await admin.getByRole('dialog').getByRole('button', { name: 'Epsilon' }).click()
    await demandStatus(admin, 'INVOICED')
  })
})

// Quicker proof: features/orders/server/order-history.test.ts, features/orders/web/page/history-line.test.ts
test('the history says who did what @in-ci', async ({ enter }) => {
  const id = await orderAt('INVOICED')
  const clerk = await enter('user')
  await open(clerk, id)
  await clerk.getByRole('tab', { name: 'History' }).click()
  const history = clerk.getByRole('tabpanel', { name: 'History' })
  await expect(history).toContainText('Invoiced without VAT')
  await expect(history).toContainText('Invoiced through: – → Red')
  await expect(history.locator('[data-status="PACKAGED"]').first()).toHaveText('Packaged')
  await expect(history).not.toContainText(/READY-TO-INVOICE|invoiceMode|orders\./)
})

test('another person sees a note with its file at once, and a failed upload can be retried', async ({ enter }) => {
  const id = await plainOrder(1)
  const clerk = await enter('user')
  const other = await enter('production')
  await open(other, id)
  await other.getByRole('tab', { name: 'Notes' }).click()
  await expect(other.getByText('No notes yet')).toBeVisible()

  await open(clerk, id)
  await clerk.getByRole('tab', { name: 'Notes' }).click()
  let refused = 0
  await intercept(clerk, '**/app/notes.upload*', (route) =>
    refused++ === 0 ? route.abort('connectionfailed') : route.continue(),
  )
  const content = Buffer.from(`%PDF-1.7 σχέδιο ${'κερί '.repeat(5_000)}`)
  await clerk
    .locator('input[type="file"]')
    .setInputFiles([{ name: 'σχέδιο κήπου.pdf', mimeType: 'application/pdf', buffer: content }])
  const files = clerk.getByRole('list', { name: 'Attached files' })
  await expect(files.getByRole('alert')).toContainText('The server cannot be reached')
  await files.getByRole('button', { name: 'Try again' }).click()
  await expect(files.locator('[data-state="sent"]')).toContainText('σχέδιο κήπου.pdf')
  await clerk.getByRole('textbox', { name: 'New note' }).fill('Δείτε https://example.org/kipos για το σχέδιο')
  await clerk.keyboard.press('Control+Enter')
  const note = clerk.locator('[data-note]')
  await expect(note).toContainText('Δείτε')
  await expect(note.getByRole('link', { name: 'https://example.org/kipos' })).toHaveAttribute('rel', /noopener/)
  await expect(clerk.getByRole('tab', { name: 'Notes' })).toContainText('1')
  await expect(clerk.getByRole('textbox', { name: 'New note' })).toHaveValue('')

  // The other person sees the note without a reload and downloads the same bytes.
  const link = other.locator('[data-note]').getByRole('link', { name: /^Download σχέδιο κήπου\.pdf/ })
  await expect(link).toBeVisible()
  const saved = other.waitForEvent('download')
  await link.click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('σχέδιο κήπου.pdf')
  expect(readFileSync(await file.path()).equals(content)).toBe(true)
  // Only its author can remove a note.
  await expect(other.getByRole('button', { name: 'Remove note' })).toHaveCount(0)
  await note.getByRole('button', { name: 'Remove note' }).click()
  await expect(clerk.getByText('No notes yet')).toBeVisible()
  await clerk.getByRole('button', { name: 'Undo' }).click()
  await expect(note).toContainText('Δείτε')
})
