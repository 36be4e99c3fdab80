/** Provides a valid input for each command and query of the cash desk, for tests that call all of them. */
import { type Day, dayOf } from '#kernel/day.ts'
import { cents, smallerCents, subtractCents, ZERO_CENTS } from '#kernel/money.ts'
import { sql } from '#server/db/database.ts'
import { readSettings } from '#server/settings.ts'
import { fixed, list, type Samples } from '#server/samples/sample-parts.ts'
import { TILL_SETTINGS } from '#features/payments/domain/till-settings.ts'
import { writeClosing } from '#features/payments/server/till.ts'
import { SYSTEM } from '#server/command.ts'
import { readTill } from './till/read-till.ts'

export const samples: Samples = (company) => {
  const { db, stock } = company
  // an early day, so that the payments of other samples stay in open days
  const close = () =>
    company.runner.work(SYSTEM, 'cash-desk.close-day', async (work) => {
      const { day } = await work.tx.one<{ day: Day }>(
        sql`select coalesce(max(day), '2020-01-01') + 1 as day from till_closings where day < '2021-01-01'`,
      )
      return { id: await writeClosing(work, { day, expected: ZERO_CENTS, counted: ZERO_CENTS, pieces: {}, note: '' }) }
    })
  // the sample of the setting may have hidden the expected amount
  const showExpected = async () => {
    const shown = await readSettings(db, { name: 'till', settings: TILL_SETTINGS })
    if (shown.hidesExpected) await company.run('settings.save-till', { values: { hidesExpected: false }, shown })
  }
  const deposit = () =>
    db.one<{ id: number }>(sql`
      insert into till_deposits (day, amount_cents, user_name) values ('2026-11-20', 100, 'Μαρία') returning id`)
  return {
    'cash-desk.report': fixed({ from: '2026-11-01', to: '2026-11-30' }),
    'cash-desk.payments': async () => ({ ...(await list()), filters: { dateFrom: '2026-11-01' } }),
    'cash-desk.payments-count': list,
    'cash-desk.payments-sums': list,
    'cash-desk.cheques-by-expiry': fixed({ from: '2026-11-01' }),
    'cash-desk.till': fixed(),
    'cash-desk.expected-till': async () => {
      await showExpected()
      return { day: '2026-11-20' }
    },
    'cash-desk.close-day': async () => {
      await showExpected()
      const { day } = await close().then(() =>
        db.one<{ day: Day }>(sql`
          select (max(day) + 1)::date as day from till_closings where reopened_at is null and day < '2021-01-01'`),
      )
      const { till } = await readTill(db, day)
      return { day, pieces: { '5000': 2 }, seenExpected: till, note: 'μετρήθηκε' }
    },
    'cash-desk.reopen-day': async () => ({ ...(await close()), reason: 'ξεχάστηκε είσπραξη' }),
    'cash-desk.deposit-cash': async () => {
      const today = dayOf(new Date().toISOString())
      // other samples may have paid out more than the till held
      const { till } = await readTill(db, today)
      await company.run('payments.record-payment', {
        bound: 'Inbound',
        type: 'CASH',
        amount: subtractCents(cents(10_000), smallerCents(till, ZERO_CENTS)),
        date: today,
        customerId: stock.customer,
      })
      return { amount: 100, day: today, bankName: 'Τράπεζα', slip: 'Κ-1', note: 'νύχτα' }
    },
    'cash-desk.cancel-deposit': async () => ({ ...(await deposit()), reason: 'λάθος' }),
    'settings.till': fixed(),
    'settings.save-till': async () => {
      const { hidesExpected } = await readSettings(db, { name: 'till', settings: TILL_SETTINGS })
      return { values: { hidesExpected: !hidesExpected }, shown: { hidesExpected } }
    },
  }
}
