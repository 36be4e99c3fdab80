import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { KnownTables } from './known-tables.ts'
import { KeptAnswers, type Seen, unpacked } from './kept-answers.ts'

let db: Database
const tables = new KnownTables()
let now: number
let kept: KeptAnswers
/** How often the database was asked. */
let reads: number
beforeAll(async () => {
  db = await testDatabase()
  await tables.use(db)
})
afterAll(() => db?.close())

async function open(more: { isOnlyProcess?: boolean; mostBytes?: number } = {}): Promise<KeptAnswers> {
  const opened = new KeptAnswers({ tables, mostBytes: 1_000_000, isOnlyProcess: false, now: () => now, ...more })
  opened.connected()
  return opened
}
beforeEach(async () => {
  now = 0
  reads = 0
  kept = await open()
})

const CUSTOMERS = 'select id, name from customers'

type Asking = {
  key?: string
  text?: string
  mustBeNew?: boolean
  answer?: () => object | Promise<object>
  inTurn?: Parameters<KeptAnswers['answer']>[2]['inTurn']
}

/** Asks for the customers. `text` is the statement, `answer` what it returns. */
async function ask({
  key = 'customers',
  text = CUSTOMERS,
  mustBeNew = false,
  answer = () => ({ reads }),
  inTurn = (act) => act(),
}: Asking = {}) {
  const read = async (seen: Seen) => {
    seen(text)
    reads += 1
    return { answer: await answer(), about: [] }
  }
  return JSON.parse(unpacked(await kept.answer(key, mustBeNew, { inTurn, read })).toString('utf8')) as { reads: number }
}

/** Begins a read, which ends when `end` is called. */
async function begin(asking: Asking = {}) {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const answer = ask({
    ...asking,
    answer: async () => {
      const read = { reads }
      begun.resolve()
      await ended.promise
      return read
    },
  })
  await begun.promise
  return { answer, end: () => ended.resolve() }
}

test('an answer is read once, and again after one of its tables changed', async () => {
  expect([await ask(), await ask()]).toEqual([{ reads: 1 }, { reads: 1 }])
  kept.wrote(['orders', 'order_lines'])
  expect(await ask()).toEqual({ reads: 1 })
  kept.wrote(['orders', 'customers'])
  expect(await ask()).toEqual({ reads: 2 })
})

test('an answer under another key is another answer', async () => {
  expect([await ask({ key: 'admin' }), await ask({ key: 'driver' })]).toEqual([{ reads: 1 }, { reads: 2 }])
})

test('an answer is not kept if one of its tables changed while it was read', async () => {
  const slow = await begin()
  kept.wrote(['customers'])
  slow.end()
  await slow.answer
  expect(await ask()).toEqual({ reads: 2 })
})

test('an answer lives for two seconds from the beginning of its read', async () => {
  await ask({
    answer: () => {
      now = 500
      return { reads }
    },
  })
  now = 1_999
  expect(await ask()).toEqual({ reads: 1 })
  now = 2_000
  expect(await ask()).toEqual({ reads: 2 })
})

test('nothing is kept while notifications are missed, and nothing from before is given afterwards', async () => {
  await ask()
  kept.disconnected()
  expect([await ask(), await ask()]).toEqual([{ reads: 2 }, { reads: 3 }])
  kept.connected()
  expect([await ask(), await ask()]).toEqual([{ reads: 4 }, { reads: 4 }])
})

test('a read that began while notifications were missed is not kept', async () => {
  kept.disconnected()
  await ask({
    answer: () => {
      kept.connected()
      return { reads }
    },
  })
  expect(await ask()).toEqual({ reads: 2 })
})

test('an answer that must be new is read while there may be other processes, and then kept for others', async () => {
  await ask()
  expect(await ask({ mustBeNew: true })).toEqual({ reads: 2 })
  expect(await ask()).toEqual({ reads: 2 })
  now = 10_000
  // no other process was met since the start
  await ask()
  expect(await ask({ mustBeNew: true })).toEqual({ reads: 3 })
  kept.foundOtherProcess()
  expect(await ask({ mustBeNew: true })).toEqual({ reads: 4 })
})

test('after a loss of notifications there may be another process', async () => {
  now = 10_000
  kept.disconnected()
  kept.connected()
  now = 30_000
  await ask()
  expect(await ask({ mustBeNew: true })).toEqual({ reads: 2 })
})

test('the first ten seconds begin when notifications are received, however long the start took', async () => {
  now = 60_000
  kept = new KeptAnswers({ tables, mostBytes: 1_000_000, isOnlyProcess: false, now: () => now })
  now = 120_000
  kept.connected()
  await ask()
  expect(await ask({ mustBeNew: true })).toEqual({ reads: 2 })
})

