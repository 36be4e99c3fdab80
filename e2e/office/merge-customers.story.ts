/** Two customers that are the same become one, an old link leads to the one that stays, and the merge is undone. */
import { demandAccessible } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { athensDay } from '../shop.ts'
import { done } from '../proofs/callers.ts'

const KEPT = 'Μεζεδοπωλείο Διπλό'
const MERGED = 'ΜΕΖΕΔΟΠΩΛΕΙΟ Δύο Φορές'

test('an administrator merges two customers after a preview, the old link opens the kept one, and undo separates them', async ({
  enter,
  callerFor,
}) => {
  const admin = await callerFor('admin')
  const pressed = (command: string, input: object) => done(admin.press(command, input))
  const create = async (customer: object): Promise<number> => (await pressed('customers.create-customer', customer)).id
  const kept = await create({ name: KEPT, phone: '2101111111' })
  const merged = await create({ name: MERGED, phone: '2102222222', email: 'dyo@fores.example' })
  await pressed('payments.record-payment', {
    bound: 'Inbound',
    type: 'CASH',
    amount: 12_345,
    date: athensDay(),
    customerId: merged,
  })
  const candle = await pressed('products.create-product', { name: 'Κερί διπλού πελάτη', salesPrice: 10_000, vat: 2400 })
  const { id: order } = await pressed('orders.create-order', {
    customerId: merged,
    lines: [{ productId: candle.id, quantity: 10_000 }],
  })

  const page = await enter('admin')
  const pending = page.getByRole('group', { name: 'Pending orders' })
  const orderLink = pending.getByRole('link', { name: `#${order}`, exact: true })
  await page.goto(`/customer-detail/${kept}`)
  await page.getByRole('link', { name: 'Merge with another customer…' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Merge customers')
  const from = page.getByRole('region', { name: 'Is merged into it' })
  await from.getByRole('button', { name: 'Choose a customer' }).click()
  const picker = page.getByRole('dialog', { name: 'Choose customer' })
  await picker.getByRole('searchbox', { name: 'Search' }).fill('Δύο Φορές')
  await picker.getByRole('row', { name: new RegExp(MERGED) }).click()

  await test.step('the preview names what moves and the values of both, also after a reload', async () => {
    await expect(page.getByText('Orders: 1')).toBeVisible()
    await expect(page.getByText('Payments: 1')).toBeVisible()
    await expect(page.getByRole('row', { name: /^Balance/ })).toContainText('-€123.45')
    const phone = page.getByRole('group', { name: 'Phone', exact: true })
    await expect(phone.getByRole('button', { name: '2101111111' })).toHaveAttribute('aria-pressed', 'true')
    await expect(
      page.getByRole('group', { name: 'E-mail' }).getByRole('button', { name: 'dyo@fores.example' }),
    ).toHaveAttribute('aria-pressed', 'true')
    await phone.getByRole('button', { name: '2102222222' }).click()
    await expect(phone.getByRole('button', { name: '2102222222' })).toHaveAttribute('aria-pressed', 'true')
    await demandAccessible(page, 'the preview of a merge')
    await page.reload()
    await expect(page.getByText('Payments: 1')).toBeVisible()
  })

  await page.getByRole('button', { name: 'Merge the customers' }).click()
  await expect(page).toHaveURL(new RegExp(`/customer-detail/${kept}`))
  await expect(page.getByText(`${MERGED} was merged into ${KEPT}.`)).toBeVisible()
  await expect(orderLink).toBeVisible()
  await expect(page.getByText('-€123.45').first()).toBeVisible()

  await page.goto(`/customer-detail/${merged}`)
  await expect(page).toHaveURL(new RegExp(`/customer-detail/${kept}\\?merged=${merged}`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(KEPT)
  const notice = page.getByRole('status').filter({ hasText: `${MERGED} (no. ${merged}) was merged into this customer` })
  await expect(notice).toBeVisible()
  await demandAccessible(page, 'the customer to which an old link leads')

  await page.getByRole('tab', { name: 'History' }).click()
  const merges = page.getByRole('region', { name: 'Merged customers' })
  await merges.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('dialog', { name: `History of ${MERGED}` })).toContainText('Merged into')
  await page.keyboard.press('Escape')
  await merges.getByRole('button', { name: 'Undo the merge' }).click()
  await page
    .getByRole('dialog', { name: `Undo the merge of ${MERGED}?` })
    .getByRole('button', { name: 'Undo the merge' })
    .click()
  await expect(page.getByText(`${MERGED} is a separate customer again.`)).toBeVisible()
  await expect(merges).toContainText('Undone on')

  await page.goto(`/customer-detail/${merged}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(MERGED)
  await expect(orderLink).toBeVisible()
  await expect(page.getByText('-€123.45').first()).toBeVisible()
  await page.goto(`/customer-detail/${kept}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(KEPT)
  await expect(page.getByText('€0.00').first()).toBeVisible()
  await expect(orderLink).toHaveCount(0)
})
