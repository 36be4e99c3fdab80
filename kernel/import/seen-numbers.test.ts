import { describe, expect, test } from 'vitest'
import { goOnAfter, MOST_SKIPPED } from './seen-numbers.ts'

describe('new records go on after', () => {
  test.each([
    ['the highest number that an import names, in whatever order', 12, [11_077, 11_000, 3], 11_077],
    ['the last own number, if it is higher', 12_000, [11_077], 12_000],
    ['the last own number, if an import names none', 12, [], 12],
    ['a number that skips just as many as may be skipped', 12, [12 + MOST_SKIPPED], 12 + MOST_SKIPPED],
  ])('%s', (_, last, seen, expected) => {
    expect(goOnAfter(last, seen)).toEqual({ last: expected, far: [] })
  })

  test('the others, if a number would skip more than a million', () => {
    expect(goOnAfter(12, [4_711_000, 11_077])).toEqual({ last: 11_077, far: [4_711_000] })
    expect(goOnAfter(0, [4_711_001, 4_711_000])).toEqual({ last: 0, far: [4_711_000, 4_711_001] })
  })
})
