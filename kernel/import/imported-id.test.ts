import { expect, test } from 'vitest'
import { whyNotImportedId } from './imported-id.ts'

test.each([
  [1, null],
  [999_999_999_999, null],
  [0, 'too_small'],
  [-1, 'too_small'],
  [1_000_000_000_000, 'too_big'],
  [Number.MAX_SAFE_INTEGER, 'too_big'],
])('an imported record with the id %d is accepted or refused as %s', (id, why) => {
  expect((whyNotImportedId(id)?.details as { fields?: { id: string } } | undefined)?.fields?.id ?? null).toBe(why)
})
