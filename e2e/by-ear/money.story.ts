/** The office records a payment with a mistake in it, and reads the figures of the economics and of the cash desk, by keyboard and by ear. */
import { expect, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { athensDay, openShop, payments } from '../shop.ts'
import { Ear } from './ear.ts'

// Quicker proof: features/payments/web/create/create-payment.test.tsx, web/ui/form/form.test.tsx (the first wrong field)
test('a cheque without its bank is not recorded: the first press leads to the field and says why @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Επιταγή')
  const clerk = await enter('user')
  const ear = await Ear.of(clerk)
  await clerk.goto('/createpayment')
  await ear.type(shop.customer.vat, 'combobox', 'Customer or provider')
  await ear.hears('Found: 1')
  await ear.press('Enter', 'combobox', 'Customer or provider', { marked: new RegExp(shop.customer.name) })
  await ear.hears(`Chosen: ${shop.customer.name}`)
  await ear.at('button', 'Cash')
  await ear.go('button', 'Cheques', 4)
  await ear.press('Enter', 'button', 'Cheques', { states: ['not pressed'] })
  await ear.type('150', 'textbox', 'Amount')
  await ear.press('Control+Enter', 'textbox', 'Amount')
  await ear.at('textbox', 'Expire date', { states: ['invalid'], description: /fill this in/ })
  expect(await payments(office, shop.customer)).toEqual([])
  await ear.type('31/12/2030', 'textbox', 'Expire date')
  await ear.press('Control+Enter', 'textbox', 'Expire date')
  await ear.at('combobox', 'Bank', { states: ['invalid'] })
  await ear.type('Alpha Bank', 'combobox', 'Bank')
  await ear.go('textbox', 'Issuer', 2)
  await ear.type('ΑΒΓ', 'textbox', 'Issuer')
  await ear.press('Enter', 'textbox', 'Issuer')
  await ear.hears('Payment recorded')
  await ear.at('heading', /./)
  expect(await payments(office, shop.customer)).toEqual([150])
})

// Quicker proof: features/reports/web/frame/report-page.test.tsx, e2e/money/till-day.story.ts
test('the economics and the cash desk say the new period and its figures, and their tables have names and names of rows @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Ταμείοακοή')
  await done(
    office.press('payments.record-payment', {
      customerId: shop.customer.id,
      bound: 'Inbound',
      type: 'CASH',
      amount: 4200,
      date: athensDay(),
    }),
  )
  const clerk = await enter('admin')
  const ear = await Ear.of(clerk)
  await clerk.goto('/economics')
  await clerk.getByRole('heading', { level: 1 }).waitFor()
  await ear.skip()
  await ear.go('button', 'Last month', 20)
  await ear.press('Enter', 'button', 'Last month', { states: ['not pressed'] })
  await ear.at('button', 'Last month', { states: ['pressed'] })
  await ear.hears(/\d\d\/\d\d\/\d{4} – \d\d\/\d\d\/\d{4}.*€/)

  await ear.press('Control+k', 'button', 'Last month')
  await ear.type('cashregister', 'combobox', /^Search/)
  await ear.hears(/Found/)
  await ear.press('Enter', 'combobox', /^Search/, { marked: /CashRegister/ })
  await ear.at('heading', 'CashRegister')
  await ear.go('textbox', 'From', 12)
  await ear.press('Control+a', 'textbox', 'From')
  await ear.type('01/01/2026', 'textbox', 'From')
  await ear.press('Enter', 'textbox', 'From')
  await ear.hears(/01\/01\/2026 – .*€/)
  for (const table of await clerk.getByRole('main').getByRole('table').all()) {
    await expect(table).toHaveAccessibleName(/./)
    await expect(table.getByRole('rowheader').first()).not.toHaveText('')
  }
})
