import { expect, test } from 'vitest'
import { cents } from '../money.ts'
import { cashWarning } from './cash-limit.ts'

test.each([
  ['a receipt of 744.00 for a private person', false, 600_00, 744_00, 'not-allowed'],
  ['a receipt of 500.00', false, 403_23, 500_00, 'not-allowed'],
  ['a receipt of 499.99', false, 403_22, 499_99, null],
  ['an invoice of 500.00 without VAT', true, 500_00, 620_00, null],
  ['an invoice of 500.01 without VAT', true, 500_01, 620_01, 'not-deductible'],
] as const)('cash on %s', (_what, business, net, total, said) => {
  expect(cashWarning({ business, net: cents(net), total: cents(total) })).toBe(said)
})
