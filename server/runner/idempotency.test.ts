import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#server/testing/database.ts'
import { ownerOfKeys, readDoneKeys } from './idempotency.ts'
import { explaining, rowsRead } from '#server/testing/plans.ts'
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
  expect(new Set(owners.map(ownerOfKeys)).size).toBe(owners.length)
})

test('the keys of the last days are found without reading older ones', async () => {
  // three months of two hundred people
  await db.run(sql`
    insert into idempotency_keys (actor, key, fingerprint, answer, created_at)
    select 'user ' || n % 200, 'key ' || n, '', '{}', now() - make_interval(mins => n * 2)
    from generate_series(1, 64800) n`)
  await db.script('analyze idempotency_keys')
  const read: number[] = []
  const keys = await readDoneKeys(
    explaining(db, (plan) => read.push(rowsRead(plan))),
    person,
    { days: 3, most: 1000 },
  )
  expect(keys).toHaveLength(11)
  expect(read).toEqual([11])
})
