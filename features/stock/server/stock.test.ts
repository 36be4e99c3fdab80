import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quantity } from '#kernel/money.ts'
import type { Refused } from '#kernel/refusal.ts'
import { type Actor, SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { Runner } from '#server/runner.ts'
import { refusalOf } from '#testing/refused.ts'
import { LEDGER_REASONS, type Movement } from '../domain/movement.ts'
import { adjustStockCommand } from './adjust-stock.ts'
import { moveStock, type Overrule, setStock } from './move-stock.ts'
import { readStock, stockFiguresQuery, stockHealthQuery, stockLedgerQuery } from './queries.ts'

let db: Database
let runner: Runner
const driver: Actor = { userId: null, name: 'Νίκος', role: 'driver', section: null }
const workshop: Actor = { userId: null, name: 'Μαρία', role: 'section', section: 'ΧΥΤΑ' }

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-11-20T08:00:00Z') })
})
afterAll(() => db.close())

async function product(name: string, stock = 0): Promise<number> {
  const { id } = await db.one<{ id: number }>(
    sql`insert into products (name, sku) values (${name}, ${`S-${name}`}) returning id`,
  )
  await runner.work(SYSTEM, 'test', (work) => setStock(work, id, quantity(stock * 1_0000), 'opening'))
  return id
}

const move = (movements: readonly Movement[], overrule?: Overrule, actor: Actor = SYSTEM) =>
  runner.work(actor, 'test', (work) => moveStock(work, movements, overrule))

const out = (productId: number, pieces: number): Movement => ({
  productId,
  quantity: quantity(-pieces * 1_0000),
  reason: 'packaged',
  note: 'order',
})

const stockOf = async (id: number): Promise<number> =>
  ((await readStock(db, [id])).get(id)?.stock ?? Number.NaN) / 1_0000
const ledger = (productId: number) => runner.ask(stockLedgerQuery, { productId }, SYSTEM)