test('with the embedded database no other process can change anything', async () => {
  kept = await open({ isOnlyProcess: true })
  kept.foundOtherProcess()
  await ask()
  expect(await ask({ mustBeNew: true })).toEqual({ reads: 1 })
})

test('people who ask at the same moment share one read, unless something changed since it began', async () => {
  const first = await begin()
  const second = ask()
  kept.wrote(['orders'])
  const third = ask()
  first.end()
  expect(await Promise.all([first.answer, second, third])).toEqual([{ reads: 1 }, { reads: 1 }, { reads: 2 }])
})

test('fifty people who need a new answer while a read is running share the next one, which begins after it', async () => {
  const running = await begin({ mustBeNew: true })
  const others = Promise.all(Array.from({ length: 50 }, () => ask({ mustBeNew: true })))
  await ask({ key: 'another list' })
  expect(reads).toBe(2)
  running.end()
  expect(await running.answer).toEqual({ reads: 1 })
  expect(new Set((await others).map((answer) => answer.reads))).toEqual(new Set([3]))
  expect(reads).toBe(3)
})

test('a person who needs a new answer joins no read that began before the question, but one that began after it', async () => {
  const running = await begin({ mustBeNew: true })
  const turn = Promise.withResolvers<void>()
  const late = ask({ mustBeNew: true, inTurn: (act) => turn.promise.then(act) })
  running.end()
  await running.answer
  expect(await ask({ mustBeNew: true })).toEqual({ reads: 2 })
  turn.resolve()
  // the read of the other person began after this question
  expect(await late).toEqual({ reads: 2 })
})

test("a person does not wait for another person's turn", async () => {
  void ask({ mustBeNew: true, inTurn: () => new Promise(() => undefined) })
  expect(await ask({ mustBeNew: true })).toEqual({ reads: 1 })
})

test('a failed read is not kept, and the next read does not wait for ever', async () => {
  const broken = Promise.withResolvers<never>()
  const first = ask({ answer: () => broken.promise })
  const second = ask()
  broken.reject(new Error('the connection broke'))
  await expect(first).rejects.toThrow('the connection broke')
  await expect(second).rejects.toThrow('the connection broke')
  expect(await ask()).toEqual({ reads: 2 })
  const failsBefore = kept.answer('early', true, {
    inTurn: (act) => act(),
    read: () => Promise.reject(new Error('no')),
  })
  await expect(failsBefore).rejects.toThrow('no')
  expect(await ask({ key: 'early', mustBeNew: true })).toEqual({ reads: 3 })
})

test('an answer that depends on the clock of the database, or on tables that change all the time, is not kept', async () => {
  for (const text of [
    'select id from customers where created_at > now()',
    'select current_date, id from orders',
    'select * from history join customers using (id)',
    'select * from sessions',
  ]) {
    const before = reads
    await ask({ key: text, text })
    await ask({ key: text, text })
    expect({ text, reads: reads - before }).toEqual({ text, reads: 2 })
  }
})

test('the memory has a limit; the answer that was used longest ago goes first', async () => {
  kept = await open({ mostBytes: 2_000 })
  for (const key of ['first', 'second', 'third', 'fourth']) {
    await ask({ key })
    await ask({ key: 'first' })
  }
  expect(kept.size.bytes).toBeLessThanOrEqual(2_000)
  const before = reads
  await ask({ key: 'first' })
  expect(reads).toBe(before)
  await ask({ key: 'second' })
  expect(reads).toBe(before + 1)
})

test('a long answer is stored compressed, and equal answers have equal ETags', async () => {
  const rows = Array.from({ length: 200 }, (_, id) => ({ id, name: `Πελάτης ${id}` }))
  const read = async (seen: Seen) => {
    seen(CUSTOMERS)
    return { answer: { rows }, about: ['customers'] }
  }
  const reader = { inTurn: <T>(act: () => T) => act(), read }
  const long = await kept.answer('long', false, reader)
  expect(JSON.parse(gunzipSync(long.bytes).toString('utf8'))).toEqual({ rows })
  kept.wrote(['customers'])
  const again = await kept.answer('long', false, reader)
  expect(again).not.toBe(long)
  expect(again.etag).toBe(long.etag)
  expect(again.about).toEqual(['customers'])
  expect((await kept.answer('short', false, { ...reader, read: async () => ({ answer: {}, about: [] }) })).gzip).toBe(
    false,
  )
})
