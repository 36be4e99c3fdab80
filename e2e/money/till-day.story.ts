/** On a day at the till the office takes cash, counts, closes the day and brings cash to the bank. The line of all cash keeps its sum. */
import { NOTES, COINS } from '#features/cash-desk/domain/till.ts'
import { expect, follow, type Page, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { openShop, ordersIn, planShipment } from '../shop.ts'

type Line = Record<'taken' | 'drivers' | 'till' | 'bank' | 'missing', number>

const euros = (cents: number): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(cents / 100)

/** Returns the words in which the page shows where all cash is. */
const wordsOf = ({ taken, drivers, till, bank, missing }: Line): string =>
  `Cash taken ${euros(taken)} = drivers ${euros(drivers)} + till ${euros(till)} + bank ${euros(bank)}` +
  (missing > 0 ? ` + missing ${euros(missing)}` : '')

/** Writes how many notes and coins an amount in cents has. */
async function count(page: Page, amount: number): Promise<void> {
  let rest = amount
  for (const value of [...NOTES, ...COINS]) {
    const pieces = Math.floor(rest / value)
    rest -= pieces * value
    if (pieces > 0) await page.getByRole('textbox', { name: euros(value), exact: true }).fill(String(pieces))
  }
}

test('on a day at the till the money moves from the desk and a driver to the bank, and what was taken stays the same @main', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const driver = await callerFor('driver')
  const shop = await openShop(office, 'Ημέρα ταμείου')
  await planShipment(office, await ordersIn('INVOICED', 1, office, shop), 'Γιώργος Οδηγός')
  const admin = await enter('admin')
  const before: Line = (await done(office.ask('cash-desk.till'))).line
  // Stories before may have left cash with this driver and with others.
  const carried: number = (await done(driver.ask('payments.cash-carried'))).amount
  const expectLine = (moved: Omit<Line, 'taken'>) =>
    expect(admin.locator('[data-cash-line]')).toHaveText(
      wordsOf({
        taken: before.taken + 150_00,
        drivers: before.drivers + moved.drivers,
        till: before.till + moved.till,
        bank: before.bank + moved.bank,
        missing: before.missing + moved.missing,
      }),
    )
  const dialog = admin.getByRole('dialog')

  await test.step('a customer pays at the desk, and a driver takes cash at the door', async () => {
    await done(driver.press('payments.collect-payment', { customerId: shop.customer.id, amount: 50_00 }))
    await admin.goto(`/createpayment?customer=${shop.customer.id}`)
    await admin.getByRole('button', { name: 'Cash', exact: true }).click()
    await admin.getByRole('textbox', { name: 'Amount', exact: true }).fill('100')
    await admin.getByRole('textbox', { name: 'Series' }).press('Enter')
    await admin.waitForURL(/\/payment-overview\/\d+$/)
    await follow(admin, '/cashregister')
    await expectLine({ drivers: 50_00, till: 100_00, bank: 0, missing: 0 })
  })

  await test.step('the office receives less from the driver than was booked, and says why', async () => {
    const counted = { counted: carried + 50_00, note: 'όπως μετρήθηκαν' }
    const { id: handover } = await done(driver.press('payments.hand-over-cash', counted))
    await follow(admin, '/drivers-cash')
    await admin.locator(`[data-handover="${handover}"]`).getByRole('button', { name: 'Receive' }).click()
    await dialog.getByRole('textbox', { name: 'Counted by the office' }).fill(((carried + 49_00) / 100).toFixed(2))
    await dialog.getByRole('textbox', { name: 'Note' }).fill('a coin was missing')
    await dialog.getByRole('button', { name: 'Receive' }).click()
    await expect(dialog).toBeHidden()
    await follow(admin, '/cashregister')
    await expectLine({ drivers: -carried, till: carried + 149_00, bank: 0, missing: 1_00 })
  })

  await test.step('cash goes to the bank, and the day is counted with a difference and closed', async () => {
    await admin.getByRole('button', { name: 'To the bank' }).click()
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('120')
    await dialog.getByRole('button', { name: 'Record deposit' }).click()
    await expect(dialog).toBeHidden()
    await expectLine({ drivers: -carried, till: carried + 29_00, bank: 120_00, missing: 1_00 })
    await admin.getByRole('button', { name: 'Close day' }).click()
    await count(admin, before.till + carried + 27_00)
    await dialog.getByRole('button', { name: 'Compare' }).click()
    await dialog.getByRole('textbox', { name: 'Reason of the difference' }).fill('change was given twice')
    await dialog.getByRole('button', { name: 'Close day' }).click()
    await expect(dialog).toBeHidden()
    await expectLine({ drivers: -carried, till: carried + 27_00, bank: 120_00, missing: 3_00 })
    const { today } = await done(office.ask('cash-desk.till'))
    const late = { bound: 'Inbound', type: 'CASH', amount: 10_00, date: today, customerId: shop.customer.id }
    expect((await office.press('payments.record-payment', late)).body.refusal.code).toBe('payments.till-closed')
  })

  await test.step('who may reopens the day, and the difference of the count counts no more', async () => {
    await admin.getByText('Closed days').click()
    await admin.locator('[data-closing]').first().getByRole('button', { name: 'Reopen' }).click()
    await dialog.getByLabel('Reason').fill('a payment was forgotten')
    await dialog.getByRole('button', { name: 'Reopen' }).click()
    await expect(dialog).toBeHidden()
    await expectLine({ drivers: -carried, till: carried + 29_00, bank: 120_00, missing: 1_00 })
  })
})
