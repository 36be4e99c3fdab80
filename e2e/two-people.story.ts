/** Two people work on the same record. One change wins, the other person reads the reason, and typed data is kept. */
import { demandAccessible } from './accessibility.ts'
import { expect, findRow, intercept, type Locator, type Page, test } from './fixtures.ts'
import { movements, openShop, ordersIn, statusOf } from './shop.ts'

// Each story has an order of its own, so they run side by side, and the file does not run alone at the end.
test.describe.configure({ mode: 'parallel' })

const statusMark = (page: Page, status: string) => page.locator('main').locator(`[data-status="${status}"]`).first()

/** Delays the presses of both people until both have pressed. */
async function holdUntilBothHavePressed(pages: readonly Page[], command: string): Promise<void> {
  const bothPressed = Promise.withResolvers<void>()
  let pressed = 0
  for (const page of pages) {
    await intercept(page, `**/app/${command}`, async (route) => {
      pressed += 1
      if (pressed === pages.length) bothPressed.resolve()
      await bothPressed.promise
      await route.continue()
    })
  }
}

/** Waits until exactly one of two messages is shown. Returns true if it is the first one. */
async function isFirstShown(one: Locator, other: Locator): Promise<boolean> {
  await expect.poll(async () => (await one.isVisible()) !== (await other.isVisible())).toBe(true)
  return one.isVisible()
}

// Quicker proof: features/packaging/server/package-order.test.ts (an order that several people package at once),
// features/orders/domain/lifecycle.test.ts, e2e/proofs/storm.proof.ts, e2e/packer/packer-day.story.ts (the reason of a
// refusal), e2e/two-people.story.ts (the new status in an open list)
test('two people send the same order for packaging: one succeeds, the other reads the reason, and both see the new status @both-engines @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Ταυτόχρονα')
  const [id = 0] = await ordersIn('STOCK-OK', 1, office, shop)
  const maria = await enter('user')
  const anna = await enter('operations')
  const both = [maria, anna]
  for (const page of both) {
    await page.goto(`/order-detail/${id}`)
    await expect(page.getByRole('button', { name: 'Send for packaging' })).toBeVisible()
  }
  await holdUntilBothHavePressed(both, 'orders.move-order')
  await Promise.all(both.map((page) => page.getByRole('button', { name: 'Send for packaging' }).click()))

  // Both pages update without a reload.
  for (const page of both) await expect(statusMark(page, 'TO-PACKAGE')).toBeVisible()
  const loser = (await isFirstShown(maria.getByRole('alert'), anna.getByRole('alert'))) ? maria : anna
  await expect(loser.getByRole('alert')).toContainText(/Somebody else has changed this|not possible while the order is/)

  await maria.getByRole('tab', { name: 'History' }).click()
  const moves = maria.getByRole('tabpanel', { name: 'History' }).getByText('Status changed', { exact: true })
  await expect(moves).toHaveCount(1)
})

// Quicker proof: e2e/two-people.story.ts (two people change the same order),
// features/order-entry/domain/draft-merge.test.ts, features/orders/server/orders.test.ts
test('two people change the same texts of an order, and the second one reads both and chooses for each field @both-engines @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Δυοκείμενα')
  const [id = 0] = await ordersIn('STOCK-OK', 1, office, shop)
  const maria = await enter('user')
  const sofia = await enter('logistirio')
  const note = (page: Page) => page.getByRole('textbox', { name: 'Note for the driver' })
  const description = (page: Page) => page.getByRole('textbox', { name: 'Description' })
  // Her page does not hear of the other change, so only the server can refuse the old version.
  await intercept(sofia, '**/app/live', (route) => route.abort())
  for (const [page, name] of [
    [maria, 'Μαρία'],
    [sofia, 'Σοφία'],
  ] as const) {
    await page.goto(`/order-edit/${id}`)
    await note(page).fill(`Κουδούνι: ${name}`)
    await description(page).fill(`Κείμενο: ${name}`)
  }
  await maria.getByRole('button', { name: 'Save' }).click()
  await maria.waitForURL(`**/order-detail/${id}`)
  const answered = sofia.waitForResponse('**/app/orders.change-order')
  await sofia.getByRole('button', { name: 'Save' }).click()
  expect((await answered).status()).toBe(409)
  await sofia.getByRole('button', { name: 'Load the new state, keep what I typed' }).click()

  const choice = (field: string) => sofia.getByRole('group', { name: field, exact: true })
  // The box with the choice is in the window, with the cursor on the first one.
  await expect(choice('Description').getByRole('button', { pressed: true })).toBeFocused()
  for (const field of ['Description', 'Note for the driver']) {
    await expect(choice(field).getByRole('button', { pressed: true })).toContainText('Σοφία')
    await expect(choice(field).getByRole('button', { pressed: false })).toContainText('Μαρία')
  }
  await demandAccessible(sofia, 'the choice between two texts')
  await choice('Description').getByRole('button', { name: 'Μαρία' }).click()
  await expect(description(sofia)).toHaveValue('Κείμενο: Μαρία')
  await expect(note(sofia)).toHaveValue('Κουδούνι: Σοφία')
  await sofia.getByRole('button', { name: 'Save' }).click()
  await sofia.waitForURL(`**/order-detail/${id}`)
  const { order } = (await office.ask('orders.detail', { id })).body
  expect(order).toMatchObject({ description: 'Κείμενο: Μαρία', driverNote: 'Κουδούνι: Σοφία' })
})