describe('moveStock', () => {
  test('writes a row for each movement, with the balance after it', async () => {
    const [a, b] = [await product('α', 10), await product('β', 5)]
    await move([out(b, 2), out(a, 1), out(a, 3)])
    expect([await stockOf(a), await stockOf(b)]).toEqual([6, 3])
    const { rows } = await ledger(a)
    expect(rows.map((row) => [row.reason, row.quantity, row.balance, row.person])).toEqual([
      ['packaged', -3_0000, 6_0000, 'Kerino'],
      ['packaged', -1_0000, 9_0000, 'Kerino'],
      ['opening', 10_0000, 10_0000, 'Kerino'],
    ])
  })

  test('changes the products in one statement, and writes no row of the ledger twice', async () => {
    const [a, b] = [await product('α2', 10), await product('β2', 5)]
    await db.script(`
      create table statements_seen (name text);
      create function note_statement() returns trigger language plpgsql as $$
        begin insert into statements_seen values (tg_table_name || ' ' || tg_op); return null; end $$;
      create trigger note_statement after update on products for each statement execute function note_statement();
      create trigger note_statement after insert or update on stock_movements for each statement execute function note_statement()`)
    await move([out(b, 2), out(a, 1), out(a, 3)])
    const seen = await db.many<{ name: string }>(sql`select name from statements_seen order by name`)
    await db.script(`
      drop trigger note_statement on products; drop trigger note_statement on stock_movements;
      drop function note_statement; drop table statements_seen`)
    expect(seen.map((row) => row.name)).toEqual(['products UPDATE', 'stock_movements INSERT'])
  })

  test('a writer that states wrong balances or none gets the right ones, row after row', async () => {
    const [a, b] = [await product('α3', 10), await product('β3', 5)]
    await db.run(sql`
      insert into stock_movements (product_id, quantity_e4, balance_e4, reason, user_name)
      values (${a}, -10000, 0, 'counted', 't'), (${b}, 20000, 70000, 'counted', 't'), (${a}, 40000, 5, 'counted', 't'),
        (${a}, -5000, 125000, 'counted', 't')`)
    expect([await stockOf(a), await stockOf(b)]).toEqual([12.5, 7])
    expect((await ledger(a)).rows.map((row) => row.balance)).toEqual([12_5000, 13_0000, 9_0000, 10_0000])
    expect((await ledger(b)).rows.map((row) => row.balance)).toEqual([7_0000, 5_0000])
    await db.run(sql`
      insert into stock_movements (product_id, quantity_e4, reason, user_name) values (${b}, -30000, 'counted', 't')`)
    expect((await ledger(b)).rows.map((row) => row.balance)).toEqual([4_0000, 7_0000, 5_0000])
  })

  test('refuses all movements if those of one product together are too many, and names every short product', async () => {
    const [a, b, c] = [await product('γ', 3), await product('δ', 1), await product('ε', 9)]
    const no = await refusalOf(move([out(a, 2), out(c, 1), out(a, 2), out(b, 1.5)]))
    expect(no).toMatchObject({
      kind: 'refused',
      code: 'stock.not-enough',
      details: {
        first: 'γ',
        short: 'γ 3 / 4 · δ 1 / 1.5',
        lines: [
          { productId: a, name: 'γ', sku: 'S-γ', stock: 3, needed: 4, missing: 1 },
          { productId: b, name: 'δ', stock: 1, needed: 1.5, missing: 0.5 },
        ],
      },
    })
    expect([await stockOf(a), await stockOf(b), await stockOf(c)]).toEqual([3, 1, 9])
    expect((await ledger(c)).rows).toHaveLength(1)
  })

  test('falls below zero only with the right and a reason, which the ledger stores', async () => {
    const [a, b] = [await product('ζ', 1), await product('η', 9)]
    expect((await refusalOf(move([out(a, 2)], { reason: 'βρέθηκαν' }, workshop))).code).toBe('forbidden')
    expect((await refusalOf(move([out(a, 2)], { reason: ' ' }))).code).toBe('stock.reason-needed')
    await move([out(a, 2), out(b, 1)], { reason: 'βρέθηκαν στο ράφι' })
    expect(await stockOf(a)).toBe(-1)
    expect((await ledger(a)).rows[0]?.note).toBe('order · βρέθηκαν στο ράφι')
    expect((await ledger(b)).rows[0]?.note).toBe('order')
    // The stock may rise although it stays below zero.
    await move([{ productId: a, quantity: quantity(5000), reason: 'restored' }])
    expect(await stockOf(a)).toBe(-0.5)
  })

  test('refuses a product that does not exist', async () => {
    expect(await refusalOf(move([out(999_999_999, 1)]))).toMatchObject({ kind: 'missing', code: 'stock.no-product' })
  })

  test('of thirty requests at once for one of twenty pieces, twenty succeed and ten read why not', async () => {
    const candle = await product('κ', 20)
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        move([out(candle, 1)]).then(
          () => 'moved',
          (no: Refused) => no.refusal.code,
        ),
      ),
    )
    expect(answers.filter((answer) => answer === 'moved')).toHaveLength(20)
    expect(answers.filter((answer) => answer === 'stock.not-enough')).toHaveLength(10)
    expect(await stockOf(candle)).toBe(0)
    expect((await ledger(candle)).rows.map((row) => row.balance)).toEqual([
      ...Array.from({ length: 20 }, (_, index) => index * 1_0000),
      20_0000,
    ])
  })

  test('after any movements the stock is the sum of the ledger and never below zero', async () => {
    const ids = [await product('θ', 20), await product('ι', 3)]
    const movements = fc.array(
      fc.record({
        which: fc.integer({ min: 0, max: 1 }),
        pieces: fc.integer({ min: -6, max: 4 }).filter((n) => n !== 0),
      }),
      { minLength: 1, maxLength: 5 },
    )
    await fc.assert(
      fc.asyncProperty(movements, async (all) => {
        const before = await Promise.all(ids.map(stockOf))
        const after = before.map((stock, which) =>
          all.reduce((sum, one) => (one.which === which ? sum + one.pieces : sum), stock),
        )
        const short = after.some((stock) => stock < 0)
        const answer = await move(
          all.map(({ which, pieces }) => ({
            productId: ids[which] ?? 0,
            quantity: quantity(pieces * 1_0000),
            reason: 'produced',
          })),
        ).then(
          () => 'moved',
          (no: Refused) => no.refusal.code,
        )
        expect(answer).toBe(short ? 'stock.not-enough' : 'moved')
        expect(await Promise.all(ids.map(stockOf))).toEqual(short ? before : after)
      }),
      { numRuns: 40 },
    )
    expect((await runner.ask(stockHealthQuery, {}, SYSTEM)).rows).toEqual([])
  })
})

