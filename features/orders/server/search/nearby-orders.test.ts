/** Pages of orders that match words, compared with the plainest statement. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import { type Database, raw, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { Runner } from '#server/runner.ts'
import { readNearby } from './nearby-orders.ts'
import { listOrdersQuery } from '../queries.ts'

const ORDERS = 2_000

let db: Database
let runner: Runner
/** The numbers are a hundred apart, so that the first range holds few of the orders. */
beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-06-10T09:00:00Z') })
  await db.run(sql`insert into customers (id, name) values (1, 'Κερί')`)
  await db.run(sql`
    insert into orders (id, status, customer_id, name, label, description)
    select n * 100, case when n % 50 = 0 then 'OFFER-DELETE' else 'OFFER' end, 1, 'Κερί', 'Το μαγαζί',
      concat_ws(' ', case when n % 5 = 0 then 'συχνό' end, case when n % 40 = 0 then 'σπάνιο' end,
        case when n < 300 then 'παλιό' end, case when n > 1700 then 'πρόσφατο' end)
    from generate_series(1, ${ORDERS}::int) n`)
})
afterAll(() => db.close())

async function plainPage(word: string, descending: boolean, page: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select id from orders where status <> 'OFFER-DELETE' and (description like ${`%${word}%`} or fold(name) like fold(${word}))
    order by id ${raw(descending ? 'desc' : 'asc')} limit 150 offset ${(page - 1) * 150}`)
  return rows.map(({ id }) => id)
}

describe.each(['κερί', 'συχνό', 'σπάνιο', 'παλιό', 'πρόσφατο', 'κανένα'])('orders with the word %s', (word) => {
  test.each([
    [true, 1],
    [true, 2],
    [true, 3],
    [false, 1],
    [false, 2],
  ] as const)('are those of the plainest statement, newest first %s, page %i', async (descending, page) => {
    const ids = await plainPage(word, descending, page)
    const input = { search: word, descending, page }
    const { rows, more } = await runner.ask(listOrdersQuery, input, SYSTEM)
    expect(rows.map(({ id }) => id)).toEqual(ids)
    expect(more).toBe((await plainPage(word, descending, page + 1)).length > 0)
  })
})

test.each<[string, number[], string[], boolean?]>([
  ['a text that fills the page is read in one range', [151], ['range']],
  ['a text that does not is read in a longer range', [100, 151], ['range', 'range']],
  ['a text that still does not is read in a third range', [100, 140, 151], ['range', 'range', 'range']],
  ['after three ranges few orders are read', [100, 140, 145, 400], ['range', 'range', 'range', 'few']],
  ['a rare text is then read as few orders', [3, 40], ['range', 'few']],
  ['a text of which few orders are expected is then read as few orders', [50, 151], ['range', 'few']],
  [
    'a text that many earlier orders have is then read in the order of the list',
    [3, 907, 151],
    ['range', 'few', 'all'],
  ],
  ['a number that fills the page is walked to', [151], ['range'], true],
  ['a rare number is then read as few orders', [1, 40], ['range', 'few'], true],
  ['a number that seemed frequent is read as few orders after a range', [2, 40, 50], ['range', 'few', 'few'], true],
  ['of a frequent number few orders of a range are then read', [100, 151], ['range', 'few'], true],
  [
    'a number that many earlier orders have is read in the order of the list',
    [1, 907, 151],
    ['range', 'few', 'all'],
    true,
  ],
])('%s', async (_what, counts, read, overestimated = false) => {
  const asked: string[] = []
  const found = await readNearby(
    { rows: db, descending: true, wanted: 151, overestimated },
    async ({ near, collect }) => {
      asked.push(collect !== null ? 'few' : near.text === 'true' ? 'all' : 'range')
      return { found: asked.length, count: counts[asked.length - 1] ?? 0 }
    },
  )
  expect(asked).toEqual(read)
  expect(found).toBe(read.length)
})
