import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { answerOnce, readDoneKeys, storedKey } from './idempotency.ts'
import { explaining, rowsRead } from '#testing/plans.ts'
import { type Actor, SYSTEM } from '../work.ts'

const person: Actor = { userId: 5, name: 'Γιώργος', role: 'driver', section: null }
const program = (name: string): Actor => ({ userId: null, name, role: 'user', section: null })

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

test('a program owns its keys by its name, whatever the name is', () => {
  const owners = [person, SYSTEM, program('user 5'), program(SYSTEM.name), program('key shop'), program('shop')]
  const stored = owners.map((actor) => JSON.stringify(storedKey(actor, 'α')))
  expect(new Set(stored).size).toBe(owners.length)
})

test('a key of a page is stored as it is, and other keys of the same person differ from each other', () => {
  const key = '0123456789abcdef0123456789abcdef'
  expect(storedKey(person, key)).toEqual({ owner: 5, key })
  const others = ['α', 'β', key.toUpperCase(), 'x'.repeat(200)].map((other) => storedKey(person, other).key)
  expect(new Set([key, ...others]).size).toBe(5)
  expect(others.every((other) => /^[0-9a-f]{32}$/.test(other))).toBe(true)
})

test('the keys of the last days are found without reading older ones', async () => {
  // three months of two hundred people
  await db.run(sql`
    insert into idempotency_keys (owner, key, fingerprint, answer, created_at)
    select n % 200, gen_random_uuid(), gen_random_uuid(), '{}', now() - make_interval(mins => n * 2)
    from generate_series(1, 64800) n`)
  await db.script('analyze idempotency_keys')
  const read: number[] = []
  const keys = await readDoneKeys(
    explaining(db, (plan) => read.push(rowsRead(plan))),
    person,
  )
  expect(keys).toHaveLength(11)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(read).toEqual([11])
  expect(await readDoneKeys(db, program('shop'))).toEqual([])
})

test('a repeat gets the first answer unchanged, or a refusal if only the key is still kept', async () => {
  let acted = 0
  const use = (answer: unknown) =>
    db.transaction('serializable', (tx) =>
      answerOnce(
        tx,
        { actor: person, key: 'once', fingerprint: 'f' },
        async () => (acted++, answer),
        async () => {},
      ),
    )
  const answer = { z: 1, a: ['β', null, 2.5], empty: {} }
  expect(JSON.stringify([await use(answer), await use('another')])).toBe(JSON.stringify([answer, answer]))
  await db.run(sql`update idempotency_keys set answer = null`)
  await expect(use('another')).rejects.toMatchObject({ refusal: { kind: 'conflict', code: 'idempotency-answer-gone' } })
  expect(acted).toBe(1)
})

test('an answer without content is repeated without content', async () => {
  const use = () =>
    db.transaction('serializable', (tx) =>
      answerOnce(
        tx,
        { actor: person, key: 'nothing', fingerprint: 'f' },
        async () => undefined,
        async () => {},
      ),
    )
  expect([await use(), await use()]).toEqual([undefined, null])
})
