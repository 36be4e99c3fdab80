import { expect, test } from 'vitest'
import { cents } from '../money.ts'
import { cashWarning, gravestOf, type NamedDocuments, warningOfAmount } from './cash-limit.ts'

test.each([
  ['a receipt of 744.00 for a private person', false, 600_00, 744_00, 'not-allowed'],
  ['a receipt of 500.00', false, 403_23, 500_00, 'not-allowed'],
  ['a receipt of 499.99', false, 403_22, 499_99, null],
  ['an invoice of 500.00 without VAT', true, 500_00, 620_00, null],
  ['an invoice of 500.01 without VAT', true, 500_01, 620_01, 'not-deductible'],
] as const)('cash on %s', (_what, business, net, total, said) => {
  expect(cashWarning({ business, net: cents(net), total: cents(total) })).toBe(said)
})

test('an amount without a document pays the open ones, oldest first, and the rest of it stands for one to come', () => {
  const open = [
    { id: 1, open: cents(50_00), cashLimit: null },
    { id: 2, open: cents(744_00), cashLimit: 'not-allowed' },
    { id: 3, open: cents(100_00), cashLimit: null },
  ] as const
  const none = cents(0)
  const said = (amount: number, named?: NamedDocuments) =>
    warningOfAmount(cents(amount), { business: false, open, advance: none }, named)
  expect([said(50_00), said(50_01), said(300_00)]).toEqual([null, 'not-allowed', 'not-allowed'])
  // what a payment names comes first, and what that leaves of the amount pays the others
  const small = { ids: [3], total: cents(100_00), cashLimit: null }
  expect([100_00, 150_00, 150_01].map((amount) => said(amount, small))).toEqual([null, null, 'not-allowed'])
  expect(said(1, { ids: [2], total: cents(744_00), cashLimit: 'not-allowed' })).toBe('not-allowed')
  const alone = (amount: number, business: boolean, advance = none) =>
    warningOfAmount(cents(amount), { business, open: [], advance })
  expect([alone(499_99, false), alone(500_00, false), alone(500_00, true), alone(500_01, true)]).toEqual([
    null,
    'not-allowed',
    null,
    'not-deductible',
  ])
  // an open invoice of 451.61 and VAT is no more than the limit
  const invoice = [{ id: 4, open: cents(560_00), cashLimit: null }]
  expect(warningOfAmount(cents(560_00), { business: true, open: invoice, advance: none })).toBeNull()
  // parts in advance add up
  expect([alone(300_00, false, cents(199_99)), alone(300_00, false, cents(200_00))]).toEqual([null, 'not-allowed'])
  expect(alone(0, false, cents(900_00))).toBeNull()
})

test('the gravest warning is that nothing may be paid', () => {
  expect(gravestOf(['not-deductible', null, 'not-allowed'])).toBe('not-allowed')
  expect(gravestOf([undefined, null])).toBeNull()
})
