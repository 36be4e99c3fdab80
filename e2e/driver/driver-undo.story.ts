/** A driver undoes a wrong press, online and offline. The pages are English. */
import { expect, PHONE, test } from '../fixtures.ts'
import { openShop, ordersIn, payments, planShipment, RED_TOTAL, statusOf } from '../shop.ts'
import { cardOf, closedOf, deliver, openDelivery, submitDelivery } from './driver-page.ts'

const DRIVER = 'Νίκος Μεταφορέας'
const SMALL_PHONE = { ...PHONE, viewport: { width: 390, height: 844 } }

// Quicker proof: features/driver/server/undo-press.test.ts, features/driver/web/driver-actions.test.ts,
// features/driver/domain/day.test.ts
test('a wrong press is undone with one press: sent, not sent, and sent before the connection was lost @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const [shop, next] = [await openShop(office, 'Λάθος πάτημα'), await openShop(office, 'Μετά το λάθος')]
  const [id = 0] = await ordersIn('INVOICED', 1, office, shop, {
    address: 'Ερμού 12',
    city: 'Αθήνα',
    postcode: '10563',
  })
  const [later = 0] = await ordersIn('INVOICED', 1, office, next, {
    address: 'Αθηνάς 3',
    city: 'Αθήνα',
    postcode: '10551',
  })
  const shipment = await planShipment(office, [id, later], DRIVER)
  const driver = await enter('driver2', SMALL_PHONE)
  await driver.goto(`/driverpage?shipment=${shipment}`)
  const undo = driver.getByRole('button', { name: /^Undo: .*Λάθος πάτημα/ })
  const waiting = driver.getByRole('status').filter({ hasText: /waiting for a connection/ })
  const known = () => expect(closedOf(driver, id)).toBeHidden()

  await test.step('a delivery with its payment, after the office has both', async () => {
    const sheet = await openDelivery(driver, id, 'eng')
    await sheet.getByRole('button', { name: /^All: / }).click()
    await submitDelivery(sheet, 'eng')
    await expect.poll(() => payments(office, shop.customer)).toEqual([Number(RED_TOTAL)])
    await expect(cardOf(driver, later).getByRole('button', { name: 'DELIVERED', exact: true })).toBeInViewport({
      ratio: 1,
    })
    await expect(undo).toBeInViewport({ ratio: 1 })
    await undo.click()
    await expect(cardOf(driver, id)).toBeVisible()
    await expect(undo).toHaveCount(0)
    await expect.poll(() => statusOf(office, id)).toBe('ON SHIPPING')
    expect((await payments(office, shop.customer)).toSorted((a, b) => a - b)).toEqual([
      -Number(RED_TOTAL),
      Number(RED_TOTAL),
    ])
  })

  await test.step('a press without a connection, which is then never sent', async () => {
    await driver.context().setOffline(true)
    await deliver(driver, id, 'eng')
    await expect(closedOf(driver, id)).toBeVisible()
    await undo.click()
    await expect(cardOf(driver, id)).toBeVisible()
    await expect(waiting).toHaveCount(0)
    await driver.context().setOffline(false)
  })

  await test.step('a press that was sent, without a connection: the undo waits for it', async () => {
    await deliver(driver, id, 'eng')
    await expect.poll(() => statusOf(office, id)).toBe('SHIPPED')
    await known()
    await driver.context().setOffline(true)
    await undo.click()
    await expect(cardOf(driver, id)).toBeVisible()
    await expect(waiting).toContainText('1 action')
    expect(await statusOf(office, id)).toBe('SHIPPED')
    await driver.context().setOffline(false)
    await expect.poll(() => statusOf(office, id)).toBe('ON SHIPPING')
    await expect(waiting).toHaveCount(0)
  })

  const { rows } = (await office.ask('orders.history', { id })).body
  const moves = rows.flatMap((row: { changes: { status?: string[] } }) =>
    row.changes.status ? [row.changes.status[1]] : [],
  )
  expect(moves.slice(0, 4)).toEqual(['ON SHIPPING', 'SHIPPED', 'ON SHIPPING', 'SHIPPED'])
})