// Quicker proof: features/packaging/server/package-order.test.ts, e2e/proofs/kill.proof.ts,
// e2e/packer/packer-day.story.ts (the reason of a refusal in the dialog)
test('two packers package the same order, and the stock falls once @both-engines @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Δυοπακέτα')
  const [id = 0] = await ordersIn('TO-PACKAGE', 1, office, shop)
  const kostas = await enter('production')
  const anna = await enter('operations')
  const both = [kostas, anna]
  for (const page of both) {
    await page.goto('/packaging')
    await (await findRow(page, id)).click()
    await page.getByLabel('Packaged by (your name)').fill(page === kostas ? 'Κώστας' : 'Άννα')
  }
  await holdUntilBothHavePressed(both, 'packaging.package-order')
  await Promise.all(both.map((page) => page.getByRole('button', { name: 'ORDER PACKAGED' }).click()))

  const boxOf = (page: Page) => page.getByRole('dialog', { name: `Order ${id}` })
  const loser = (await isFirstShown(boxOf(kostas), boxOf(anna))) ? kostas : anna
  const refusal = boxOf(loser).getByRole('alert')
  await expect(refusal).toContainText('not possible while the order is “Packaged”')
  await expect(refusal).toContainText('Nothing was changed.')
  // the page keeps the refused press in its own list until the dialog has shown the reason
  await expect(loser.getByRole('alert')).toHaveCount(1)
  expect(await movements(office, shop.candle, id)).toEqual([-2])
  expect(await movements(office, shop.glass, id)).toEqual([-2])
})

test("a change by one person appears in the other person's list within seconds and keeps the text typed there @both-engines", async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Ζωντανά')
  const [id = 0] = await ordersIn('STOCK-OK', 1, office, shop)
  const watcher = await enter('logistirio')
  await watcher.goto('/orders?show=STOCK-OK')
  await watcher.getByRole('searchbox', { name: 'Search' }).fill('zontana')
  const row = watcher.getByRole('row', { name: new RegExp(`(^|\\s)${id}(\\s|$)`) })
  await expect(row).toBeVisible()

  await office.press('orders.move-order', { id, transition: 'send' })
  await expect(row).toBeHidden()
  await expect(watcher.getByRole('searchbox', { name: 'Search' })).toHaveValue('zontana')
})

