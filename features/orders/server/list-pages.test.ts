import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { listOrdersQuery } from './queries.ts'

let db: Database
let runner: Runner
beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-11-20T09:00:00Z') })
})
afterAll(() => db?.close())

test('the pages of a descending sort contain each order once, those without a value last', async () => {
  await db.run(sql`insert into customers (id, name) values (101, 'Ταβέρνα')`)
  await db.run(sql`
    insert into orders (id, customer_id, name, status, invoiced_on)
    select n, 101, 'Ταβέρνα', 'CANCELED', case when n % 100 = 0 then date '2026-01-01' + n end from generate_series(1, 310) n`)
  const pages = await Promise.all(
    [1, 2, 3].map((page) => runner.ask(listOrdersQuery, { sort: 'invoicedOn', descending: true, page }, SYSTEM)),
  )
  expect(pages.map(({ rows, more }) => [rows.length, more])).toEqual([
    [150, true],
    [150, true],
    [10, false],
  ])
  const ids = pages.flatMap(({ rows }) => rows.map(({ id }) => id))
  expect(ids.slice(0, 3)).toEqual([300, 200, 100])
  expect(new Set(ids).size).toBe(310)
})
