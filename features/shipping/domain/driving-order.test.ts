import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newPositions } from './driving-order.ts'

const stops = [1, 2, 4, 5].map((position) => ({ id: 10 + position, position }))

test.each<[what: string, orderIds: number[], positions: [id: number, position: number][]]>([
  [
    'all stops, reversed',
    [15, 14, 12, 11],
    [
      [15, 1],
      [14, 2],
      [12, 4],
      [11, 5],
    ],
  ],
  [
    'two stops change places around another',
    [14, 11],
    [
      [14, 1],
      [11, 4],
    ],
  ],
  [
    'an order that is no stop any more',
    [99, 12, 11],
    [
      [12, 1],
      [11, 2],
    ],
  ],
  [
    'an order that is named twice',
    [12, 11, 12],
    [
      [12, 1],
      [11, 2],
    ],
  ],
  ['nothing', [], []],
])('%s: %j', (_what, orderIds, positions) => {
  expect([...newPositions(stops, orderIds)]).toEqual(positions)
})

test('no two stops share a position, whatever is named', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(30)), fc.array(fc.nat(30)), (positions, orderIds) => {
      const all = positions.map((position, id) => ({ id, position }))
      const changed = newPositions(all, orderIds)
      const after = all.map(({ id, position }) => changed.get(id) ?? position)
      expect(after.toSorted((a, b) => a - b)).toEqual(positions.toSorted((a, b) => a - b))
    }),
  )
})
