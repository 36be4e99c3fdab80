/** Tests that words without an order are removed, and that no word of an order is ever missing. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, type Rows, sql } from '#server/db/database.ts'
import { jobWorks, schedules } from '#app/server/features.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { FORGET_WORDS_JOB, forgetWords } from './forget-words.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
  await db.run(sql`insert into customers (id, name) values (1, 'Άννα')`)
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.run(sql`delete from orders`)
  await db.run(sql`delete from order_words`)
})

const write = async (rows: Rows, description: string): Promise<number> =>
  (
    await rows.one<{ id: number }>(sql`
      insert into orders (status, customer_id, name, description) values ('OFFER', 1, '', ${description}) returning id`)
  ).id
const known = async (): Promise<string[]> =>
  (await db.many<{ word: string }>(sql`select word from order_words order by word collate "C"`)).map(({ word }) => word)
/** Returns the words of orders that are missing in the table. */
const missing = () =>
  db.many(sql`
    select distinct word from orders, unnest(tsvector_to_array(words)) word where word not in (select word from order_words)`)

test('the words of deleted and changed orders are removed, and those of other orders stay', async () => {
  const signs = `o'νιλ c:\\εργα a"b & | ! :* ${'μ'.repeat(2_100)}`
  await write(db, `κοινο ${signs}`)
  const deleted = await write(db, `κοινο σβηστο'σ σβη\\στο & ${'ν'.repeat(2_100)}`)
  const changed = await write(db, 'παλιο κοινο')
  await db.run(sql`delete from orders where id = ${deleted}`)
  await db.run(sql`update orders set description = 'νεο' where id = ${changed}`)
  expect(await known()).toContain('παλιο')

  expect(await forgetWords(db)).toBe(4)
  const left = await known()
  expect(left).toEqual(
    ['κοινο', 'νεο', ...signs.split(' ').map((word) => word.slice(0, 500))].sort((a, b) =>
      Buffer.compare(Buffer.from(a), Buffer.from(b)),
    ),
  )
  expect(await forgetWords(db)).toBe(0)
  expect(await known()).toEqual(left)
})

test('all steps together remove each word without an order', async () => {
  await db.run(sql`insert into order_words select 'λεξη' || n from generate_series(1, 1201) n`)
  await write(db, 'λεξη7 λεξη700 λεξη1201')
  expect(await forgetWords(db)).toBe(1_198)
  expect(await known()).toEqual(['λεξη1201', 'λεξη7', 'λεξη700'])
})

test('the nightly job of the orders removes them', async () => {
  await write(db, 'μενει')
  await db.run(sql`insert into order_words values ('περιττη')`)
  expect(schedules).toContainEqual({ name: 'forget-words', kind: FORGET_WORDS_JOB, dailyAt: '03:40' })
  const runner = new Runner({ db, clock: () => new Date() })
  const outside = () => {
    throw new Error('no outside service is needed')
  }
  await jobWorks({ runner, outside, publicUrl: 'http://localhost:3000' })[FORGET_WORDS_JOB]?.run({})
  expect(await known()).toEqual(['μενει'])
})

test('a word stays while a transaction that has not ended writes an order with it', async (context) => {
  // an embedded database has one connection, so no other transaction can be open
  if (db.engine === 'pglite') context.skip()
  await db.run(sql`insert into order_words values ('περιττη'), ('ξανα')`)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let written = () => {}
  const writing = new Promise<void>((resolve) => (written = resolve))
  const writer = db.transaction('serializable', async (tx) => {
    await write(tx, 'ξανα')
    written()
    await released
  })
  await writing
  const removed = await forgetWords(db)
  release()
  await writer
  expect(removed).toBe(0)
  expect(await missing()).toEqual([])
  expect(await forgetWords(db)).toBe(1)
  expect(await known()).toEqual(['ξανα'])
})

test('no word is missing when orders are written, changed and deleted while words are removed', async (context) => {
  if (db.engine === 'pglite') context.skip()
  let open = true
  let removed = 0
  const sweeping = (async () => {
    while (open) removed += await forgetWords(db)
  })()
  const work = async (writer: number) => {
    // a busy machine may need more turns until words are removed between the writes
    for (let turn = 0; turn < 60 || removed === 0; turn++) {
      const [one, two] = [`λεξη${turn % 5}`, `λεξη${(turn + writer) % 7}`]
      const id = await write(db, `${one} γραφει${writer} σειρα${turn}`)
      await db.run(sql`update orders set description = ${two} where id = ${id}`)
      expect(await db.many(sql`select word from order_words where word = ${two}`)).toHaveLength(1)
      if (turn % 3 > 0) await db.run(sql`delete from orders where id = ${id}`)
    }
  }
  await Promise.all([1, 2, 3, 4].map(work)).finally(() => (open = false))
  await sweeping
  expect(removed).toBeGreaterThan(0)
  expect(await missing()).toEqual([])
})
