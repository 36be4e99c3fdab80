import { expect, test } from 'vitest'
import { OFFICE } from '#kernel/rights.ts'
import { LINES, linesOf, MOST_LINES } from './lines.ts'

test('each role of the office has at least seven different lines, and every line belongs to a role', () => {
  for (const role of OFFICE) {
    expect(linesOf(role).length).toBeGreaterThanOrEqual(MOST_LINES)
    expect(new Set(linesOf(role)).size).toBe(linesOf(role).length)
  }
  const used = new Set(OFFICE.flatMap((role) => linesOf(role)))
  expect(LINES.filter((name) => !used.has(name))).toEqual([])
})

test('each role begins with its own work', () => {
  expect((['admin', 'logistirio', 'production', 'operations'] as const).map((role) => linesOf(role)[0])).toEqual([
    'late',
    'to-invoice',
    'late-tasks',
    'today',
  ])
})
