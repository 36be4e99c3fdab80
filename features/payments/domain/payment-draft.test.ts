import { expect, test } from 'vitest'
import type { Day } from '#kernel/day.ts'
import { cents } from '#kernel/money.ts'
import { PAYMENT_BOUNDS } from './payment.ts'
import {
  balanceAfter,
  EMPTY_PAYMENT,
  inputOf,
  lacksOf,
  type PaymentDraft,
  usualBound,
  wholeBalance,
} from './payment-draft.ts'

const draft = (parts: Partial<PaymentDraft>): PaymentDraft => ({ ...EMPTY_PAYMENT, ...parts })
const CUSTOMER = { kind: 'customers', id: 3, name: 'Ταβέρνα' } as const

test('the fields follow the type: amount, series and date, and the details of a cheque or a bank', () => {
  expect(lacksOf(draft({}))).toEqual([])
  expect(lacksOf(draft({ type: 'CASH' }))).toEqual(['amount', 'series', 'date'])
  expect(lacksOf(draft({ type: 'CHECK', amount: cents(1), series: 'Α', date: '2026-11-20' as Day }))).toEqual([
    'expireDate',
    'bankName',
    'issuer',
  ])
  expect(lacksOf(draft({ type: 'BANK', amount: cents(1), series: 'Α', date: '2026-11-20' as Day }))).toEqual([
    'bankName',
    'iban',
    'receiptCode',
  ])
})

test.each(['customers', 'providers'] as const)('the whole balance of %s leaves nothing, in both directions', (kind) => {
  for (const bound of PAYMENT_BOUNDS)
    for (const before of [cents(50_00), cents(-7_10), cents(0)]) {
      const amount = wholeBalance(kind, before, bound)
      expect(balanceAfter(kind, before, { bound, amount })).toBe(0)
    }
  expect(wholeBalance(kind, cents(50_00), usualBound(kind))).toBe(50_00)
})

test('a draft without an amount leaves the balance as it is', () => {
  expect(balanceAfter('customers', cents(50_00), draft({}))).toBe(50_00)
})

const PLAIN = { confirmNegative: false, confirmAdvance: false }

test('a payment is sent for its customer, provider or salesperson alone, once its type, amount and day are chosen', () => {
  const complete = { type: 'CASH', amount: cents(5), date: '2026-11-20' as Day } as const
  const sent = (kind: 'customers' | 'providers' | 'salespersons') => {
    const { customerId, providerId, salespersonId } = inputOf(draft(complete), { kind, id: 3, name: '' }, PLAIN)
    return [customerId, providerId, salespersonId]
  }
  expect(sent('customers')).toEqual([3, null, undefined])
  expect(sent('providers')).toEqual([null, 3, undefined])
  expect(sent('salespersons')).toEqual([null, null, 3])
  for (const missing of [{ type: null }, { amount: null }, { date: null }])
    expect(() => inputOf(draft({ ...complete, ...missing }), CUSTOMER, PLAIN)).toThrow('not complete')
})

test('what was typed for another type is not sent', () => {
  const filled = draft({
    type: 'CASH',
    amount: cents(5),
    date: '2026-11-20' as Day,
    series: ' Α ',
    bankName: 'Alpha Bank',
    iban: 'GR16',
    issuer: 'ΑΒΓ',
    expireDate: '2027-01-01' as Day,
    receiptCode: 'Α-1',
    orderId: 9,
  })
  expect(inputOf(filled, CUSTOMER, PLAIN)).toMatchObject({
    series: 'Α',
    bankName: '',
    iban: '',
    issuer: '',
    expireDate: null,
    receiptCode: 'Α-1',
    customerId: 3,
    providerId: null,
    orderId: 9,
  })
  expect(inputOf({ ...filled, type: 'CHECK' }, { ...CUSTOMER, kind: 'providers' }, PLAIN)).toMatchObject({
    bankName: 'Alpha Bank',
    issuer: 'ΑΒΓ',
    expireDate: '2027-01-01',
    customerId: null,
    providerId: 3,
    orderId: null,
  })
})