describe('figures', () => {
  test('the free quantity excludes what is promised to open orders, except to the order itself', async () => {
    const candle = await product('κερί', 10)
    const { id: customer } = await db.one<{ id: number }>(
      sql`insert into customers (name) values ('Πελάτης') returning id`,
    )
    const order = async (status: string, pieces: number, lent = 0) => {
      const { id } = await db.one<{ id: number }>(sql`
        insert into orders (status, customer_id, name, packaged_by) values (${status}, ${customer}, 'Πελάτης', 'x') returning id`)
      await db.run(sql`
        insert into order_lines (order_id, line_no, product_id, name, unit, vat_bp, sales_price_e4, cost_price_e4, quantity_e4, total_cents, vat_cents)
        values (${id}, 1, ${candle}, 'κερί', 'Item', 2400, 0, 0, ${pieces * 10_000}, 0, 0)`)
      if (lent > 0) {
        await db.run(sql`
          insert into order_loans (order_id, line_no, product_id, name, unit, quantity_e4)
          values (${id}, 1, ${candle}, 'κερί', 'Item', ${lent * 10_000})`)
      }
      return id
    }
    const own = await order('PENDING-STOCK', 4)
    await order('STOCK-OK', 3, 2)
    await order('PACKAGED', 50)
    await order('OFFER', 50)
    const ask = (exceptOrderId?: number) =>
      runner.ask(stockFiguresQuery, { productIds: [candle], exceptOrderId }, SYSTEM)
    expect((await ask()).rows[0]).toMatchObject({ stock: 10_0000, promised: 9_0000, free: 1_0000 })
    expect((await ask(own)).rows[0]).toMatchObject({ promised: 5_0000, free: 5_0000 })
  })
})

describe('counting', () => {
  test('sets the stock to the counted quantity and stores the difference with its reason', async () => {
    const candle = await product('λ', 10)
    await runner.run(adjustStockCommand, { productId: candle, newStock: 7_5000, reason: 'σπασμένα' }, SYSTEM)
    expect((await ledger(candle)).rows[0]).toMatchObject({
      reason: 'counted',
      quantity: -2_5000,
      balance: 7_5000,
      note: 'σπασμένα',
    })
    const history = await db.one<{ changes: object; note: string }>(sql`
      select changes, note from history where entity = 'products' and entity_id = ${candle} order by id desc limit 1`)
    expect(history).toEqual({ changes: { stock: [10, 7.5] }, note: 'σπασμένα' })
  })

  test('the same quantity again writes no movement', async () => {
    const candle = await product('μ', 2)
    await runner.run(adjustStockCommand, { productId: candle, newStock: 2_0000, reason: 'ίδιο' }, SYSTEM)
    expect((await ledger(candle)).rows).toHaveLength(1)
  })

  test('a count below zero, without a reason, or by a driver is refused', async () => {
    const candle = await product('ν', 2)
    const adjust = (newStock: number, reason: string, actor = SYSTEM) =>
      refusalOf(runner.run(adjustStockCommand, { productId: candle, newStock, reason }, actor))
    expect((await adjust(-1, 'x')).code).toBe('stock.negative')
    expect((await adjust(1, '  ')).code).toBe('input')
    expect((await adjust(1, 'x', driver)).kind).toBe('forbidden')
    expect(await stockOf(candle)).toBe(2)
  })
})

test('a stock that differs from its ledger is reported', async () => {
  const candle = await product('ξ', 2)
  await db.run(sql`update products set stock_e4 = 5 where id = ${candle}`)
  const { rows } = await runner.ask(stockHealthQuery, {}, SYSTEM)
  expect(rows).toEqual([{ productId: candle, name: 'ξ', stock: 5, movements: 2_0000 }])
})

test('the database allows the same reasons', async () => {
  const { definition } = await db.one<{ definition: string }>(sql`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'stock_movements_reason_check'`)
  expect([...definition.matchAll(/'([^']+)'/g)].map((match) => match[1])).toEqual([...LEDGER_REASONS])
})
