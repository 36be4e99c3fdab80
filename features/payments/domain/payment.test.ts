import { expect, test } from 'vitest'
import type { Day } from '#kernel/day.ts'
import { cents } from '#kernel/money.ts'
import {
  COLLECTED_TYPES,
  isCarried,
  type NewPayment,
  PAYMENT_REFCODES,
  readPaymentBound,
  whyNotAdvance,
  whyNotAmount,
  whyNotCounted,
  whyNotExpires,
  whyNotPaidOn,
  whyNotParticulars,
  whyNotTakenOn,
} from './payment.ts'

const payment = (parts: Partial<NewPayment>): NewPayment => ({
  bound: 'Inbound',
  type: 'CASH',
  amount: cents(100),
  date: '2026-11-20' as Day,
  customerId: 1,
  providerId: null,
  series: '',
  refcode: PAYMENT_REFCODES.CASH,
  bankName: '',
  expireDate: null,
  issuer: '',
  iban: '',
  receiptCode: '',
  orderId: null,
  ...parts,
})

test('zero is refused, a negative amount needs confirmation, and ten is accepted (C-56)', () => {
  expect(whyNotAmount(cents(0), true)?.code).toBe('payments.zero')
  expect(whyNotAmount(cents(-500), false)?.code).toBe('payments.negative')
  expect(whyNotAmount(cents(-500), true)).toBeNull()
  expect(whyNotAmount(cents(1000), false)).toBeNull()
})

test('a direction is read in upper and lower case, and another word is none (C-38)', () => {
  expect([' inbound', 'OUTBOUND', 'both'].map(readPaymentBound)).toEqual(['Inbound', 'Outbound', null])
})

test('a cheque and a bank transfer need their details', () => {
  expect(whyNotParticulars(payment({}))).toBeNull()
  const check = { type: 'CHECK', bankName: 'Alpha', issuer: 'ΑΒΓ', expireDate: '2027-01-31' as Day } as const
  expect(whyNotParticulars(payment(check))).toBeNull()
  expect(whyNotParticulars(payment({ ...check, expireDate: null }))?.code).toBe('payments.check-fields')
  const bank = { type: 'BANK', bankName: 'Alpha', iban: 'GR1601101250000000012300695', receiptCode: 'R1' } as const
  expect(whyNotParticulars(payment(bank))).toBeNull()
  expect(whyNotParticulars(payment({ ...bank, iban: '' }))?.code).toBe('payments.bank-fields')
  expect(whyNotParticulars(payment({ ...bank, iban: 'gr16 0110 1250 0000 0001 2300 695' }))).toBeNull()
  expect(whyNotParticulars(payment({ ...bank, iban: 'GR1601101250000000012300696' }))).toMatchObject({
    code: 'payments.wrong-iban',
    details: { fields: { iban: 'payments.wrong-iban' } },
  })
})

test('only cash is carried by the driver who takes it (C-80)', () => {
  expect(COLLECTED_TYPES.map(isCarried)).toEqual([true, false, false])
})

test('cash is reported on its day or within a week, and never for a later day', () => {
  const codeOf = (date: string) => whyNotTakenOn(date as Day, '2026-03-05' as Day)?.code
  expect([codeOf('2026-03-05'), codeOf('2026-02-26')]).toEqual([undefined, undefined])
  expect(codeOf('2026-02-25')).toBe('payments.taken-too-long-ago')
  expect(codeOf('2026-03-06')).toBe('payments.not-taken-yet')
})

test('a count that differs needs words', () => {
  expect(whyNotCounted(cents(10_00), cents(10_00), null)).toBeNull()
  expect(whyNotCounted(cents(9_99), cents(10_00), null)?.code).toBe('payments.difference-needs-note')
  expect(whyNotCounted(cents(9_99), cents(10_00), 'έλειπε ένα λεπτό')).toBeNull()
})

const day = (text: string): Day => text as Day

test.each([
  ['2026-11-21', 'payments.day-to-come'],
  ['2026-11-20', undefined],
  ['2024-11-20', undefined],
  ['2024-11-19', 'payments.day-too-early'],
  ['1900-01-01', 'payments.day-too-early'],
])('a payment of %s is recorded on 20/11/2026: %s', (date, code) => {
  expect(whyNotPaidOn(day(date), day('2026-11-20'))?.code).toBe(code)
})

test.each([
  ['2024-11-19', 'payments.wrong-expiry'],
  ['2024-11-20', undefined],
  ['2031-11-20', undefined],
  ['2031-11-21', 'payments.wrong-expiry'],
])('a cheque that expires on %s is recorded on 20/11/2026: %s', (date, code) => {
  expect(whyNotExpires(date, day('2026-11-20'))?.code).toBe(code)
})

test('a salesperson is paid more than is owed only as a confirmed advance', () => {
  expect(whyNotAdvance(cents(500), cents(500), false)).toBeNull()
  expect(whyNotAdvance(cents(501), cents(500), false)).toMatchObject({
    code: 'payments.more-than-owed',
    details: { owed: 500, confirm: 'confirmAdvance' },
  })
  expect(whyNotAdvance(cents(1), cents(-300), false)?.details).toMatchObject({ owed: 0 })
  expect(whyNotAdvance(cents(501), cents(500), true)).toBeNull()
  expect(whyNotAdvance(cents(-501), cents(0), false)).toBeNull()
})
