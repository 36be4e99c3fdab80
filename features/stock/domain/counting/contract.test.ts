import { expect, test } from 'vitest'
import { bookCount, countDifferences, enterLine } from './contract.ts'

const LINE = {
  countId: 1,
  line: 'b5f0a8f4-6d0e-4a2c-9a33-0f2b8a9f2f10',
  productId: 2,
  countedAt: '2026-11-20T08:00:00.000Z',
  way: 'FIRST',
}

test.each([
  [0, true],
  [12_5000, true],
  [null, true],
  [-1, false],
])('a counted quantity of %s is taken: %s', (quantity, taken) => {
  expect(enterLine.input.safeParse({ ...LINE, quantity }).success).toBe(taken)
})

test('a stock below zero is agreed to only if the person says so', () => {
  expect(bookCount.input.parse({ id: 1, version: 1, reason: 'Απογραφή' }).belowZero).toBe(false)
})

test('a product that was not counted is listed without what only a scanner needs', () => {
  const notCounted = countDifferences.output.shape.notCounted.element
  expect(Object.keys(notCounted.shape)).toEqual(['id', 'name', 'sku', 'unit', 'storePart', 'storeFloor', 'shelf'])
})
