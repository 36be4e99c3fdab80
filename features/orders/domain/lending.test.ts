import { describe, expect, test } from 'vitest'
import { quantity } from '#kernel/money.ts'
import { followingQuantity, lentFor } from './lending.ts'

const pieces = (count: number) => quantity(count * 1_0000)
const before = (lent: number, of: number) => ({ quantity: pieces(lent), pieces: pieces(of) })

describe('the lent quantity follows its line', () => {
  test.each([
    // lent, with pieces, pieces now, carried by one piece, lent now
    [24, 24, 12, 1, 12],
    [24, 24, 30, 1, 30],
    [48, 24, 12, 2, 24],
    [20, 24, 12, 1, 10],
    [20, 24, 48, 1, 40],
    // a tray that carries ten stays with eight pieces
    [1, 10, 8, 0.5, 1],
    [1, 10, 19, 0.5, 1],
    [3, 10, 14, 0.5, 4],
    [24, 24, 0, 1, 0],
    // nothing was ordered, so no ratio is kept
    [5, 0, 10, 1, 10],
    [20, 24, 24, 1, 20],
  ])(
    '%s lent with %s pieces; with %s pieces, of which each carries %s, %s are lent',
    (lent, of, now, perUnit, expected) => {
      expect(followingQuantity(before(lent, of), pieces(now), { unit: 'Item', perUnit: pieces(perUnit) })).toBe(
        pieces(expected),
      )
    },
  )
})

describe('the requested quantity', () => {
  const one = { unit: 'Item' as const, perUnit: pieces(1) }
  test('is what the pieces carry by default, and keeps an earlier ratio that differed', () => {
    expect(lentFor({}, pieces(12), one, undefined)).toBe(pieces(12))
    expect(lentFor({}, pieces(12), one, before(20, 24))).toBe(pieces(10))
  })
  test('follows its line when it is sent back unchanged', () => {
    expect(lentFor({ quantity: pieces(24) }, pieces(12), one, before(24, 24))).toBe(pieces(12))
    expect(lentFor({ quantity: pieces(20) }, pieces(24), one, before(20, 24))).toBe(pieces(20))
  })
  test('is refused if it differs and is not confirmed', () => {
    expect(lentFor({ quantity: pieces(24) }, pieces(12), one, undefined)).toBeNull()
    expect(lentFor({ quantity: pieces(13) }, pieces(12), one, before(24, 24))).toBeNull()
    expect(lentFor({ quantity: pieces(24), confirmed: true }, pieces(12), one, before(24, 24))).toBe(pieces(24))
  })
})
