/** Two processes on one PostgreSQL, whose answers live for an hour: only a notification drops one in time. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres/postgres.ts'
import { emptyDatabaseOn, testServer } from '#testing/engines.ts'
import type { ThrowawayPostgres } from '#testing/throwaway-postgres.ts'
import { connectKeptAnswers } from './connect-kept-answers.ts'
import { type KeptAnswers, unpacked } from '#server/kept-answers/kept-answers.ts'

const HOUR = 3_600_000
const COUNT = sql`select count(*)::int as count from candles`

let server: ThrowawayPostgres
let first: Awaited<ReturnType<typeof openProcess>>
let second: Awaited<ReturnType<typeof openProcess>>
beforeAll(async () => {
  server = await testServer()
  const url = await emptyDatabaseOn(server)
  const db = await openPostgres(url)
  await db.script('create table candles (name text)')
  await db.close()
  first = await openProcess(url)
  second = await openProcess(url)
})
afterAll(async () => {
  await first?.close()
  await second?.close()
  await server?.stop()
})

async function openProcess(url: string) {
  const opened = await openPostgres(url, { poolSize: 2 })
  const { db, tables, live, kept } = connectKeptAnswers(opened, console, 1, { lifeMilliseconds: HOUR })
  const answers = kept as KeptAnswers
  await tables.use(db)
  await live.start()
  const read = async (seen: (text: string) => void) => {
    seen(COUNT.text)
    return { answer: await db.one(COUNT), about: [] }
  }
  return {
    db,
    live,
    answers,
    count: async () => {
      const packed = await answers.answer('candles', false, { inTurn: (act) => act(), read })
      return (JSON.parse(unpacked(packed).toString('utf8')) as { count: number }).count
    },
    close: async () => {
      await live.stop()
      await db.close()
    },
  }
}

const WAIT = { timeout: 20_000, interval: 10 }
let before: number
beforeEach(async () => {
  // each test ends after its own notification was received, so that none arrives in the next one
  before = await second.count()
  if (second.answers.size.answers !== 1) throw new Error('the answer was not kept')
})

test('a process drops its answer when another one has changed a table', async () => {
  await first.db.run(sql`insert into candles values ('new')`)
  await expect.poll(() => second.count(), WAIT).toBe(before + 1)
})

test('a process drops its answers when another one has run a script', async () => {
  await first.db.script(`insert into candles values ('from a script')`)
  await expect.poll(() => second.count(), WAIT).toBe(before + 1)
})

test('a process that stops still notifies the others of its last changes', async () => {
  await first.db.run(sql`insert into candles values ('last')`)
  await first.live.stop()
  await expect.poll(() => second.count(), WAIT).toBe(before + 1)
})
