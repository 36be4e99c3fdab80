import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { turnsAt } from './service-turns.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db?.close())

const nextAt = async (service: string): Promise<number> => {
  const sinceBegin = await db.one<{ milliseconds: number }>(sql`
    select (extract(epoch from next_at) * 1000)::bigint as milliseconds from service_turns where service = ${service}`)
  return sinceBegin.milliseconds
}

test('two processes that ask at the same moment get turns with a gap between them', async () => {
  const pace = { gapMilliseconds: 50, longestWaitMilliseconds: 60_000 }
  const [here, there] = [turnsAt(db, 'maps', pace), turnsAt(db, 'maps', pace)]
  expect(await here()).toBe(true)
  const first = await nextAt('maps')
  expect(await Promise.all([here(), there(), here(), there()])).toEqual([true, true, true, true])
  expect(await nextAt('maps')).toBeGreaterThanOrEqual(first + 4 * 50 - 1)
})

test('a caller that would have to wait too long is refused and takes no turn', async () => {
  const turn = turnsAt(db, 'slow maps', { gapMilliseconds: 3_600_000, longestWaitMilliseconds: 1_000 })
  expect(await turn()).toBe(true)
  const next = await nextAt('slow maps')
  expect(await turn()).toBe(false)
  expect(await nextAt('slow maps')).toBe(next)
})

test('different services do not delay each other', async () => {
  const pace = { gapMilliseconds: 3_600_000, longestWaitMilliseconds: 0 }
  expect(await turnsAt(db, 'a service', pace)()).toBe(true)
  expect(await turnsAt(db, 'another service', pace)()).toBe(true)
})

test('a person who fills the queues of all processes does not keep another person from the next turns', async () => {
  const pace = { gapMilliseconds: 20, longestWaitMilliseconds: 60_000 }
  const processes = [1, 2].map(() => {
    const served: string[] = []
    const inTurn = oneAtATime({ ...pace, gapMilliseconds: 0, mostWaiting: 10, mostWaitingEach: 3 })
    const turn = turnsAt(db, 'shared maps', pace)
    const ask = (person: string) =>
      inTurn(async () => {
        await turn()
        served.push(person)
        return true
      }, person)
    return { served, ask }
  })
  const greedy = processes.flatMap(({ ask }) => [1, 2, 3].map(() => ask('maria')))
  const others = processes.map(({ ask }) => ask('nikos'))
  expect((await Promise.all([...greedy, ...others])).every(Boolean)).toBe(true)
  // in each process only the running task of the other person comes before
  for (const { served } of processes) expect(served).toEqual(['maria', 'nikos', 'maria', 'maria'])
})
