/** New prices of materials are tried by keyboard, with what they would change, and stored with one press. */
import { demandAccessible } from '../accessibility.ts'
import { type Caller, expect, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { openShop, PIECE } from '../shop.ts'

const costOf = async (office: Caller, id: number): Promise<number> =>
  (await done(office.ask('products.detail', { id }))).product.costPrice

// Quicker proof: features/what-if/server/what-if.test.ts, features/what-if/web/WhatIfPage.test.tsx,
// features/what-if/domain/trial.test.ts
test('a clerk tries +8 % of a wax by keyboard, sees the offer that would lose money, and stores it only after a change of somebody else is shown @both-engines @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Δοκιμή τιμών')
  const create = async (fields: object): Promise<number> =>
    (await done(office.press('products.create-product', fields))).id
  const wax = await create({
    name: 'Παραφίνη δοκιμής',
    unit: 'KG',
    usageType: 'PURCHASED-MATERIAL',
    costPrice: 10_0000,
  })
  const candleOf = (name: string, salesPrice: number) =>
    create({
      name,
      salesPrice,
      steps: [{ seq: 1, section: 'ΧΥΤΑ', materials: [{ materialId: wax, quantity: 500 * PIECE, unit: 'Gram' }] }],
    })
  const tight = await candleOf('Κερί δοκιμής στενό', 5_2000)
  const wide = await candleOf('Κερί δοκιμής άνετο', 9_0000)
  const offer = await done(
    office.press('orders.create-order', {
      customerId: shop.customer.id,
      offer: true,
      lines: [{ productId: tight, quantity: 10 * PIECE, salesPrice: 5_2000 }],
      loans: [],
    }),
  )

  const clerk = await enter('user')
  await clerk.goto('/what-if')
  await expect(clerk.getByRole('combobox', { name: 'Material' })).toBeFocused()
  await clerk.keyboard.type('Παραφίνη δοκιμής')
  await clerk.keyboard.press('Enter')
  await expect(clerk.getByRole('textbox', { name: 'New price of Παραφίνη δοκιμής' })).toBeFocused()
  await clerk.keyboard.type('+8 %')
  await clerk.keyboard.press('Enter')
  await expect(clerk.getByRole('combobox', { name: 'Material' })).toBeFocused()
  const line = clerk.getByRole('status').filter({ hasText: 'dearer' })
  await expect(line).toHaveText('3 products dearer, 1 below margin, 1 open offer or order loses money')
  await expect(clerk.getByRole('row').filter({ hasText: 'Κερί δοκιμής στενό' })).toContainText('Falls below margin')
  const losing = clerk.getByRole('region', { name: 'Offers and orders that would lose money' })
  await expect(losing.getByRole('listitem')).toContainText([`${offer.id} · `])
  await expect(losing).toContainText('Κερί δοκιμής στενό: sold at €5.20, would cost €5.40')
  await demandAccessible(clerk, 'price what-if')
  expect(await costOf(office, wide)).toBe(5_0000)

  // the request for the new figures waits, so that the clerk saves the old ones
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await clerk.route('**/app/what-if.trial*', async (route) => {
    await released
    await route.continue()
  })
  const { version } = (await done(office.ask('products.detail', { id: wax }))).product
  await done(office.press('products.change-product', { id: wax, version, changes: { costPrice: 11_0000 } }))
  await clerk.keyboard.press('Control+s')
  await expect(clerk.getByRole('alert')).toContainText('The figures have changed since you looked at them.')
  expect(await costOf(office, wax)).toBe(11_0000)
  release()
  await expect(clerk.getByRole('group', { name: 'Παραφίνη δοκιμής' })).toContainText('becomes €11.88')
  await expect(clerk.getByRole('button', { name: 'Change cost of 3 products' })).toBeEnabled()
  await clerk.keyboard.press('Control+s')
  await expect(clerk.getByText('The cost of 3 products was changed.')).toBeVisible()
  expect(await Promise.all([wax, tight, wide].map((id) => costOf(office, id)))).toEqual([11_8800, 5_9400, 5_9400])

  // the empty page offers what was just changed
  const latest = clerk.getByRole('region', { name: 'Latest price changes' })
  await latest.getByRole('button', { name: /Παραφίνη δοκιμής/ }).click()
  await expect(clerk.getByRole('textbox', { name: 'New price of Παραφίνη δοκιμής' })).toBeFocused()
})
