import { expect, test } from 'vitest'
import { shortChanges } from './short-changes.ts'

test('numbers, short texts and missing values are given, lists and long texts only by the name of their field', () => {
  expect(
    shortChanges({
      total: [10, 12.5],
      driverNote: [null, 'Δίπλα στην είσοδο'],
      description: ['', 'α'.repeat(81)],
      lines: [[], [{ productId: 1 }]],
    }),
  ).toEqual({
    changes: { total: [10, 12.5], driverNote: [null, 'Δίπλα στην είσοδο'] },
    otherFields: ['description', 'lines'],
  })
})
