import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, type Day, dayOf } from '#kernel/day.ts'
import { quantity } from '#kernel/money.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { buffersRead, explaining, tablesReadWhole } from '#testing/plans.ts'
import { moveStock } from './move-stock.ts'
import { stockLedgerQuery, stockHealthQuery } from './queries.ts'
import { endOfDay, stockBefore, stockOnDayQuery } from './stock-at.ts'

let db: Database
let runner: Runner
let now = '2026-01-01T08:00:00.000Z'

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date(now) })
})
afterAll(() => db.close())

const product = async (name: string): Promise<number> =>
  (await db.one<{ id: number }>(sql`insert into products (name) values (${name}) returning id`)).id

const move = (productId: number, pieces: number) =>
  runner.work(SYSTEM, 'test', (work) =>
    moveStock(work, [{ productId, quantity: quantity(pieces * 1_0000), reason: 'produced' }], { reason: 'test' }),
  )

const onDay = async (productId: number, day: Day): Promise<number | undefined> =>
  (await runner.ask(stockOnDayQuery, { productIds: [productId], day }, SYSTEM)).rows[0]?.stock

describe('the stock on a past day', () => {
  test('is the stock at midnight in Athens, in winter and in summer', async () => {
    const candle = await product('α')
    now = '2026-01-10T21:59:59.999Z' // 23:59 in Athens
    await move(candle, 5)
    now = '2026-01-10T22:00:00.000Z' // midnight of the next day
    await move(candle, 2)
    now = '2026-07-10T20:59:59.999Z'
    await move(candle, 10)
    now = '2026-07-10T21:00:00.000Z'
    await move(candle, 3)
    const days = ['2026-01-09', '2026-01-10', '2026-01-11', '2026-07-09', '2026-07-10', '2026-07-11'] as Day[]
    expect(await Promise.all(days.map((day) => onDay(candle, day)))).toEqual([
      0, 5_0000, 7_0000, 7_0000, 17_0000, 20_0000,
    ])
    const { rows } = await runner.ask(stockLedgerQuery, { productId: candle, day: '2026-07-10' }, SYSTEM)
    expect(rows.map((row) => row.balance)).toEqual([17_0000, 7_0000, 5_0000])
  })

  test('equals the sum of the ledger, also if the clocks of the writers differ', async () => {
    const start = '2026-03-26' as Day // the clocks change on 29 March
    const step = fc.record({
      which: fc.integer({ min: 0, max: 1 }),
      pieces: fc.integer({ min: -9, max: 9 }).filter((n) => n !== 0),
      minutes: fc.integer({ min: -200, max: 3_000 }),
      // half of the rows are written by SQL, several at once, with times of their own
      more: fc.array(fc.integer({ min: -300, max: 300 }), { maxLength: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const ids = [await product('β'), await product('γ')]
        let clock = Date.parse(`${start}T10:00:00Z`)
        for (const { which, pieces, minutes, more } of steps) {
          clock += minutes * 60_000
          now = new Date(clock).toISOString()
          const id = ids[which] ?? 0
          await move(id, pieces)
          const others = more.map((shift) => ({
            product_id: ids[Math.abs(shift) % 2],
            quantity_e4: shift * 10 + 1,
            at: new Date(clock + shift * 60_000).toISOString(),
          }))
          await db.run(sql`
            insert into stock_movements (product_id, quantity_e4, reason, user_name, at)
            select product_id, quantity_e4, 'counted', 't', at
            from jsonb_to_recordset(${JSON.stringify(others)}::jsonb) as m(product_id bigint, quantity_e4 bigint, at timestamptz)`)
        }
        for (const id of ids)
          for (let days = -1; days < 22; days++) {
            const day = addDays(start, days)
            const { sum } = await db.one<{ sum: number }>(sql`
              select coalesce(sum(quantity_e4), 0)::bigint as sum from stock_movements
              where product_id = ${id} and (at at time zone 'Europe/Athens')::date <= ${day}::date`)
            expect(await onDay(id, day)).toBe(sum)
          }
        const backwards = await db.many(sql`
          select id from (
            select id, at, lag(at) over (partition by product_id order by id) as earlier from stock_movements) m
          where at < earlier`)
        expect(backwards).toEqual([])
      }),
      { numRuns: 25 },
    )
    expect((await runner.ask(stockHealthQuery, {}, SYSTEM)).rows).toEqual([])
  })

  test('reads as much after 20,000 later movements as after none', async () => {
    const candle = await product('δ')
    now = '2026-05-01T08:00:00.000Z'
    await move(candle, 7)
    const look = async () => {
      const seen: { buffers: number; whole: string[] }[] = []
      const rows = explaining(db, (plan) => seen.push({ buffers: buffersRead(plan), whole: tablesReadWhole(plan) }))
      const found = await rows.one(
        sql`select ${stockBefore(sql`${candle}::bigint`, endOfDay('2026-05-01'))}::bigint as stock`,
      )
      expect(found).toEqual({ stock: 7_0000 })
      return seen[0]
    }
    await db.run(sql`
      insert into stock_movements (product_id, quantity_e4, reason, user_name, at)
      select ${candle}, 1, 'counted', 't', '2026-06-01'::timestamptz + n * interval '1 minute' from generate_series(1, 20000) n`)
    await db.script('analyze stock_movements')
    const after = await look()
    expect(after?.whole).toEqual([])
    expect(after?.buffers).toBeLessThan(10)
  })
})

test('a movement with an earlier time than the last one of its product gets the time of that one', async () => {
  const candle = await product('ε')
  now = '2026-08-02T08:00:00.000Z'
  await move(candle, 1)
  now = '2026-08-01T08:00:00.000Z'
  await move(candle, 1)
  const { rows } = await runner.ask(stockLedgerQuery, { productId: candle }, SYSTEM)
  expect(rows.map((row) => dayOf(row.at))).toEqual(['2026-08-02', '2026-08-02'])
})
