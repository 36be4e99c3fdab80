/** The office reminds a customer of an overdue order, once in each step. */
import { randomInt } from 'node:crypto'
import { demandAccessible } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { openShop } from '../shop.ts'

test('an overdue order is reminded by a letter with the statement, which a second person cannot send again', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Υπενθύμιση')
  const { id, name } = shop.customer
  const orderId = 700_000 + randomInt(90_000)
  const imported = await office.call('POST', '_table/custorders?import=true', {
    resource: [
      {
        id: orderId,
        status: 'SHIPPED',
        created: '2019-05-03T08:00:00Z',
        customer_id: id,
        products: [{ id: shop.candle.id, name: shop.candle.name, quantity: 4, salesprice: 5, vat: 24 }],
      },
    ],
  })
  expect(imported.body).toMatchObject({ resource: [{ id: orderId }] })
  const address = await office.call('PATCH', `_table/customers/${id}`, { email: 'taverna@example.gr' })
  expect(address.status).toBe(200)

  // a colleague has the same letter on the screen
  const { step, debts, to, subject, body } = await done(office.ask('reminders.letter', { id }))
  const clerk = await enter('user')
  const dialog = clerk.getByRole('dialog', { name })
  const row = clerk.getByRole('row', { name: new RegExp(name) })
  await clerk.goto(`/due?q=${encodeURIComponent(name)}`)
  await row.click()
  await expect(dialog.getByRole('link', { name: `Order ${orderId}` })).toBeVisible()
  await expect(dialog.getByRole('region', { name: '1st reminder' })).toContainText('taverna@example.gr')
  await demandAccessible(clerk, 'the dialog of a debtor')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('1st reminder')
  await expect(row).toContainText('Nothing now')
  const shown = debts.map(({ kind, id: debtId, open, due }: Record<string, unknown>) => ({
    kind,
    id: debtId,
    open,
    due,
  }))
  const again = await office.press('reminders.send', { id, step, debts: shown, to, subject, body })
  expect(again.body).toMatchObject({ refusal: { code: 'reminders.changed' } })

  await clerk.goto(`/customer-detail/${id}`)
  await expect(clerk.getByRole('region', { name: 'E-mails' }).getByRole('link', { name: /\.pdf$/ })).toHaveCount(1)
})
