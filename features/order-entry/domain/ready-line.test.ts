import { expect, test } from 'vitest'
import type { Day } from '#kernel/day.ts'
import { isTooEarly } from './ready-line.ts'

const FRIDAY = '2026-12-04' as Day

test.each([
  ['the day before', '2026-12-03 23:00:00', true],
  ['the day itself', '2026-12-04 00:00:00', false],
  ['no day', null, false],
])('a delivery on %s is too early: %s', (_title, delivery, expected) => {
  expect(isTooEarly(delivery, { day: FRIDAY })).toBe(expected)
  expect(isTooEarly(delivery, { day: null })).toBe(false)
  expect(isTooEarly(delivery, null)).toBe(false)
})
