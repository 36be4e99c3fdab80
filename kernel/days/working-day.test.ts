import { expect, test } from 'vitest'
import type { Day } from '../day.ts'
import { nextWorkingDay, orthodoxEaster } from './working-day.ts'

test.each([
  [2024, '2024-05-05'],
  [2025, '2025-04-20'],
  [2026, '2026-04-12'],
  [2027, '2027-05-02'],
  [2033, '2033-04-24'],
  [2100, '2100-05-02'],
])('Orthodox Easter of %i', (year, day) => {
  expect(orthodoxEaster(year)).toBe(day)
})

test.each([
  ['of a Monday is Tuesday', '2026-11-23', '2026-11-24'],
  ['of a Friday is Monday', '2026-11-27', '2026-11-30'],
  ['of a Saturday is Monday', '2026-11-28', '2026-11-30'],
  ['skips Christmas and the weekend', '2026-12-24', '2026-12-28'],
  ['skips New Year', '2026-12-31', '2027-01-04'],
  ['skips 28 October', '2026-10-27', '2026-10-29'],
  ['skips Clean Monday', '2026-02-20', '2026-02-24'],
  ['skips Good Friday and Easter Monday', '2026-04-09', '2026-04-14'],
  ['skips Whit Monday', '2026-05-29', '2026-06-02'],
])('the next working day %s', (_, day, next) => {
  expect(nextWorkingDay(day as Day)).toBe(next)
})
