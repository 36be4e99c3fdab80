/** A clerk copies an order and an offer into the form of a new order. */
import { nextWorkingDay } from '#kernel/days/working-day.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { athensDay, openShop, orderLanterns, PIECE } from '../shop.ts'

const today = athensDay()
const quantityOf = (page: Page, name: string) => page.getByLabel(`Quantity of ${name}`, { exact: true })
const priceOf = (page: Page, name: string) => page.getByLabel(`Price of ${name}`, { exact: true })

// Quicker proof: features/order-entry/domain/draft-repeat.test.ts, features/order-entry/domain/draft-delivery.test.ts,
// features/order-entry/web/stored-draft.test.ts
test("a copy of a shipped or an open order has its content at today's prices, and undo brings the draft back @in-ci", async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Αντίγραφο')
  const { id } = await done(
    office.press('orders.create-order', {
      customerId: shop.customer.id,
      description: 'Με κορδέλα',
      driverNote: 'Πίσω πόρτα',
      deliveryAddress: { address: 'Σολωμού 3', city: 'Αθήνα' },
      lines: [
        { productId: shop.candle.id, quantity: 3 * PIECE, salesPrice: 30_000, note: 'Χρυσή κορδέλα' },
        { productId: shop.lantern.id, quantity: 2 * PIECE },
      ],
      loans: [{ productId: shop.glass.id, originProductId: shop.candle.id }],
    }),
  )
  await done(office.press('orders.move-order', { id, transition: 'cancel' }))
  const clerk = await enter('user')
  await clerk.goto('/createorder')
  await clerk.getByRole('textbox', { name: 'Description' }).fill('ημιτελές')
  await clerk.goto(`/order-detail/${id}`)
  await clerk.getByRole('link', { name: 'Copy order' }).click()
  await expect(quantityOf(clerk, shop.candle.name)).toHaveValue('3')
  await expect(priceOf(clerk, shop.candle.name)).toHaveValue('3.35')
  await expect(clerk.locator('[data-chosen-customer]')).toContainText(shop.customer.name)
  await expect(clerk.getByRole('textbox', { name: 'Description' })).toHaveValue('Με κορδέλα')
  await expect(clerk.getByText(`Copied from ${id}.`)).toBeVisible()
  await expect(clerk.getByRole('combobox', { name: 'Add product' })).toBeFocused()
  await expect(clerk).toHaveURL(/\/createorder$/)

  // The draft that was there before comes back, and a second copy replaces it again.
  await clerk.getByRole('button', { name: 'Undo' }).click()
  await expect(clerk.getByRole('textbox', { name: 'Description' })).toHaveValue('ημιτελές')
  await clerk.goto(`/createorder?copy=${id}`)
  const note = clerk.getByRole('status').filter({ hasText: `Order ${id}` })
  await expect(note).toContainText('€3.00')
  await note.getByRole('button', { name: 'Take the prices of that order' }).click()
  await expect(priceOf(clerk, shop.candle.name)).toHaveValue('3.00')
  await clerk.keyboard.press('Control+Enter')
  await clerk.waitForURL('**/order-detail/*')
  const copy = Number(clerk.url().split('/').pop())
  expect(copy).not.toBe(id)
  const { order } = (await office.ask('orders.detail', { id: copy })).body
  expect(order).toMatchObject({
    status: 'STOCK-OK',
    customer: { id: shop.customer.id },
    description: 'Με κορδέλα',
    driverNote: 'Πίσω πόρτα',
    deliveryAddress: { address: 'Σολωμού 3', city: 'Αθήνα' },
    // The day of the original is not copied; the form proposes one.
    expectedDelivery: `${nextWorkingDay(today)} 00:00:00`,
    lines: [
      { productId: shop.candle.id, quantity: 3 * PIECE, salesPrice: 30_000, note: 'Χρυσή κορδέλα' },
      { productId: shop.lantern.id, quantity: 2 * PIECE, salesPrice: 125_000 },
    ],
    loans: [{ productId: shop.glass.id, quantity: 3 * PIECE }],
  })
})

// Quicker proof: features/order-entry/domain/draft-repeat.test.ts, app/web/router/no-record.test.tsx
test('an offer is copied, and a copy of an order that does not exist says so @in-ci', async ({ enter, callerFor }) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Αντίγραφο Προσφοράς')
  const id = await orderLanterns(office, shop, 1, { offer: true })
  const clerk = await enter('user')
  await clerk.goto(`/order-detail/${id}`)
  await clerk.getByRole('link', { name: 'Copy offer' }).click()
  await expect(quantityOf(clerk, shop.lantern.name)).toHaveValue('1')
  await expect(clerk.getByRole('status').filter({ hasText: `Offer ${id} of` })).toContainText(
    'No price has changed since.',
  )
  await clerk.goto('/createorder?copy=99999999')
  await expect(clerk.getByRole('alert').filter({ hasText: '99999999' })).toBeVisible()
  // The draft is still there.
  await expect(quantityOf(clerk, shop.lantern.name)).toHaveValue('1')
})
