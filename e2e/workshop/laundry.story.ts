/** Follows lent items from a customer through the laundry back to the shelf. */
import { expect, test } from '../fixtures.ts'
import { type Caller, done } from '../proofs/callers.ts'
import { openShop, ordersIn, PIECE, type Shop } from '../shop.ts'

/** Returns a function that reads where the pieces of the lent glass of a shop are. */
const figuresIn = (office: Caller, shop: Shop) => async (): Promise<Record<string, number>> =>
  (await done(office.ask('laundry.lent-figures', {}))).products.find(
    ({ productId }: { productId: number }) => productId === shop.glass.id,
  )

test('returned glasses are washed, the broken one is written off, and the company knows where each piece is @main', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Πλυντήριο')
  for (const id of await ordersIn('PACKAGED', 2, office, shop)) expect(id).toBeGreaterThan(0)
  const figuresOf = figuresIn(office, shop)
  const lent = await figuresOf()
  expect([lent['shelf'], lent['trucks'], lent['laundry']]).toEqual([496 * PIECE, 4 * PIECE, 0])
  await done(
    office.press('laundry.return-loans', {
      customerId: shop.customer.id,
      items: [{ productId: shop.glass.id, quantity: 4 * PIECE }],
      reason: 'πριν την παράδοση',
    }),
  )

  const laundry = await enter('admin')
  await laundry.goto('/single/ΠΛΥΝΤΗΡΙΟ')
  const card = laundry.getByRole('region', { name: shop.customer.name })
  await card.getByRole('textbox', { name: `Clean: ${shop.glass.name}` }).fill('3')
  await expect(card).toContainText('Broken 1, missing 0')
  await card.getByRole('textbox', { name: 'Reason' }).fill('έσπασε')
  await card
    .locator('input[type="file"]')
    .setInputFiles({ name: 'σπασμένο.png', mimeType: 'image/png', buffer: await laundry.screenshot() })
  await expect(card.getByRole('button', { name: /photo 1 of 1/i })).toBeVisible()
  await expect(card).toContainText('Broken 1, missing 0')
  // The laundry works on while offline. Its closing waits on the tablet and reaches the office once.
  await laundry.context().setOffline(true)
  await card.getByRole('button', { name: 'Close task and Move Items to Stock' }).click()
  await expect(card).toHaveCount(0)
  await expect(laundry.getByRole('button', { name: `Take back: ${shop.customer.name}` })).toBeVisible()
  expect((await figuresOf())['laundry']).toBe(4 * PIECE)
  await laundry.context().setOffline(false)
  const undo = laundry.getByRole('button', { name: new RegExp(`^Undo ${shop.customer.name}`) })
  await expect(undo).toBeVisible()
  // Its Undo survives a reload.
  await laundry.reload()
  await undo.click()
  await expect.poll(async () => (await figuresOf())['laundry']).toBe(4 * PIECE)
  await card.getByRole('textbox', { name: `Clean: ${shop.glass.name}` }).fill('3')
  await card.getByRole('textbox', { name: 'Reason' }).fill('έσπασε')
  await card.getByRole('button', { name: 'Close task and Move Items to Stock' }).click()
  await expect(undo).toBeVisible()
  const after = await figuresOf()
  expect([after['shelf'], after['laundry'], after['writtenOff']]).toEqual([499 * PIECE, 0, PIECE])
  expect(await done(office.ask('laundry.waiting', {}))).not.toMatchObject({
    returns: expect.arrayContaining([expect.objectContaining({ customer: shop.customer.name })]),
  })

  const clerk = await enter('user')
  await clerk.goto('/loans')
  await expect(clerk.getByText(/^Owned [\d,.]+ = shelf/)).toBeVisible()
  await expect(clerk.getByText(/This is what entered the stock/)).toBeVisible()
})

test('what a customer does not return is invoiced once, and the statement shows it', async ({ enter, callerFor }) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Απώλεια')
  const figures = figuresIn(office, shop)
  const clerk = await enter('user')
  const productId = shop.glass.id
  await done(
    office.press('loans.record-loan', {
      bound: 'OUTBOUND',
      customerId: shop.customer.id,
      productId,
      quantity: 3 * PIECE,
    }),
  )
  const lateAfter = (lateDays: number, shown: number) =>
    done(office.press('settings.save-lent-items', { values: { lateDays }, shown: { lateDays: shown } }))
  await lateAfter(0, 90)
  await clerk.goto(`/loans?q=${encodeURIComponent(shop.customer.name)}`)
  const row = clerk.getByRole('row').filter({ hasText: shop.customer.name }).first()
  await row.getByRole('link', { name: `Propose invoice, 3 ${shop.glass.name}` }).click()
  await expect(clerk.getByText('Not returned', { exact: true })).toBeVisible()
  await expect(clerk).toHaveURL(/\/createorder$/)
  await clerk.getByRole('textbox', { name: `Price of ${shop.glass.name}` }).fill('2,50')
  await clerk.keyboard.press('Control+Enter')
  await clerk.waitForURL('**/order-detail/*')
  await expect(clerk.getByText('Not returned', { exact: true })).toBeVisible()
  const id = Number(clerk.url().split('/').pop())
  const lost = await done(office.ask('laundry.lost-items', { customerId: shop.customer.id }))
  expect(lost).toMatchObject({ items: [] })
  await done(office.press('orders.move-order', { id, transition: 'send' }))
  await done(office.press('packaging.package-order', { id, name: 'Μαρία' }))
  const sold = await figures()
  expect([sold['shelf'], sold['customers'], sold['sold']]).toEqual([500 * PIECE, 0, 3 * PIECE])
  await lateAfter(90, 0)

  await clerk.goto(`/lent-statement/${shop.customer.id}`)
  const sheet = clerk.getByRole('article')
  await expect(sheet).toContainText('ΚΑΡΤΕΛΑ ΕΠΙΣΤΡΕΦΟΜΕΝΩΝ')
  await expect(sheet.getByRole('row').filter({ hasText: `Τιμολόγηση, παραγγελία ${id}` })).toContainText('3')
  await clerk.getByRole('button', { name: 'Send by e-mail' }).click()
  const dialog = clerk.getByRole('dialog', { name: 'Send by e-mail' })
  await dialog.getByLabel('To').fill('pelatis@kerino.test')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog).toBeHidden()
})
