import { expect, test } from 'vitest'
import { storedValues } from '#kernel/settings/form.ts'
import { bookCount, enterLine } from './counting/contract.ts'
import { COUNTING_SETTINGS } from './counting/settings.ts'
import { adjustMany } from './many-contract.ts'

test.each([
  [0, true],
  [1, true],
  [-1, false],
  [null, true],
])('a counted quantity of %s is accepted: %s', (quantity, accepted) => {
  const line = '0b7f8a3e-6c1d-4a52-9e0b-3f5d2c1a4b6e'
  const input = { countId: 1, line, productId: 2, quantity, countedAt: '2026-11-20T08:00:00.000Z', way: 'FIRST' }
  expect(enterLine.input.safeParse(input).success).toBe(accepted)
})

test('a stock falls below zero by a count only if the person agreed', () => {
  expect(bookCount.input.parse({ id: 1, version: 1, reason: 'απογραφή' }).belowZero).toBe(false)
})

test('people who count do not see the expected figure unless the company wants it', () => {
  expect(storedValues(COUNTING_SETTINGS, undefined)).toEqual({ showsExpected: false })
})

test('products are adjusted at once only if each is named once', () => {
  const product = (productId: number) => ({ productId, shown: 0, newStock: 1_0000 })
  const isAccepted = (...ids: number[]): boolean =>
    adjustMany.input.safeParse({ reason: 'απογραφή', products: ids.map(product) }).success
  expect([isAccepted(1, 2), isAccepted(1, 2, 1)]).toEqual([true, false])
})
