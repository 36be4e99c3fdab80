/**
 * A driver issues the delivery note before the vehicle leaves, and shows its QR code on the way without a connection. The tax office is
 * told of the departure, and later of the delivery.
 */
import { expect, PHONE, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { openShop, ordersIn, planShipment } from '../shop.ts'
import { cardOf, deliver, openStop } from './driver-page.ts'

const DRIVER = 'Νίκος Μεταφορέας'

test('a vehicle leaves only with its delivery note, whose QR code the driver has on the way without a connection, and what comes back gets one too', async ({
  enter,
  callerFor,
}) => {
  const admin = await callerFor('admin')
  const shop = await openShop(admin, 'Δελτίο')
  const [order = 0, refused = 0] = await ordersIn('INVOICED', 2, admin, shop)
  const shipment = await planShipment(admin, [order, refused], DRIVER, 'ΥΖΑ-1234')
  const duty = (fromDay: string, shown: string) =>
    done(admin.press('settings.save-movement', { values: { fromDay }, shown: { fromDay: shown } }))
  await duty('2026-01-01', '')
  try {
    const driver = await enter('driver2', PHONE)
    await driver.goto(`/loading/${shipment}`)
    const note = driver.locator('li[data-direction="out"]')
    await expect(note).toHaveAttribute('data-note', 'none')
    await driver.getByRole('button', { name: 'Departure' }).click()
    await driver.getByRole('button', { name: 'Leave without them' }).click()
    // A refusal is a short message, or a notice above the page if it comes after some seconds. Both may be visible for a moment.
    const refusal = driver.getByRole('alert').filter({ hasText: 'no valid delivery note for' })
    await expect(refusal.first()).toBeVisible()
    await driver.getByRole('button', { name: 'Issue 1 delivery note' }).click()
    await expect(note).toHaveAttribute('data-note', 'ACKNOWLEDGED')
    await driver.getByRole('button', { name: 'Departure' }).click()
    await driver.getByRole('button', { name: 'Leave without them' }).click()
    await expect(driver.getByText(/The vehicle left/)).toBeVisible()
    const event = (kind: string) => note.locator(`[data-event="${kind}"]`)
    await expect(event('transfer')).toHaveAttribute('data-status', 'DONE')

    await driver.goto(`/driverpage?shipment=${shipment}`)
    const code = cardOf(driver, order).getByRole('button', { name: 'QR code' })
    await expect(code).toBeVisible()
    const sheet = driver.getByRole('dialog', { name: /^Delivery note / })
    for (const offline of [false, true]) {
      await driver.context().setOffline(offline)
      await code.click()
      await expect(sheet.getByRole('img', { name: /QR code of the note with the MARK \d{15}/ })).toBeVisible()
      await driver.keyboard.press('Escape')
      await expect(sheet).toBeHidden()
    }
    await driver.context().setOffline(false)
    await deliver(driver, order, 'eng')

    const card = await openStop(driver, refused)
    await card.getByRole('button', { name: 'RETURN' }).click()
    const reason = driver.getByRole('dialog', { name: `Return order ${refused}` })
    await reason.getByText('The shop was closed').click()
    await reason.getByRole('button', { name: 'RETURN' }).click()
    await expect(reason).toBeHidden()
    const issue = driver.getByRole('button', { name: 'Issue 1 return note' })
    await issue.click()
    await expect(issue).toHaveCount(0)
    await driver.goto(`/loading/${shipment}`)
    const back = driver.locator('li[data-direction="back"]')
    await expect(back).toHaveAttribute('data-note', 'ACKNOWLEDGED')
    await expect(event('outcome')).toContainText('Handed over in part')
    await expect(event('outcome')).toContainText('is reported after')
  } finally {
    await duty('', '2026-01-01')
  }
})
