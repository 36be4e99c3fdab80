/** Provides a valid input for each command and query of reminders, for tests that call all of them. */
import { addDays, dayOf } from '#kernel/day.ts'
import { readSettings } from '#server/settings.ts'
import type { SampleCompany } from '#server/samples/sample-company.ts'
import { fixed, type HistorySample, list, type Samples } from '#server/samples/sample-parts.ts'
import { REMINDERS_FORM } from '../domain/settings.ts'

/** Returns a customer whose debt was due thirty days ago, and this debt as a letter names it. */
async function debtor({ run }: SampleCompany): Promise<{ id: number; debt: object }> {
  const party = { name: 'Ταβέρνα Οφειλή', email: 'a@b.gr', paymentDays: 30 }
  const { id } = (await run('customers.create-customer', party)) as { id: number }
  const today = dayOf(new Date().toISOString())
  // not in cash, because samples of the till count on what is in it
  const refund = { bound: 'Outbound', type: 'CARD', amount: 10_000, date: addDays(today, -60), customerId: id }
  const { id: paymentId } = (await run('payments.record-payment', refund)) as { id: number }
  return { id, debt: { kind: 'refunded', id: paymentId, open: 10_000, due: addDays(today, -30) } }
}

export const samples: Samples = (company) => ({
  'reminders.due': async () => ({ ...(await list()), filters: { step: '1' }, sort: 'late' }),
  'reminders.due-count': list,
  'reminders.due-sums': list,
  'reminders.of-customer': async () => ({ id: (await debtor(company)).id }),
  'reminders.letter': async () => ({ id: (await debtor(company)).id, language: 'eng' }),
  'reminders.send': async () => {
    const { id, debt } = await debtor(company)
    return { id, step: 1, debts: [debt], to: 'a@b.gr', subject: 'Υπενθύμιση', body: 'Καλημέρα' }
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
