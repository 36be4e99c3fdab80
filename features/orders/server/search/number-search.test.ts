/** Checks what a search for a number reads, which the database believes to find far more orders than it does. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, sql } from '#server/db/database.ts'
import { asker } from '#testing/growth/ask.ts'
import { testDatabase } from '#testing/database.ts'

const ORDERS = 12_000

let db: Database
/** Each label has a number of its own, so the statistics of the database contain hardly any of them. */
beforeAll(async () => {
  db = await testDatabase()
  await db.run(sql`insert into customers (id, name) values (1, 'Κερί')`)
  await db.run(sql`
    insert into orders (status, customer_id, name, label, description, total_cents, products_cents)
    select 'OFFER', 1, 'Κερί', 'Το μαγαζί ' || n * 7919 % 20000, repeat('κ', 700), n * 104729 % 300000, n * 104729 % 300000
    from generate_series(1, ${ORDERS}::int) n`)
  await db.run(sql`vacuum (analyze)`)
})
afterAll(() => db?.close())

test.each(['12', '77', '99', '123', '148', '777', '1234', '4321', '1500', '1234 μαγαζί'])(
  'the pages and the count of %s read few buffers',
  async (search) => {
    const ask = asker(db)
    const buffers: Record<string, number> = {}
    for (const descending of [true, false])
      buffers[descending ? 'newest' : 'oldest'] = (
        await ask({ kind: '', name: 'orders.list', input: { search, descending } })
      ).buffers
    buffers['count'] = (await ask({ kind: '', name: 'orders.count', input: { search } })).buffers
    expect(Math.max(...Object.values(buffers))).toBeLessThan(700)
  },
)
