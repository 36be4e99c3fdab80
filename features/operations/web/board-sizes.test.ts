import { expect, test } from 'vitest'
import { heightAfterKey, TABLE_HEIGHT, withinLimits } from './board-sizes.ts'

test('the order table is 420 px high at first, and always between 240 and 1000 px', () => {
  expect(TABLE_HEIGHT.initial).toBe(420)
  expect(withinLimits(239)).toBe(240)
  expect(withinLimits(1000.6)).toBe(1000)
  expect(withinLimits(512.4)).toBe(512)
})

test('arrow keys resize the table within the limits, and other keys do nothing', () => {
  expect(heightAfterKey('ArrowDown', 420)).toBe(440)
  expect(heightAfterKey('ArrowUp', 250)).toBe(240)
  expect(heightAfterKey('PageDown', 950)).toBe(1000)
  expect(heightAfterKey('Home', 700)).toBe(240)
  expect(heightAfterKey('End', 700)).toBe(1000)
  expect(heightAfterKey('a', 420)).toBeNull()
})