test('two people change the same order, and the second save shows the conflict and keeps the typed text @main @both-engines', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Διπλόγραφο')
  const [id = 0] = await ordersIn('STOCK-OK', 1, office, shop)
  const maria = await enter('user')
  const sofia = await enter('logistirio')
  for (const page of [maria, sofia]) {
    await page.goto(`/order-edit/${id}`)
    await expect(page.getByLabel(`Quantity of ${shop.candle.name}`)).toBeVisible()
  }
  // A page without typed changes loads the new state without a question, so both people type before one saves.
  await sofia.getByLabel('Note for the driver').fill('Τηλέφωνο πριν')
  await maria.getByLabel('Description').fill('Παράδοση από την πίσω πόρτα')
  await maria.getByLabel('Note for the driver').fill('Κουδούνι')
  await maria.getByRole('button', { name: 'Save' }).click()
  await maria.waitForURL(`**/order-detail/${id}`)

  // Adding a note does not change the order.
  await office.press('notes.add-note', { entity: 'orders', entityId: id, body: 'Ο πελάτης πήρε τηλέφωνο' })

  await sofia.getByLabel(`Quantity of ${shop.lantern.name}`).fill('7')
  await sofia.getByRole('button', { name: 'Save' }).click()
  const conflict = sofia.getByRole('alert').filter({ hasText: 'Somebody else has changed this order' })
  await expect(conflict).toContainText('Μαρία Πωλητή')
  await expect(conflict).toContainText('(Note for the driver, Description)')
  await expect(conflict).toContainText('You changed: Note for the driver, Products')
  await expect(sofia.getByLabel('Note for the driver')).toHaveValue('Τηλέφωνο πριν')

  await conflict.getByRole('button', { name: 'Load the new state, keep what I typed' }).click()
  await expect(sofia.getByLabel('Description')).toHaveValue('Παράδοση από την πίσω πόρτα')
  await expect(sofia.getByRole('textbox', { name: 'Note for the driver' })).toHaveValue('Τηλέφωνο πριν')
  await expect(sofia.getByLabel(`Quantity of ${shop.lantern.name}`)).toHaveValue('7')
  // Of the text that both changed she sees both versions, and her own is chosen.
  const choice = sofia.getByRole('group', { name: 'Note for the driver', exact: true })
  await expect(choice.getByRole('button', { pressed: true })).toContainText('Τηλέφωνο πριν')
  await expect(choice.getByRole('button', { pressed: false })).toContainText('Κουδούνι')
  await demandAccessible(sofia, 'the choice between two versions of a text')
  await sofia.getByRole('button', { name: 'Save' }).click()
  await sofia.waitForURL(`**/order-detail/${id}`)
  for (const text of ['Παράδοση από την πίσω πόρτα', 'Τηλέφωνο πριν'])
    await expect(sofia.getByRole('main')).toContainText(text)
  // The page of the first person updates by itself.
  await expect(maria.getByRole('main')).toContainText('Τηλέφωνο πριν')
  expect(await statusOf(office, id)).toBe('STOCK-OK')
})

// Quicker proof: features/customers/server/customers.test.ts, features/parties/web/form/party-form.test.ts,
// e2e/goods/recipe.story.ts (the same choice between two values, and its accessibility)
test('two people change the same customer, and both changes are kept @both-engines @in-ci', async ({
  enter,
  callerFor,
}) => {
  const shop = await openShop(await callerFor('admin'), 'Κοινός')
  const maria = await enter('user')
  const sofia = await enter('logistirio')
  const field = (page: Page, title: string) => page.getByRole('textbox', { name: title, exact: true })
  for (const page of [maria, sofia]) {
    await page.goto(`/customer-detail/${shop.customer.id}?tab=edit`)
    await expect(field(page, 'City')).toHaveValue('Αθήνα')
  }
  await field(maria, 'City').fill('Πειραιάς')
  await field(maria, 'Phone').fill('2104000001')
  await field(maria, 'Representative').fill('Της Μαρίας')
  await maria.getByRole('button', { name: 'Save' }).click()
  await maria.waitForURL('**/customers')

  await field(sofia, 'Profession').fill('Εστίαση')
  await field(sofia, 'Phone').fill('2104000002')
  await field(sofia, 'Representative').fill('Της Σοφίας')
  await sofia.getByRole('button', { name: 'Save' }).click()
  const clash = sofia.getByRole('alert').filter({ hasText: 'Μαρία Πωλητή has changed this customer' })
  await expect(clash).toContainText('Πειραιάς')
  // Nothing else speaks of the refusal, and the page stays where the choice is.
  await expect(sofia.getByRole('alert')).toHaveCount(1)
  await expect(clash.getByRole('group', { name: 'Phone', exact: true })).toBeInViewport()
  // Of the fields that both changed, the second person chooses each value.
  const choice = (title: string) => clash.getByRole('group', { name: title, exact: true })
  for (const title of ['Phone', 'Representative'])
    await expect(choice(title).getByRole('button', { pressed: true })).toContainText('Yours')
  await choice('Representative').getByRole('button', { name: 'Της Μαρίας' }).click()
  await demandAccessible(sofia, 'the choice between the values of a customer')
  await clash.getByRole('button', { name: 'Take the chosen values' }).click()
  await expect(field(sofia, 'Phone')).toHaveValue('2104000002')
  await expect(field(sofia, 'Representative')).toHaveValue('Της Μαρίας')
  await expect(field(sofia, 'City')).toHaveValue('Πειραιάς')
  await expect(field(sofia, 'Profession')).toHaveValue('Εστίαση')
  await sofia.getByRole('button', { name: 'Save' }).click()
  await sofia.waitForURL('**/customers')
})
