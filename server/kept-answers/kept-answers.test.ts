import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { testDatabase } from '#server/testing/database.ts'
import { KeptAnswers, type Seen, unpacked } from './kept-answers.ts'

let db: Database
let now: number
let kept: KeptAnswers
/** How often the database was asked. */
let reads: number
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db?.close())

async function open(more: { alone?: boolean; mostBytes?: number } = {}): Promise<KeptAnswers> {
  const opened = new KeptAnswers({ mostBytes: 1_000_000, alone: false, now: () => now, ...more })
  await opened.use(db)
  opened.connected()
  return opened
}
beforeEach(async () => {
  now = 0
  reads = 0
  kept = await open()
})

const CUSTOMERS = 'select id, name from customers'

type Asking = { key?: string; text?: string; afresh?: boolean; answer?: () => object | Promise<object> }

/** Asks for the customers. `text` is the statement, `answer` what it returns. */
async function ask({ key = 'customers', text = CUSTOMERS, afresh = false, answer = () => ({ reads }) }: Asking = {}) {
  const read = async (seen: Seen) => {
    seen(text)
    reads += 1
    return answer()
  }
  return JSON.parse(unpacked(await kept.answer(key, afresh, read)).toString('utf8')) as { reads: number }
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
  const begun = Promise.withResolvers<void>()
  const slow = kept.answer('customers', false, async (seen) => {
    seen(CUSTOMERS)
    await begun.promise
    return { reads: 'old' }
  })
  kept.wrote(['customers'])
  begun.resolve()
  await slow
  expect(await ask()).toEqual({ reads: 1 })
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

test('nothing is kept while other processes are not heard, and nothing from before is given afterwards', async () => {
  await ask()
  kept.disconnected()
  expect([await ask(), await ask()]).toEqual([{ reads: 2 }, { reads: 3 }])
  kept.connected()
  expect([await ask(), await ask()]).toEqual([{ reads: 4 }, { reads: 4 }])
})

test('a read that began while other processes were not heard is not kept', async () => {
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
  expect(await ask({ afresh: true })).toEqual({ reads: 2 })
  expect(await ask()).toEqual({ reads: 2 })
  now = 10_000
  // no other process was met since the start
  await ask()
  expect(await ask({ afresh: true })).toEqual({ reads: 3 })
  kept.metAnother()
  expect(await ask({ afresh: true })).toEqual({ reads: 4 })
})

test('with the embedded database no other process can change anything', async () => {
  kept = await open({ alone: true })
  kept.metAnother()
  await ask()
  expect(await ask({ afresh: true })).toEqual({ reads: 1 })
})

test('people who ask at the same moment share one read, unless something changed since it began', async () => {
  const begun = Promise.withResolvers<void>()
  const slow = () => begun.promise.then(() => ({ reads }))
  const first = ask({ answer: slow })
  const second = ask()
  kept.wrote(['orders'])
  const third = ask()
  begun.resolve()
  expect(await Promise.all([first, second])).toEqual([{ reads: 2 }, { reads: 2 }])
  expect(await third).toEqual({ reads: 2 })
  expect(reads).toBe(2)
})

test('a failed read is not kept and does not fail for the others who waited for it', async () => {
  const begun = Promise.withResolvers<void>()
  const fail = () => begun.promise.then(() => Promise.reject(new Error('too many questions')))
  const first = ask({ answer: fail })
  const second = ask()
  begun.resolve()
  await expect(first).rejects.toThrow('too many questions')
  expect(await second).toEqual({ reads: 2 })
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
    return { rows }
  }
  const long = await kept.answer('long', false, read)
  expect(JSON.parse(gunzipSync(long.bytes).toString('utf8'))).toEqual({ rows })
  kept.wrote(['customers'])
  const again = await kept.answer('long', false, read)
  expect(again).not.toBe(long)
  expect(again.etag).toBe(long.etag)
  expect((await kept.answer('short', false, async () => ({}))).gzip).toBe(false)
})
