/** A clerk is told of what waits: a note in which a colleague names them, and a product that is too low for an order. */
import { demandAccessible } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'

test('the bell shows a mention and a low stock at once, and each leaves when it is read or solved', async ({
  enter,
  callerFor,
}) => {
  const admin = await callerFor('admin')
  const pressed = (command: string, input: object) => done(admin.press(command, input))
  const customer = await pressed('customers.create-customer', { name: 'Πελάτης ειδοποιήσεων' })
  const name = `Κερί ειδοποιήσεων ${Date.now()}`
  const product = await pressed('products.create-product', { name, sku: `NOTICE-${Date.now()}`, salesPrice: 1_0000 })

  const clerk = await enter('user')
  await clerk.goto('/customers')
  const bell = clerk.getByRole('button', { name: /^Notifications: / })
  await bell.focus()
  await clerk.keyboard.press('Enter')
  const drawer = clerk.getByRole('dialog', { name: 'Notifications' })
  await expect(drawer.getByRole('button', { name: 'Mark all as read' })).toBeVisible()

  // the open drawer learns of a fact, and of its end, by itself
  const lines = [{ productId: product.id, quantity: 3_0000 }]
  const order = await pressed('orders.create-order', { customerId: customer.id, lines })
  const low = drawer.getByRole('listitem').filter({ has: clerk.getByRole('link', { name }) })
  await expect(low.first()).toContainText('too low for the open orders')
  await pressed('stock.adjust-stock', { productId: product.id, newStock: 5_0000, reason: 'counted' })
  await expect(low).toHaveCount(0)
  await clerk.keyboard.press('Escape')
  await expect(bell).toBeFocused()

  const colleague = await enter('production')
  await colleague.goto(`/order-detail/${order.id}?tab=notes`)
  const field = colleague.getByRole('textbox', { name: 'New note' })
  await field.pressSequentially('Ask the customer, @Μαρ')
  await expect(colleague.getByRole('option', { name: 'Μαρία Πωλητή' })).toBeVisible()
  await field.press('Enter')
  await expect(field).toHaveValue('Ask the customer, @Μαρία Πωλητή ')
  await field.press('Control+Enter')
  await expect(field).toHaveValue('')

  await expect(bell).toHaveAccessibleName(/[1-9]/)
  await bell.click()
  const mention = drawer.getByRole('listitem').filter({ hasText: `Order ${order.id}` })
  await expect(mention).toContainText('named you in a note')
  await demandAccessible(clerk, 'the drawer of notifications')
  await mention.getByRole('button', { name: /^Snooze until tomorrow/ }).click()
  await expect(mention).toHaveCount(0)
  await drawer.getByRole('button', { name: /until tomorrow$/ }).click()
  // who opens what waits for tomorrow has read it
  await mention.getByRole('link').click()
  await expect(clerk).toHaveURL(new RegExp(`/order-detail/${order.id}\\?tab=notes$`))
  await expect(drawer).toHaveCount(0)
  await bell.click()
  await expect(mention).toHaveCount(0)
  await drawer.getByRole('button', { name: 'Choose what to see' }).click()
  await expect(drawer.getByRole('switch', { name: 'Show on this device' })).toBeVisible()
  await demandAccessible(clerk, 'the choices of the notifications')
})
