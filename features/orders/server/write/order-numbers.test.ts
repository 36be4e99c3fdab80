import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

test('no number is assigned twice while imports raise the numbers of new orders', async () => {
  // PGlite runs one statement after another, so a few are enough there
  const many = db.engine === 'postgres' ? 40_000 : 400
  const taking = () => db.many<{ id: number }>(sql`select next_order_id() as id from generate_series(1, ${many}::int)`)
  // each import is a little ahead of the last number, so that new orders pass it during the import
  const raising = db.script(`
    do $$ begin
      for i in 1..${many} loop
        perform public.number_orders_after((select last_value from public.order_ids) + 3);
      end loop;
    end $$`)
  const taken = (await Promise.all([taking(), taking(), taking()])).flat().map(({ id }) => id)
  await raising
  expect(new Set(taken).size).toBe(taken.length)
})

test('an import of a lower number raises nothing, and the very first number may be imported', async () => {
  const { id } = await db.one<{ id: number }>(sql`select next_order_id() as id`)
  await db.many(sql`select number_orders_after(${id - 1}::bigint)`)
  expect(await db.one(sql`select next_order_id() as id`)).toEqual({ id: id + 1 })
  await db.run(sql`select setval('order_ids', 1, false)`)
  await db.many(sql`select number_orders_after(1)`)
  expect(await db.one(sql`select next_order_id() as id`)).toEqual({ id: 2 })
})
