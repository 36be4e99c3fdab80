import { expect, test } from 'vitest'
import type { Day } from '#kernel/day.ts'
import { keyState } from './keys.ts'

const TODAY = '2026-11-23' as Day

test.each([
  ['a key without an end works', null, null, 'ACTIVE'],
  ['a key works on its last day', null, '2026-11-23', 'ACTIVE'],
  ['a key has ended after its last day', null, '2026-11-22', 'ENDED'],
  ['a revoked key is revoked, whatever its last day', '2026-11-01T10:00:00Z', '2026-12-31', 'REVOKED'],
] as const)('%s', (_what, revokedAt, endsOn, state) => {
  expect(keyState({ revokedAt, endsOn }, TODAY)).toBe(state)
})
