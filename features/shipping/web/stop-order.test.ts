import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moved } from './stop-order.ts'

test('a stop moves to its new place and the others keep their order', () => {
  expect(moved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
})

test('outside the list nothing moves', () => {
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
  expect(moved(['a', 'b'], 5, 0)).toEqual(['a', 'b'])
})

test('no stop is lost or doubled', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer()),
      fc.integer({ min: -3, max: 20 }),
      fc.integer({ min: -3, max: 20 }),
      (list, from, to) => {
        expect(new Set(moved(list, from, to))).toEqual(new Set(list))
      },
    ),
  )
})
