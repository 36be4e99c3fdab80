import { expect, test } from 'vitest'
import { addDays, type Day } from '#kernel/day.ts'
import { addCents, cents } from '#kernel/money.ts'
import { counterDay, counterEntryOf, signedAmount, whyNotCancel } from './cancelling.ts'
import type { NewPayment } from './payment.ts'

test('a payment is cancelled once, and a counter-entry never', () => {
  expect(whyNotCancel({ cancelsId: null, cancelledById: null })).toBeNull()
  expect(whyNotCancel({ cancelsId: null, cancelledById: 8 })).toMatchObject({
    code: 'payments.cancelled-already',
    details: { paymentId: 8 },
  })
  expect(whyNotCancel({ cancelsId: 7, cancelledById: null })?.code).toBe('payments.is-counter-entry')
})

test('a counter-entry counts on the day of the payment while its till is open, else today (C-71)', () => {
  const [yesterday, today] = ['2026-11-19', '2026-11-20'] as [Day, Day]
  expect(counterDay(yesterday, today, null)).toBe(yesterday)
  expect(counterDay(yesterday, today, yesterday)).toBe(today)
  expect(counterDay(today, today, yesterday)).toBe(today)
  expect(counterDay(yesterday, today, today)).toBe(addDays(today, 1))
})

test.each(['Inbound', 'Outbound'] as const)('an %s payment and its counter-entry change nothing together', (bound) => {
  const payment = { bound, amount: cents(12_34), date: '2026-11-19' as Day, type: 'CASH' } as NewPayment
  const counter = counterEntryOf(payment, '2026-11-20' as Day)
  expect(counter).toMatchObject({ bound, type: 'CASH', date: '2026-11-20', amount: -12_34 })
  expect(addCents(signedAmount(payment), signedAmount(counter))).toBe(0)
})
