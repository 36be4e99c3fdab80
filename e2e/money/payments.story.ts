/** The office records a payment, prints its receipt, cancels it, matches another one, and notes a cheque that bounced. */
import { demandAccessible } from '../accessibility.ts'
import { cardOf, deliver } from '../driver/driver-page.ts'
import { expect, PHONE, test } from '../fixtures.ts'
import { openShop, ordersIn, planShipment } from '../shop.ts'

test('a payment is recorded by keyboard, cancelled, matched to orders, and its cheque bounces @main', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Πληρωμές γραφείου')
  const orders = await ordersIn('INVOICED', 2, office, shop)
  const [first = 0, second = 0] = orders
  const shipment = await planShipment(office, orders, 'Γιώργος Οδηγός')
  const driver = await enter('driver', PHONE)
  await driver.goto(`/driverpage?shipment=${shipment}`)
  await expect(cardOf(driver, first)).toBeVisible()
  for (const id of orders) await deliver(driver, id, 'eng')

  const clerk = await enter('user')
  await test.step('the customer is found by name, and Enter in the empty amount fills the whole balance', async () => {
    await clerk.goto('/createpayment')
    await clerk.getByRole('combobox', { name: 'Customer or provider' }).fill('Πληρωμές γραφείου')
    await expect(clerk.getByRole('option').first()).toBeVisible()
    await clerk.keyboard.press('Enter')
    await expect(clerk.getByRole('button', { name: 'Cash' })).toBeFocused()
    await clerk.keyboard.press('Enter')
    await expect(clerk.getByRole('textbox', { name: 'Amount', exact: true })).toBeFocused()
    await clerk.keyboard.press('Enter')
    await expect(clerk.getByRole('textbox', { name: 'Amount', exact: true })).toHaveValue('38.40')
    await expect(clerk.locator('[data-balance-after]')).toContainText('0.00')
    await clerk.getByRole('textbox', { name: 'Series' }).fill('Α')
    await clerk.getByRole('textbox', { name: 'Series' }).press('Enter')
    await clerk.waitForURL(/\/payment-overview\/\d+$/)
  })

  await test.step('its receipt is printed, and cancelling leads to the counter-entry', async () => {
    const payment = clerk.url()
    await clerk.getByRole('button', { name: 'Receipt' }).click()
    await clerk.getByRole('menuitem', { name: 'Print' }).click()
    await expect(clerk.getByText(/38,40/).first()).toBeVisible()
    await clerk.goto(payment)
    await clerk.getByRole('button', { name: 'Cancel' }).click()
    const dialog = clerk.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('wrong customer')
    await dialog.getByRole('button', { name: 'Cancel payment' }).click()
    await expect(clerk.locator('[data-counter-entry]')).toContainText('wrong customer')
  })

  await test.step('a cheque is matched to the second order first, and what bounces is due again', async () => {
    await clerk.goto(`/createpayment?customer=${shop.customer.id}`)
    await clerk.getByRole('button', { name: 'Cheques' }).click()
    await clerk.getByRole('textbox', { name: 'Amount', exact: true }).fill('20')
    await clerk.getByRole('textbox', { name: 'Expire date' }).fill('31/12/2030')
    await clerk
      .getByRole('combobox', { name: 'Bank' })
      .or(clerk.getByRole('textbox', { name: 'Bank' }))
      .first()
      .fill('Alpha Bank')
    await clerk.getByRole('textbox', { name: 'Issuer' }).fill('ΑΒΓ')
    await clerk.getByRole('textbox', { name: 'Issuer' }).press('Enter')
    await clerk.waitForURL(/\/payment-overview\/\d+$/)
    const part = clerk.getByRole('textbox', { name: `Amount for Order ${second}` })
    await part.fill('15')
    await part.press('Enter')
    await expect(clerk.locator(`[data-document="${second}"]`)).toContainText('by hand')
    await clerk.goto('/cheques')
    const row = clerk.locator('[data-cheque]').filter({ hasText: 'Πληρωμές γραφείου' })
    const dialog = clerk.getByRole('dialog')
    await row.getByRole('button', { name: /^Moves/ }).click()
    await clerk.getByRole('menuitem', { name: 'Pass on' }).click()
    await expect(dialog).toBeVisible()
    await demandAccessible(clerk, 'the dialog that passes a cheque on')
    await clerk.keyboard.press('Escape')
    await row.getByRole('checkbox').check()
    await clerk.getByRole('button', { name: 'Deposit 1' }).click()
    await expect(row).toContainText('Deposited')
    await row.getByRole('button', { name: /^Moves/ }).click()
    await clerk.getByRole('menuitem', { name: 'Bounced' }).click()
    await expect(dialog.locator('[data-due-again]')).toContainText(`${first} (`)
    await expect(dialog.locator('[data-due-again]')).toContainText(`${second} (`)
    await demandAccessible(clerk, 'the dialog of a bounced cheque')
    await dialog.getByLabel('Reason').fill('no cover')
    await dialog.getByRole('button', { name: 'It bounced' }).click()
    await expect(row).toBeHidden()
    await clerk.goto(`/customer-detail/${shop.customer.id}`)
    const balance = clerk
      .getByRole('region', { name: 'Statistics' })
      .locator('dl > div', { hasText: 'Balance' })
      .locator('dd')
    await expect(balance).toContainText('38.40')
  })
})
