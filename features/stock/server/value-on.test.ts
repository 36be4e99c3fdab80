/** Tests what movements cost, and the value of the stock on a day. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listProductsQuery } from '#features/products/server/queries.ts'
import type { Day } from '#kernel/day.ts'
import { cents, quantity } from '#kernel/money.ts'
import { type Actor, SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { countViolations } from '#testing/invariants.ts'
import { buffersRead, explainingDatabase } from '#testing/plans.ts'
import type { Movement } from '../domain/movement.ts'
import { moveStock, setStock } from './move-stock.ts'
import { stockLedgerQuery } from './queries.ts'
import { countValuesQuery, listValuesQuery, sumValuesQuery, valueOnQuery } from './value-on.ts'

let db: Database
let runner: Runner
let now = '2026-01-10T08:00:00.000Z'
const workshop: Actor = { userId: null, name: 'Μαρία', role: 'section', section: 'ΧΥΤΑ' }

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date(now) })
})
afterAll(() => db.close())

let made = 0
const product = async (fields: { costPrice?: number; unit?: string; usage?: string; margin?: number } = {}) => {
  const { costPrice = 0, unit = 'Item', usage = 'COMPLETE-PRODUCT', margin = 0 } = fields
  const { id } = await db.one<{ id: number }>(sql`
    insert into products (name, sku, cost_price_e4, unit, usage_type, cost_margin_bp)
    values (${`π${++made}`}, ${`K-${made}`}, ${costPrice}, ${unit}, ${usage}, ${margin}) returning id`)
  return id
}
type Given = { pieces: number; cost?: number; reason?: Movement['reason'] }
const move = (productId: number, { pieces, cost, reason = 'counted' }: Given) =>
  runner.work(SYSTEM, 'test', (work) =>
    moveStock(
      work,
      [
        {
          productId,
          quantity: quantity(pieces * 1_0000),
          reason,
          ...(cost !== undefined && { cost: cents(cost) }),
        },
      ],
      { reason: 'μετρήθηκαν στο ράφι' },
    ),
  )
const buy = (productId: number, pieces: number, cost: number) => move(productId, { pieces, cost, reason: 'purchased' })
const ledger = async (productId: number, actor = SYSTEM) =>
  (await runner.ask(stockLedgerQuery, { productId }, actor)).rows.map(({ reason, cost, value }) => [
    reason,
    cost,
    value,
  ])
const stored = (id: number) =>
  db.one<{ value: number | null; average: number | null }>(sql`
    select stock_value_cents as value, average_cost_e8 as average from products where id = ${id}`)
const valueOf = async (id: number, day?: Day) =>
  (await runner.ask(listValuesQuery, { filters: day ? { day } : {} }, SYSTEM)).rows.find((row) => row.id === id)
const violations = async () =>
  Object.entries(await countViolations(db)).filter(([name, count]) => name.startsWith('value of a stock') && count > 0)

describe('the cost of a movement', () => {
  test('is stored with the value and the average after it, and the product has the last of them', async () => {
    const wax = await product()
    await buy(wax, 10, 10_00)
    await buy(wax, 10, 30_00)
    await move(wax, { pieces: -15, reason: 'packaged' })
    expect(await ledger(wax)).toEqual([
      ['packaged', -30_00, 10_00],
      ['purchased', 30_00, 40_00],
      ['purchased', 10_00, 10_00],
    ])
    expect(await stored(wax)).toEqual({ value: 10_00, average: 2_0000_0000 })
  })

  test('is in the ledger only of people who may see costs, without the rows that move nothing', async () => {
    const wax = await product()
    await buy(wax, 2, 2_00)
    await move(wax, { pieces: -3 })
    await buy(wax, 2, 4_00)
    expect((await ledger(wax))[0]).toEqual(['price-difference', -1_00, 2_00])
    expect(await ledger(wax, workshop)).toEqual([
      ['purchased', null, null],
      ['counted', null, null],
      ['purchased', null, null],
    ])
  })

  test('of an opening stock is the cost price, also if a program sets it', async () => {
    const wax = await product({ costPrice: 1_5000 })
    await runner.work(SYSTEM, 'test', (work) => setStock(work, wax, quantity(4_0000), 'opening'))
    await runner.work(SYSTEM, 'test', (work) => setStock(work, wax, quantity(6_0000)))
    expect(await ledger(wax)).toEqual([
      ['api', 3_00, 9_00],
      ['opening', 6_00, 6_00],
    ])
  })

  test('of what is produced follows from the recipe at the averages of the materials, plus the margin', async () => {
    const wax = await product({ unit: 'KG', usage: 'PURCHASED-MATERIAL', costPrice: 9_0000 })
    const wick = await product({ unit: 'CM', usage: 'PURCHASED-MATERIAL', costPrice: 100 })
    const candle = await product({ costPrice: 7_0000, margin: 10_00 })
    await db.run(sql`insert into requirement_steps (product_id, seq, section) values (${candle}, 1, 'ΧΥΤΑ')`)
    await db.run(sql`
      insert into requirement_materials (product_id, seq, line_no, material_id, quantity_e4, unit)
      values (${candle}, 1, 1, ${wax}, ${250_0000}, 'Gram'), (${candle}, 1, 2, ${wick}, ${20_0000}, 'CM')`)
    await buy(wax, 100, 400_00)
    await move(candle, { pieces: 10, reason: 'produced' })
    // a quarter of a kilogram at 4.00, and 20 cm at 0.01, the cost price of a material without stock
    expect(await ledger(candle)).toEqual([['produced', 13_20, 13_20]])
  })

  test('of what is produced without a recipe is the average, or else the cost price', async () => {
    const candle = await product({ costPrice: 7_0000 })
    await move(candle, { pieces: 2, reason: 'produced' })
    expect(await ledger(candle)).toEqual([['produced', 14_00, 14_00]])
  })

  test('stays unknown until the product has a cost, which then values the stock before it', async () => {
    const wax = await product()
    await move(wax, { pieces: 5 })
    expect(await valueOf(wax)).toMatchObject({ stock: 5_0000, value: null, average: null })
    await buy(wax, 1, 2_00)
    expect(await ledger(wax)).toEqual([
      ['purchased', 2_00, 12_00],
      ['opening-cost', 10_00, 10_00],
      ['counted', null, null],
    ])
    expect(await valueOf(wax)).toMatchObject({ stock: 6_0000, value: 12_00, average: 2_0000 })
  })

  test('is whole when thirty people move one product at once', async () => {
    const wax = await product()
    await buy(wax, 100, 333_33)
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 3 === 0 ? buy(wax, 1, index) : move(wax, { pieces: -1, reason: 'packaged' }),
      ),
    )
    expect(await violations()).toEqual([])
  })
})

test('a writer that states wrong values or none gets the right ones, row after row', async () => {
  const wax = await product()
  await buy(wax, 10, 10_00)
  await db.run(sql`
    insert into stock_movements (product_id, quantity_e4, cost_cents, value_cents, average_cost_e8, reason, user_name)
    values (${wax}, 10000, 300, 7, 118181818, 'purchased', 't'), (${wax}, -10000, -118, null, 118181818, 'packaged', 't')`)
  expect(await ledger(wax)).toEqual([
    ['packaged', -1_18, 11_82],
    ['purchased', 3_00, 13_00],
    ['purchased', 10_00, 10_00],
  ])
  expect(await stored(wax)).toEqual({ value: 11_82, average: 118_181_818 })
})

describe('the value of the stock', () => {
  test('on a day is what each product was worth at its end in Athens, and the sum is that of the costs until then', async () => {
    const [wax, wick] = [await product(), await product()]
    now = '2026-03-10T21:59:00.000Z'
    await buy(wax, 10, 10_00)
    await buy(wick, 1, 5_00)
    now = '2026-03-10T22:01:00.000Z' // the next day
    await buy(wax, 10, 30_00)
    await move(wick, { pieces: -1 })
    now = '2026-03-12T09:00:00.000Z'
    const day = '2026-03-10' as Day
    expect(await valueOf(wax, day)).toMatchObject({ stock: 10_0000, value: 10_00, average: 1_0000 })
    expect(await valueOf(wick, day)).toMatchObject({ value: 5_00 })
    expect(await valueOf(wax, '2026-03-11' as Day)).toMatchObject({ stock: 20_0000, value: 40_00, average: 2_0000 })
    // what is no longer in stock is not listed
    expect(await valueOf(wick, '2026-03-11' as Day)).toBeUndefined()
    expect(await valueOf(wax)).toMatchObject({ value: 40_00 })
    for (const filters of [{ day }, { day: '2026-03-11' as Day }, {}]) {
      const { count } = await runner.ask(countValuesQuery, { filters }, SYSTEM)
      const { sums } = await runner.ask(sumValuesQuery, { filters }, SYSTEM)
      const until = filters.day
        ? sql`at < (${filters.day}::date + 1)::timestamp at time zone 'Europe/Athens'`
        : sql`true`
      const { costs } = await db.one<{ costs: number }>(
        sql`select sum(cost_cents)::bigint as costs from stock_movements where ${until}`,
      )
      const all = await runner.ask(valueOnQuery, filters, SYSTEM)
      expect(all).toMatchObject({ since: null, value: costs, products: count })
      expect(sums).toEqual({ value: costs })
    }
  })

  test('is what the list of products shows; without costs that is the stock at the cost price', async () => {
    const [wax, wick] = [await product({ costPrice: 9_0000 }), await product({ costPrice: 2_0000 })]
    await buy(wax, 10, 10_00)
    await db.run(sql`
      insert into stock_movements (product_id, quantity_e4, reason, user_name) values (${wick}, 30000, 'counted', 't')`)
    const { rows } = await runner.ask(listProductsQuery, { filters: {}, sort: 'id', descending: true }, SYSTEM)
    expect(rows.filter(({ id }) => id === wax || id === wick).map(({ value }) => value)).toEqual([6_00, 10_00])
  })

  test('finds products by name and shows those with unknown costs alone', async () => {
    const odd = await product()
    await move(odd, { pieces: 1 })
    const { name } = await db.one<{ name: string }>(sql`select name from products where id = ${odd}`)
    const named = await runner.ask(listValuesQuery, { search: name, filters: {} }, SYSTEM)
    expect(named.rows.map(({ id }) => id)).toEqual([odd])
    const unknown = await runner.ask(listValuesQuery, { filters: { unknown: true } }, SYSTEM)
    expect(unknown.rows.every(({ value }) => value === null)).toBe(true)
    expect((await runner.ask(valueOnQuery, {}, SYSTEM)).unknown).toBe(unknown.rows.length)
  })

  test('is hidden from people who may not see costs', async () => {
    await expect(runner.ask(valueOnQuery, {}, workshop)).rejects.toMatchObject({ refusal: { kind: 'forbidden' } })
    await expect(runner.ask(listValuesQuery, { filters: {} }, workshop)).rejects.toMatchObject({
      refusal: { kind: 'forbidden' },
    })
  })

  test('of a past day costs a look for each product, however many movements it has', async () => {
    const read = async () => {
      let buffers = 0
      const explained = explainingDatabase(db, (plan) => {
        buffers += buffersRead(plan)
      })
      await new Runner({ db: explained, clock: () => new Date(now) }).ask(valueOnQuery, { day: '2026-03-11' }, SYSTEM)
      return buffers
    }
    const few = await read()
    const wax = await product()
    await db.run(sql`
      insert into stock_movements (product_id, quantity_e4, cost_cents, average_cost_e8, reason, user_name, at)
      select ${wax}, 10000, 100, 100000000, 'purchased', 't', '2026-02-01T08:00:00Z' from generate_series(1, 10000)`)
    expect(await read()).toBeLessThan(few + 60)
  })
})

describe('the update that brings the costs', () => {
  /** Makes the present ledger one of the version before, and runs the statements of the update that write rows. */
  const update = async () => {
    const file = readFileSync(join(import.meta.dirname, '../../../db/migrations/0851_stock_costs.sql'), 'utf8')
    const opening =
      /alter table stock_movements disable trigger user;[\s\S]*alter table stock_movements enable trigger user;/.exec(
        file,
      )
    await db.script(`
      alter table stock_movements disable trigger user;
      alter table products disable trigger user;
      delete from stock_movements where reason in ('opening-cost', 'price-difference');
      update stock_movements set cost_cents = null, value_cents = null, average_cost_e8 = null;
      update products set stock_value_cents = null, average_cost_e8 = null;
      alter table stock_movements enable trigger user;
      alter table products enable trigger user;
      ${opening?.[0] ?? ''}`)
  }

  test('gives what is in stock its cost price as an opening cost, and the value before that day is unknown', async () => {
    const [wax, odd, gone] = [
      await product({ costPrice: 1_2345 }),
      await product(),
      await product({ costPrice: 2_0000 }),
    ]
    now = '2026-04-01T08:00:00.000Z'
    for (const id of [wax, odd, gone]) await move(id, { pieces: 3 })
    await move(gone, { pieces: -3 })
    await update()
    // the update writes by the clock of the database
    now = new Date(Date.now() + 60_000).toISOString()
    expect(await ledger(wax)).toEqual([
      ['opening-cost', 3_70, 3_70],
      ['counted', null, null],
    ])
    expect((await ledger(odd)).map(([reason]) => reason)).toEqual(['counted'])
    expect((await ledger(gone)).map(([reason]) => reason)).toEqual(['counted', 'counted'])
    expect(await violations()).toEqual([])
    const { since } = await runner.ask(valueOnQuery, {}, SYSTEM)
    expect(since).not.toBeNull()
    const before = await runner.ask(valueOnQuery, { day: '2026-04-01' }, SYSTEM)
    expect(before).toMatchObject({ since, value: null })
    expect(await valueOf(wax, '2026-04-01' as Day)).toMatchObject({ stock: 3_0000, value: null })
    const after = await runner.ask(valueOnQuery, {}, SYSTEM)
    expect(after).toMatchObject({
      since,
      value: (await db.one<{ value: number }>(sql`select sum(cost_cents)::bigint as value from stock_movements`)).value,
    })
    expect(after.unknown).toBeGreaterThan(0)
    await move(wax, { pieces: -1 })
    expect((await ledger(wax))[0]).toEqual(['counted', -1_23, 2_47])
  })
})
