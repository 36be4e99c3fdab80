/** A driver works from one stop to the next on a phone of 390 × 844. The pages are English. */
import { expect, PHONE, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { openShop, ordersIn, payments, planShipment, RED_TOTAL, statusOf } from '../shop.ts'
import { cardOf, openDelivery, openStop, sign, submitDelivery } from './driver-page.ts'

const DRIVER = 'Νίκος Μεταφορέας'
const SMALL_PHONE = { ...PHONE, viewport: { width: 390, height: 844 } }
const HERE = { address: 'Ερμού 12', city: 'Αθήνα', postcode: '10563' }
const THERE = { address: 'Αθηνάς 3', city: 'Αθήνα', postcode: '10551' }

// Quicker proof: e2e/driver/driver-order.story.ts (the next stop has its button in view),
// features/driver/domain/day.test.ts. Only this story measures the lines of the other stops
test('the next stop is shown whole with DELIVERED in view, and the others as one line each @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const [first, second] = [await openShop(office, 'Πρώτη στάση'), await openShop(office, 'Δεύτερη στάση')]
  const [next = 0] = await ordersIn('INVOICED', 1, office, first, HERE)
  const [later = 0] = await ordersIn('INVOICED', 1, office, second, THERE)
  const shipment = await planShipment(office, [next, later], DRIVER)
  const driver = await enter('driver2', SMALL_PHONE)
  await driver.goto(`/driverpage?shipment=${shipment}`)
  const delivered = (id: number) => cardOf(driver, id).getByRole('button', { name: 'DELIVERED', exact: true })
  await expect(delivered(next)).toBeInViewport({ ratio: 1 })
  await expect(cardOf(driver, next)).toContainText('Ερμού 12')
  await expect(delivered(later)).toHaveCount(0)
  const line = await cardOf(driver, later).boundingBox()
  expect(line?.height).toBeLessThanOrEqual(60)

  await test.step('a press on another stop shows that one whole', async () => {
    await cardOf(driver, later).getByRole('button').click()
    await expect(delivered(later)).toBeInViewport({ ratio: 1 })
    await expect(delivered(next)).toHaveCount(0)
  })

  await test.step('after a delivery the next open stop is shown whole', async () => {
    await submitDelivery(await openDelivery(driver, later, 'eng'), 'eng')
    await expect(delivered(next)).toBeVisible()
  })
})

test('the orders to one address are one stop with one signature and one payment, and one can be left out @main', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Μία πόρτα')
  const ids = await ordersIn('INVOICED', 4, office, shop, HERE)
  const [one = 0, two = 0, three = 0, four = 0] = ids
  const shipment = await planShipment(office, ids, DRIVER)
  const driver = await enter('driver2', SMALL_PHONE)
  await driver.goto(`/driverpage?shipment=${shipment}`)
  await expect(driver.locator('li[data-orders]')).toHaveCount(1)
  const card = cardOf(driver, one)
  await expect(card.getByRole('checkbox')).toHaveCount(4)
  for (const left of [three, four]) await card.getByRole('checkbox', { name: new RegExp(`Order ${left} `) }).uncheck()
  await driver.context().setOffline(true)
  await card.getByRole('button', { name: 'DELIVERED', exact: true }).click()
  const sheet = driver.getByRole('dialog', { name: /^Hand over: / })
  await expect(sheet).toContainText(`Order ${one} · Order ${two}`)
  await sign(driver, sheet)
  await sheet.getByLabel('Recipient’s name').fill('Ελένη Παπαδάκη')
  await sheet.getByRole('button', { name: 'All: €38.40' }).click()
  await submitDelivery(sheet, 'eng')
  await expect(driver.locator('li[data-orders]')).toHaveAttribute('data-orders', `${three} ${four}`)
  await driver.context().setOffline(false)

  for (const id of [one, two]) {
    await expect.poll(() => statusOf(office, id)).toBe('SHIPPED')
    const { proofs } = await done(office.ask('shipping.delivery-proof', { orderId: id }))
    expect(proofs).toMatchObject([{ recipient: 'Ελένη Παπαδάκη' }])
    expect(proofs[0].signature).toHaveLength(2)
  }
  expect(await statusOf(office, three)).toBe('ON SHIPPING')
  await expect.poll(() => payments(office, shop.customer)).toEqual([2 * Number(RED_TOTAL)])

  const closeWithPhoto = async (id: number, button: string, title: string, reason: string) => {
    await (await openStop(driver, id)).getByRole('button', { name: button }).click()
    const dialog = driver.getByRole('dialog', { name: title })
    await dialog.getByText(reason).click()
    await dialog.locator('input[type="file"]').setInputFiles({
      name: 'door.png',
      mimeType: 'image/png',
      buffer: await driver.screenshot(),
    })
    await expect(dialog.getByRole('img', { name: 'The photo of this delivery' })).toBeVisible()
    await dialog.getByRole('button', { name: button }).click()
    await expect
      .poll(async () => (await done(office.ask('shipping.delivery-proof', { orderId: id }))).photos)
      .toHaveLength(1)
  }

  await test.step('an order that was left out goes back to planning, with a photo', async () => {
    await closeWithPhoto(three, 'TO-PLANNING', `Order ${three} back to planning`, 'No time left today')
    await expect.poll(() => statusOf(office, three)).toBe('INVOICED')
  })

  await test.step('the last one is returned with a photo, which the office sees on the page of the order', async () => {
    await closeWithPhoto(four, 'RETURN', `Return order ${four}`, 'The shop was closed')
    await expect.poll(() => statusOf(office, four)).toBe('RETURNED')
    const desk = await enter('admin')
    await desk.goto(`/order-detail/${four}`)
    const photo = desk.getByRole('img', { name: /^Photo of the delivery, / })
    await photo.scrollIntoViewIfNeeded()
    await expect.poll(() => photo.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBeGreaterThan(0)
  })
})

