import { expect, test } from 'vitest'
import { endsOf } from './ends.ts'

test.each([
  ['both ends', 1, 2, { from: 1, to: 2 }],
  ['an end of zero', 0, null, { from: 0 }],
  ['only the second end', undefined, 7, { to: 7 }],
  ['no end', null, undefined, {}],
])('a range keeps %s', (_title, from, to, expected) => {
  expect(endsOf<number>(from, to)).toStrictEqual(expected)
})
