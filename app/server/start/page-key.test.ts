import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { pageKeyOf } from './page-key.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db?.close())

test('processes that start at once have the same key, and so has each later one', async () => {
  const [first, second] = await Promise.all([pageKeyOf(db, undefined), pageKeyOf(db, undefined)])
  expect(first).toMatch(/^[\w-]{32}$/)
  expect(second).toBe(first)
  expect(await pageKeyOf(db, undefined)).toBe(first)
})

test('a key of the environment comes first', async () => {
  expect(await pageKeyOf(db, 'own key')).toBe('own key')
})
