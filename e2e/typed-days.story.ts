/** Days typed in a hurry: short forms are understood, and what cannot be read stays in the field with an error. */
import { dayText } from '#kernel/day.ts'
import { readTypedDay } from '#kernel/days/typed-day.ts'
import { nextWorkingDay } from '#kernel/days/working-day.ts'
import { done } from './proofs/callers.ts'
import { expect, type Page, test } from './fixtures.ts'
import { athensDay, openOrderForm, openShop } from './shop.ts'

const today = athensDay()
const delivery = (page: Page) => page.getByRole('textbox', { name: 'Expected delivery' })

// Quicker proof: web/ui/form/inputs.test.tsx, kernel/days/typed-day.test.ts,
// features/payments/web/unreadable-figures.test.tsx
test('an order is not saved with an unreadable delivery date, and is saved with a short one @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Ημέρες')
  const clerk = await enter('user')
  await openOrderForm(clerk, shop)
  await clerk.keyboard.type(shop.lantern.name)
  await clerk.keyboard.press('Enter')
  await expect(clerk.getByRole('textbox', { name: `Quantity of ${shop.lantern.name}` })).toBeFocused()
  await clerk.keyboard.type('1')
  await expect(delivery(clerk)).toHaveValue(`${dayText(nextWorkingDay(today), 'en')} 00:00`)
  await expect(clerk.getByText('Proposed: the next working day')).toBeVisible()

  for (const text of ['31/02/2027', 'tomorrow']) {
    await delivery(clerk).fill(text)
    await clerk.keyboard.press('Control+Enter')
    await expect(delivery(clerk)).toBeFocused()
    await expect(delivery(clerk)).toHaveValue(text)
    await expect(clerk.getByText('This is not a day.')).toBeVisible()
    await expect(clerk).toHaveURL(/\/createorder$/)
    await delivery(clerk).fill('')
    await expect(clerk.getByText('This is not a day.')).toHaveCount(0)
  }
  await delivery(clerk).fill('5/1 14:30')
  await clerk.keyboard.press('Control+Enter')
  await clerk.waitForURL('**/order-detail/*')
  const { order } = await done(office.ask('orders.detail', { id: Number(clerk.url().split('/').pop()) }))
  expect(order.expectedDelivery).toBe(`${readTypedDay('5/1', today)} 14:30:00`)

  // The other person's language does not matter for the name of a day.
  await clerk.goto(`/order-edit/${order.id}`)
  await delivery(clerk).fill('Δευ')
  await clerk.keyboard.press('Tab')
  await expect(delivery(clerk)).toHaveValue(/^\d\d\/\d\d\/\d{4} 00:00$/)
  await clerk.keyboard.press('Control+Enter')
  await clerk.waitForURL('**/order-detail/*')
  const changed = await done(office.ask('orders.detail', { id: order.id }))
  expect(changed.order.expectedDelivery).toBe(`${readTypedDay('Δευ', today)} 00:00:00`)

  // A day that is removed is asked for, and Enter takes the proposed one.
  await clerk.goto(`/order-edit/${order.id}`)
  await delivery(clerk).fill('')
  await clerk.keyboard.press('Control+Enter')
  const question = clerk.getByRole('dialog', { name: 'No delivery day' })
  await expect(question.getByRole('button').last()).toBeFocused()
  await clerk.keyboard.press('Enter')
  await clerk.waitForURL('**/order-detail/*')
  const proposed = await done(office.ask('orders.detail', { id: order.id }))
  expect(proposed.order.expectedDelivery).toBe(`${nextWorkingDay(today)} 00:00:00`)
})