// Quicker proof: features/driver/domain/day.test.ts, features/driver/domain/delivery-form.test.ts,
// features/payments/server/cash.test.ts, web/ui/payment/PaymentDialog.test.tsx
test('card and cheque lower what the customer owes, and only cash is carried (C-80) @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const carrier = await callerFor('driver2')
  const carriedBefore = (await done(carrier.ask('payments.cash-carried'))).amount
  const shop = await openShop(office, 'Κάρτα και επιταγή')
  const [id = 0] = await ordersIn('INVOICED', 1, office, shop)
  const shipment = await planShipment(office, [id], DRIVER)
  const driver = await enter('driver2', PHONE)
  await driver.goto(`/driverpage?shipment=${shipment}`)
  await expect(cardOf(driver, id)).toBeVisible()
  await driver.context().setOffline(true)
  await cardOf(driver, id).getByRole('button', { name: 'PAYMENTS' }).click()
  const dialog = driver.getByRole('dialog', { name: 'Payment' })
  await dialog.getByText('Cheque', { exact: true }).click()
  await dialog.getByLabel('Amount - Euros').fill('10')
  await dialog.getByRole('button', { name: 'Submit Payment' }).click()
  await expect(dialog.getByLabel('Bank')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Bank').fill('Alpha')
  await dialog.getByLabel('Issuer').fill('ΑΒΓ ΑΕ')
  await dialog.getByLabel('Due day').fill('2027-01-31')
  await dialog.getByRole('button', { name: 'Submit Payment' }).click()
  await expect(dialog).toBeHidden()
  const sheet = await openDelivery(driver, id, 'eng')
  await sheet.getByRole('button', { name: `This order: €${RED_TOTAL}` }).click()
  await sheet.getByText('Card', { exact: true }).click()
  await expect(sheet).toContainText(`card €${RED_TOTAL}`)
  await submitDelivery(sheet, 'eng')
  await driver.context().setOffline(false)
  await expect.poll(() => payments(office, shop.customer)).toEqual([10, Number(RED_TOTAL)])
  await expect.poll(() => statusOf(office, id)).toBe('SHIPPED')
  const account = await done(office.ask('payments.customer-account', { customerId: shop.customer.id }))
  expect(account.balance).toBe(-10_00)
  expect((await done(carrier.ask('payments.cash-carried'))).amount).toBe(carriedBefore)
})
