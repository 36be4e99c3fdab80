/** The title of the browser tab names what a page shows. */
import { expect, test } from './fixtures.ts'
import { openShop, orderLanterns } from './shop.ts'

test('the tab of an order has its number and customer, and lists have their names', async ({ enter, callerFor }) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Τίτλοι σελίδων')
  const id = await orderLanterns(office, shop, 1)
  const clerk = await enter('user')
  await clerk.goto(`/order-detail/${id}`)
  await expect(clerk).toHaveTitle(`Order ${id} · ${shop.customer.name} · Kerino`)
  await clerk.getByRole('link', { name: 'Edit' }).click()
  await expect(clerk).toHaveTitle(new RegExp(`${id} · ${shop.customer.name} · Kerino$`))
  await clerk.goto(`/customer-detail/${shop.customer.id}`)
  await expect(clerk).toHaveTitle(`${shop.customer.name} · Kerino`)
  await clerk.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Customers', exact: true }).click()
  await expect(clerk).toHaveTitle('Customers · Kerino')
})
