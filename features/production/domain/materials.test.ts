import { describe, expect, test } from 'vitest'
import { type Quantity, quantity } from '#kernel/money.ts'
import { byRecipe, toFinish, toReceive } from './materials.ts'

const q = (pieces: number): Quantity => quantity(pieces * 10_000)
/** The wax of a task that makes ten pieces of two kilograms. */
const wax = (more: Partial<Parameters<typeof toFinish>[0]> = {}) => ({
  needed: q(20),
  extra: q(0),
  taken: q(0),
  state: 'WAITING' as const,
  ...more,
})
const pieces = (before: number, after: number, all = 10) => ({ all: q(all), before: q(before), after: q(after) })

test('receiving takes what the task needs and has not taken, and never puts anything back', () => {
  expect(toReceive(wax())).toBe(q(20))
  expect(toReceive(wax({ taken: q(6), extra: q(1) }))).toBe(q(15))
  expect(toReceive(wax({ taken: q(25) }))).toBe(0)
})

describe('by recipe', () => {
  test('the pieces of a press need their share, and those of a task without pieces everything', () => {
    expect([byRecipe(wax(), pieces(0, 3)), byRecipe(wax(), pieces(3, 10))]).toEqual([q(6), q(14)])
    expect(byRecipe(wax(), pieces(0, 0, 0))).toBe(q(20))
  })

  test('the parts add up to the whole although a third of it is no number of four decimals', () => {
    const parts = [pieces(0, 1, 3), pieces(1, 2, 3), pieces(2, 3, 3)].map((one) => byRecipe({ needed: q(10) }, one))
    expect(parts.reduce((sum, one) => sum + one, 0)).toBe(q(10))
  })
})

describe('a press that finishes three of ten pieces (C-81)', () => {
  test.each([
    ['takes six kilograms of a material that was not received', wax(), null, 6, 0],
    ['takes what was really used', wax(), q(7), 7, 1],
    ['takes nothing if a later press took it already', wax({ taken: q(6) }), null, 0, 0],
    ['takes nothing back from a material that was not received', wax({ taken: q(9) }), null, 0, 0],
    ['takes nothing of a received material', wax({ state: 'RECEIVED', taken: q(20) }), null, 0, 0],
    ['takes the difference of a received material', wax({ state: 'RECEIVED', taken: q(20) }), q(8), 2, 2],
    ['puts the difference of a received material back', wax({ state: 'RECEIVED', taken: q(20) }), q(1), -5, -5],
    ['puts back no more than was taken', wax({ state: 'RECEIVED', taken: q(4) }), q(1), -4, -5],
    ['counts what earlier pieces took more', wax({ extra: q(2), taken: q(0) }), q(7), 9, 3],
  ])('%s', (_, material, used, take, extra) => {
    expect(toFinish(material, pieces(0, 3), used)).toEqual({ take: q(take), extra: q(extra) })
  })
})
