/** Provides a valid input for each command and query of reminders, for tests that call all of them. */
import { sql } from '#server/db/database.ts'
import { readSettings } from '#server/settings.ts'
import type { TestCompany } from '#server/testing/company.ts'
import { fixed, type HistorySample, list, type Samples } from '#server/testing/sample-parts.ts'
import { REMINDERS_FORM } from '../domain/settings.ts'

/** Returns a customer with an order that was due on 1 February 2020, and the number of the order. */
async function debtor({ db, run }: TestCompany): Promise<{ id: number; orderId: number }> {
  const { id } = (await run('customers.create-customer', {
    name: 'Ταβέρνα Οφειλή',
    email: 'a@b.gr',
    paymentDays: 30,
  })) as { id: number }
  const { orderId } = await db.one<{ orderId: number }>(sql`
    insert into orders (status, customer_id, name, packaged_by, invoice_mode, products_cents, total_cents, invoiced_on, created_at)
    values ('SHIPPED', ${id}, 'Ταβέρνα Οφειλή', 'Νίκος', 'red', 10000, 10000, '2020-01-02', '2020-01-02') returning id as "orderId"`)
  return { id, orderId }
}

export const samples: Samples = (company) => ({
  'reminders.due': async () => ({ ...(await list()), filters: { step: '1' }, sort: 'late' }),
  'reminders.due-count': list,
  'reminders.due-sums': list,
  'reminders.of-customer': async () => ({ id: (await debtor(company)).id }),
  'reminders.letter': async () => ({ id: (await debtor(company)).id, language: 'eng' }),
  'reminders.send': async () => {
    const { id, orderId } = await debtor(company)
    return {
      id,
      step: 1,
      debts: [{ kind: 'order', id: orderId, open: 10_000, due: '2020-02-01' }],
      to: 'a@b.gr',
      subject: 'Υπενθύμιση',
      body: 'Καλημέρα',
    }
  },
  'reminders.stop': async () => ({ id: (await debtor(company)).id, reason: 'διακανονισμός' }),
  'reminders.resume': async () => {
    const { id } = await debtor(company)
    await company.run('reminders.stop', { id, reason: 'διακανονισμός' })
    return { id }
  },
  'settings.reminders': fixed(),
  'settings.save-reminders': async () => {
    const { first } = await readSettings(company.db, REMINDERS_FORM)
    return { values: { first: first === 7 ? 8 : 7 }, shown: { first } }
  },
})

export const historySample: HistorySample = { free: { customers: ['noReminders'] } }
