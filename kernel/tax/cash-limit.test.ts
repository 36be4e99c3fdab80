import { expect, test } from 'vitest'
import { cents } from '../money.ts'
import { cashWarning, gravestOf, warningOfAmount } from './cash-limit.ts'

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
    { open: cents(50_00), cashLimit: null },
    { open: cents(744_00), cashLimit: 'not-allowed' },
  ] as const
  const said = (amount: number, business = false) => warningOfAmount(cents(amount), { business, open })
  expect([said(50_00), said(50_01), said(300_00)]).toEqual([null, 'not-allowed', 'not-allowed'])
  const alone = (amount: number, business: boolean) => warningOfAmount(cents(amount), { business, open: [] })
  expect([alone(499_99, false), alone(500_00, false), alone(500_00, true), alone(500_01, true)]).toEqual([
    null,
    'not-allowed',
    null,
    'not-deductible',
  ])
  // an open invoice of 451.61 and VAT is no more than the limit
  const small = [{ open: cents(560_00), cashLimit: null }]
  expect(warningOfAmount(cents(560_00), { business: true, open: small })).toBeNull()
})

test('the gravest warning is that nothing may be paid', () => {
  expect(gravestOf(['not-deductible', null, 'not-allowed'])).toBe('not-allowed')
  expect(gravestOf([undefined, null])).toBeNull()
})
