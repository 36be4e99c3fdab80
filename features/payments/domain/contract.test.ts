import { expect, test } from 'vitest'
import { banks } from './banks-contract.ts'
import { chequeRegister } from './cheques/contract.ts'
import { collectPayment, handOverCash, recordPayment } from './contract.ts'
import { matchPayment } from './matching-contract.ts'

test('a negative amount and an advance are confirmed only if the request says so', () => {
  const collected = collectPayment.input.parse({ customerId: 1, amount: -5 })
  const party = { bound: 'Inbound', type: 'CASH', amount: -5, date: '2026-11-02', customerId: 1 }
  const recorded = recordPayment.input.parse(party)
  expect(collected.confirmNegative).toBe(false)
  expect([recorded.confirmNegative, recorded.confirmAdvance]).toEqual([false, false])
})

test.each([
  ['one party', { customerId: 1 }, true],
  ['no party', {}, false],
  ['two parties', { customerId: 1, salespersonId: 2 }, false],
])('a payment with %s: it is recorded is %s', (_, parties, accepted) => {
  const payment = { bound: 'Inbound', type: 'CASH', amount: 5, date: '2026-11-02', ...parties }
  expect(recordPayment.input.safeParse(payment).success).toBe(accepted)
})

test.each([
  [
    'each document once',
    [
      { documentId: 1, cents: 1 },
      { documentId: 2, cents: 1 },
    ],
    true,
  ],
  [
    'a document twice',
    [
      { documentId: 1, cents: 1 },
      { documentId: 1, cents: 1 },
    ],
    false,
  ],
  ['a document with nothing', [{ documentId: 1, cents: 0 }], false],
])('a payment that settles %s: it is matched is %s', (_, matches, accepted) => {
  expect(matchPayment.input.safeParse({ id: 1, matches }).success).toBe(accepted)
})

test('the register shows the cheques of customers unless ours are asked for, and a bank is shown unless it is hidden', () => {
  expect(chequeRegister.input.parse({ states: ['IN-HAND'] }).given).toBe(false)
  expect(banks.save.input.parse({ bank: null, name: 'Alpha' }).hidden).toBe(false)
})

test('nothing may be counted as 0, and never as less', () => {
  expect([0, -1].map((counted) => handOverCash.input.safeParse({ counted }).success)).toEqual([true, false])
})
