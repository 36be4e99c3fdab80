import { expect, test } from 'vitest'
import { COMMON_WORDS } from '#kernel/history/words.ts'
import { ROLES } from '#kernel/rights.ts'
import { RIGHTS_RECORD } from '#accounts/domain/rights.ts'
import { featuresOf, roleOfRecord, wordsOf } from './kinds.ts'
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

test('a text of 80 characters is short', () => {
  const name: [string, string] = ['', 'α'.repeat(80)]
  expect(shortChanges({ name })).toEqual({ changes: { name }, otherFields: [] })
})

test('a record of the history leads to its role, to the features that name its fields, and to its words', () => {
  expect(ROLES.map((role) => roleOfRecord(RIGHTS_RECORD[role]))).toEqual(ROLES)
  expect(roleOfRecord(99)).toBeUndefined()
  expect([featuresOf('invoices'), featuresOf('orders')]).toEqual([['purchases'], ['orders']])
  expect(wordsOf('keys')).not.toEqual(COMMON_WORDS)
  expect(wordsOf('no such record')).toEqual(COMMON_WORDS)
})
