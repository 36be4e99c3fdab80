import { expect, test } from 'vitest'
import { clockAhead } from './use-count.ts'

const RECEIVED = Date.parse('2026-11-24T08:00:00.000Z')
const at = (milliseconds: number): string => new Date(RECEIVED + milliseconds).toISOString()

test('the clock of the server is read from the answer that was under way for the shortest time', () => {
  const slow = clockAhead(null, at(-900), RECEIVED)
  expect(slow).toBe(-900)
  const quick = clockAhead(slow, at(-20), RECEIVED)
  expect(quick).toBe(-20)
  expect(clockAhead(quick, at(-700), RECEIVED)).toBe(-20)
})

test('the clock of the server is read anew when somebody sets the clock of the device', () => {
  expect(clockAhead(-20, at(-3_600_000), RECEIVED)).toBe(-3_600_000)
  expect(clockAhead(-20, at(3_600_000), RECEIVED)).toBe(3_600_000)
})
