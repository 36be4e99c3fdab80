/** The office sells transport: a service without stock, on the form, the order page and the invoice. */
import { expect, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { openShop } from '../shop.ts'

test('transport is sold as a line of its own, which no page connects with stock, and is invoiced with the goods', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Κόμιστρο')
  const name = 'Μεταφορικά Κόμιστρο'
  const { id: transport } = await done(
    office.press('products.create-product', { name, service: true, salesPrice: 125_000, vat: 2400 }),
  )
  const clerk = await enter('user')
  await clerk.goto('/createorder')
  await clerk.getByRole('combobox', { name: 'Choose customer' }).fill('taberna komistro')
  await clerk.keyboard.press('Enter')
  for (const [product, pieces] of [
    [shop.lantern.name, 2],
    [name, 1],
  ] as const) {
    await expect(clerk.getByRole('combobox', { name: 'Add product' })).toBeFocused()
    await clerk.keyboard.type(product)
    if (product === name) await expect(clerk.getByRole('option', { name })).toContainText('service')
    await clerk.keyboard.press('Enter')
    await expect(clerk.getByLabel(`Quantity of ${product}`)).toBeFocused()
    await clerk.keyboard.type(String(pieces))
    await clerk.keyboard.press('Enter')
  }
  await clerk.keyboard.press('Control+Enter')
  await clerk.waitForURL('**/order-detail/*')
  const id = Number(clerk.url().split('/').pop())

  const lineOf = (product: string) => clerk.getByRole('row').filter({ hasText: product })
  await expect(lineOf(shop.lantern.name)).toContainText(/Stock 500 ·\s*Free 500/)
  await expect(lineOf(name)).toContainText('€12.50')
  await expect(lineOf(name)).not.toContainText('Stock')

  // The page of the service offers no stock, no shelf and no recipe.
  await clerk.goto(`/product-overview/${transport}`)
  const page = clerk.getByRole('main')
  await expect(page.getByText('Service', { exact: true }).first()).toBeVisible()
  for (const word of ['Stock', 'Free', 'Shelf', 'Recipe', 'Adjust stock'])
    await expect(page.getByText(word, { exact: true })).toHaveCount(0)

  await done(office.press('orders.move-orders', { ids: [id], transition: 'send' }))
  await done(office.press('packaging.package-order', { id, name: 'Νίκος' }))
  await done(office.press('orders.move-orders', { ids: [id], transition: 'release' }))
  await done(office.press('invoicing.invoice-red', { id, reason: 'δοκιμή' }))
  await clerk.goto(`/order-paper/${id}`)
  const rowOf = (product: string) => clerk.getByRole('row').filter({ hasText: product })
  await expect(rowOf(name)).toContainText('12,50')
  // 2 × 12.50 € and 12.50 €; a red invoice has no VAT
  await expect(clerk.getByText('37,50 €').last()).toBeVisible()
})
