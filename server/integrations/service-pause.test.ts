/** A wrong password is not tried again and again, by however many processes. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#server/db/testing.ts'
import { openEpsilon } from './epsilon.ts'
import { signInGate } from './sign-in-gate.ts'
import { type EpsilonSimulator, startEpsilonSimulator } from './simulators/epsilon-simulator.ts'

const RIGHT = { subscriptionKey: 's', email: 'e@kerino.test', password: 'right' }
let db: Database
let simulator: EpsilonSimulator
beforeAll(async () => {
  db = await testDatabase()
  simulator = await startEpsilonSimulator(RIGHT)
})
afterAll(async () => {
  await simulator?.close()
  await db?.close()
})

test('a wrong accounting password is sent once in each pause and told once, and a right one is sent at once', async () => {
  const told: string[] = []
  const process = (password: string) =>
    openEpsilon({
      ...RIGHT,
      password,
      loginUrl: simulator.loginUrl,
      hostSuffix: 'epsilonnet.gr',
      gate: signInGate(db, 'accounting', [password], (reason) => void told.push(reason)),
    })
  const unreachable = { refusal: { code: 'accounting-unreachable' } }
  const [one, two] = [process('wrong'), process('wrong')]
  for (let attempt = 0; attempt < 40; attempt++)
    for (const accounting of [one, two]) await expect(accounting.address()).rejects.toMatchObject(unreachable)
  expect([simulator.calls().length, told]).toEqual([1, ['http-401']])
  // the pause is over
  await db.run(sql`
    update settings set value = jsonb_set(value, '{until}', to_jsonb(now() - interval '1 second')) where name = 'accounting-sign-in'`)
  await expect(two.address()).rejects.toMatchObject(unreachable)
  await expect(one.address()).rejects.toMatchObject(unreachable)
  expect([simulator.calls().length, told]).toEqual([2, ['http-401']])
  expect(await process('right').address()).toContain('http')
  expect(await db.many(sql`select name from settings where name = 'accounting-sign-in'`)).toEqual([])
})
