import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import type { QueryContract } from '#kernel/contract.ts'
import { cacheAnswer, cachedAnswer, clearAnswerCache, readPrivate, storePrivate } from './answer-cache.ts'

const day = { name: 'driver.day' } as QueryContract
const store = (personId: number, input: unknown, output: unknown, at: Date) =>
  cacheAnswer(personId, day, input as never, output as never, at.toISOString())
const stored = async (personId: number, input: unknown) => (await cachedAnswer(personId, day, input as never))?.output

test('answers and notes are stored for each person, old answers are deleted, and a sign-out deletes all', async () => {
  const now = new Date()
  const longAgo = new Date(now.getTime() - 15 * 86_400_000)
  // Another test of the same process may have stored an answer. The first answer after a sign-out deletes the old ones.
  await clearAnswerCache()
  await storePrivate(1, 'draft', { name: 'Anna' })
  await store(1, { day: 'old' }, 'old', longAgo)
  await store(1, { day: 'new' }, 'new', now)
  expect(await stored(1, { day: 'old' })).toBeUndefined()
  expect(await stored(1, { day: 'new' })).toBe('new')
  expect(await stored(2, { day: 'new' })).toBeUndefined()
  expect(await readPrivate(1, 'draft')).toEqual({ name: 'Anna' })
  await clearAnswerCache()
  expect(await stored(1, { day: 'new' })).toBeUndefined()
  expect(await readPrivate(1, 'draft')).toBeUndefined()
})
