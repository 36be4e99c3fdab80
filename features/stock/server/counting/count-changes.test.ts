import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeProductCommand } from '#features/products/server/write/change-product.ts'
import { quantity } from '#kernel/money.ts'
import { Refused } from '#kernel/refusal.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { buffersRead, explainingDatabase } from '#testing/plans.ts'
import { usualOrFull } from '#testing/length.ts'
import { MOST_COUNT_LINES, MOST_COUNTED_PRODUCTS } from '../../domain/counting/contract.ts'
import { type CountLine, countedProducts, type LineWay, withChanges } from '../../domain/counting/count.ts'
import { moveStock, setStock } from '../move-stock.ts'
import { readStock } from '../queries.ts'
import { bookCountCommand } from './book-count.ts'
import { askRecountCommand, enterLineCommand, openCountCommand, settleLinesCommand } from './change-count.ts'
import { countChangesQuery, countDifferencesQuery, countSheetQuery, listCountsQuery } from './queries.ts'

let db: Database
let runner: Runner
let statements = 0
let buffers = 0
let now = Date.parse('2026-11-20T08:00:00Z')
const later = (minutes: number): string => new Date((now += minutes * 60_000)).toISOString()

beforeAll(async () => {
  db = await testDatabase()
  const watched = explainingDatabase(db, (plan) => {
    statements++
    buffers += buffersRead(plan)
  })
  runner = new Runner({ db: watched, clock: () => new Date(now) })
})
afterAll(() => db.close())

let products = 0
async function product(stock: number): Promise<number> {
  const { id } = await db.one<{ id: number }>(
    sql`insert into products (name) values (${`Κερί ${++products}`}) returning id`,
  )
  if (stock !== 0) await runner.work(SYSTEM, 'test', (work) => setStock(work, id, quantity(stock * 1_0000), 'opening'))
  return id
}
const open = async () => (await runner.run(openCountCommand, { kind: 'SCAN' }, SYSTEM)).id
type Entry = { line?: string; pieces: number | null; at?: string; way?: LineWay; unit?: 'Item' | 'KG' }
async function enter(countId: number, productId: number, { line, pieces, at, way = 'FIRST', unit }: Entry) {
  const id = line ?? crypto.randomUUID()
  const input = { countId, line: id, productId, quantity: pieces === null ? null : pieces * 1_0000, way, unit }
  await runner.run(enterLineCommand, { ...input, countedAt: at ?? new Date(now).toISOString() }, SYSTEM)
  return id
}
const ask = (countId: number, productId: number) =>
  runner.run(askRecountCommand, { countId, productIds: [productId], again: true }, SYSTEM)
const differences = (id: number) => runner.ask(countDifferencesQuery, { id }, SYSTEM)
const sheetOf = (id: number) => runner.ask(countSheetQuery, { id }, SYSTEM)
async function book(id: number) {
  const { version } = (await differences(id)).count
  return runner.run(bookCountCommand, { id, version, reason: 'απογραφή', belowZero: true }, SYSTEM)
}
const move = (productId: number, pieces: number) =>
  runner.work(SYSTEM, 'test', (work) =>
    moveStock(work, [{ productId, quantity: quantity(pieces * 1_0000), reason: 'restored' }]),
  )
const stockOf = async (id: number) => ((await readStock(db, [id])).get(id)?.stock ?? Number.NaN) / 1_0000
const codeOf = async (doing: Promise<unknown>): Promise<string> => {
  const error: unknown = await doing.then(
    () => 'nothing was refused',
    (reason: unknown) => reason,
  )
  return error instanceof Refused ? error.refusal.code : String(error)
}

describe('a request to count a product again', () => {
  test('compares with the stock at the moment of the recount, while goods move before and after it', async () => {
    const candle = await product(20)
    const count = await open()
    later(1)
    await enter(count, candle, { pieces: 12 }) // 20 were there
    later(1)
    await move(candle, 4)
    await ask(count, candle)
    later(1)
    await move(candle, 3)
    const recounted = later(1)
    later(1)
    await move(candle, 2)
    await enter(count, candle, { pieces: 26, at: recounted, way: 'REPLACE' }) // 27 were there
    expect((await differences(count)).rows[0]).toMatchObject({
      expected: 27_0000,
      difference: -1_0000,
      question: null,
      countedAt: recounted,
    })
    await book(count)
    expect(await stockOf(candle)).toBe(28)
  })

  test('is not answered by a figure that was counted before it and arrives after it', async () => {
    const candle = await product(10)
    const count = await open()
    const line = await enter(count, candle, { pieces: 4 })
    const [same, other] = [later(1), later(1)]
    later(1)
    await ask(count, candle)
    await enter(count, candle, { line, pieces: 5, at: same })
    expect((await differences(count)).rows[0]?.question).toBe('RECOUNT')
    const replacing = await enter(count, candle, { pieces: 6, at: other, way: 'REPLACE' })
    expect((await differences(count)).rows).toMatchObject([{ question: 'RECOUNT', counted: 6_0000 }])
    later(1)
    // the piece that is added to a line from before is no recount
    await enter(count, candle, { line: replacing, pieces: 7, way: 'REPLACE' })
    expect((await differences(count)).rows[0]?.question).toBe('RECOUNT')
    expect(await codeOf(book(count))).toBe('stock.count-questions')
    await enter(count, candle, { pieces: 9, way: 'REPLACE' })
    expect((await differences(count)).rows).toMatchObject([{ question: null, counted: 9_0000 }])
  })

  test('leaves the line of another person that was entered while the recount goes on', async () => {
    const candle = await product(10)
    const count = await open()
    await enter(count, candle, { pieces: 4 })
    await ask(count, candle)
    later(1)
    const again = await enter(count, candle, { pieces: 1, way: 'REPLACE' })
    later(1)
    await enter(count, candle, { pieces: 5, way: 'ADD' })
    later(1)
    await enter(count, candle, { line: again, pieces: 2, way: 'REPLACE' })
    expect((await differences(count)).rows).toMatchObject([{ question: null, counted: 7_0000 }])
  })
})

test('after any counts, movements and recounts a booking leaves the last recount and what moved after it', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('move' as const), pieces: fc.integer({ min: -9, max: 9 }) }),
    fc.record({ do: fc.constant('count' as const), pieces: fc.integer({ min: 0, max: 40 }) }),
    fc.record({ do: fc.constant('late' as const), pieces: fc.integer({ min: 0, max: 40 }) }),
    fc.record({ do: fc.constant('ask' as const), pieces: fc.constant(0) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 7 }), fc.integer({ min: 0, max: 40 }), async (steps, last) => {
      const candle = await product(20)
      const count = await open()
      const first = await enter(count, candle, { pieces: 3 })
      for (const { do: what, pieces } of steps) {
        const before = later(1)
        later(1)
        if (what === 'move' && pieces !== 0) await move(candle, pieces).catch(() => undefined)
        if (what === 'count') await enter(count, candle, { pieces, way: 'REPLACE' })
        if (what === 'late') await enter(count, candle, { line: first, pieces, at: before })
        if (what === 'ask') await ask(count, candle)
      }
      later(1)
      await ask(count, candle)
      later(1)
      const movedBefore = await stockOf(candle)
      const recounted = later(1)
      later(1)
      await move(candle, 5)
      await enter(count, candle, { pieces: last, at: recounted, way: 'REPLACE' })
      later(1)
      await move(candle, 2)
      expect((await differences(count)).rows).toMatchObject([{ question: null, expected: movedBefore * 1_0000 }])
      await book(count)
      expect(await stockOf(candle)).toBe(last + 5 + 2)
    }),
    { numRuns: usualOrFull(12, 25) },
  )
})

describe('the unit of an entered line', () => {
  test('must be the unit of the product, or the line is refused and nothing is counted', async () => {
    const wax = await product(0)
    const count = await open()
    await runner.run(changeProductCommand, { id: wax, version: 1, changes: { unit: 'KG' } }, SYSTEM)
    expect(await codeOf(enter(count, wax, { pieces: 3, unit: 'Item' }))).toBe('stock.unit-changed')
    expect((await sheetOf(count)).lines).toEqual([])
    await enter(count, wax, { pieces: 3, unit: 'KG' })
    expect((await differences(count)).rows[0]).toMatchObject({ unit: 'KG', counted: 3_0000 })
  })

  test('never changes at the same moment as the first line is entered', async () => {
    const count = await open()
    for (let at = 0; at < 12; at++) {
      const wax = await product(0)
      const outcomes = await Promise.all([
        codeOf(enter(count, wax, { pieces: 3, unit: 'Item' })),
        codeOf(runner.run(changeProductCommand, { id: wax, version: 1, changes: { unit: 'KG' } }, SYSTEM)),
      ])
      expect(outcomes.filter((code) => code !== 'nothing was refused')).toHaveLength(1)
    }
  })
})

/** Fills a count with so many products in the database, as if they had been entered. */
async function fill(count: number, size: number): Promise<void> {
  await db.run(sql`
    with made as (insert into products (name) select 'Κερί γεμάτο ' || n from generate_series(1, ${size}::int) n returning id)
    insert into count_lines (id, count_id, product_id, quantity_e4, counted_at, first_at, way, person_name, version)
    select gen_random_uuid(), c.id, made.id, 10000, c.opened_at, c.opened_at, 'FIRST', 'Μαρία', 1
    from made, counts c where c.id = ${count}`)
  await db.run(sql`update counts set products = ${size}, lines = ${size} where id = ${count}`)
}

describe('a full count', () => {
  test('refuses a further product and goes on with those that it has', async () => {
    const count = await open()
    const [known, further] = [await product(1), await product(1)]
    const line = await enter(count, known, { pieces: 1 })
    await fill(count, MOST_COUNTED_PRODUCTS - 1)
    await db.run(sql`update counts set products = ${MOST_COUNTED_PRODUCTS} where id = ${count}`)
    expect(await codeOf(enter(count, further, { pieces: 1 }))).toBe('stock.count-full')
    await enter(count, known, { line, pieces: 2 })
    await enter(count, known, { pieces: 3, way: 'ADD' })
    // a product that is removed makes room for another
    await enter(count, known, { line, pieces: null })
    expect(await codeOf(enter(count, further, { pieces: 1 }))).toBe('stock.count-full')
    const { lines } = await sheetOf(count)
    for (const { id } of lines.filter(({ productId }) => productId === known))
      await enter(count, known, { line: id, pieces: null })
    await enter(count, further, { pieces: 1 })
    expect((await runner.ask(listCountsQuery, {}, SYSTEM)).rows[0]).toMatchObject({ products: MOST_COUNTED_PRODUCTS })
  })

  test('refuses a further line when it has too many, also removed ones', async () => {
    const count = await open()
    const candle = await product(1)
    const line = await enter(count, candle, { pieces: 1 })
    await db.run(sql`update counts set lines = ${MOST_COUNT_LINES} where id = ${count}`)
    expect(await codeOf(enter(count, candle, { pieces: 1, way: 'ADD' }))).toBe('stock.count-lines-full')
    await enter(count, candle, { line, pieces: 2 })
    expect((await sheetOf(count)).lines).toMatchObject([{ quantity: 2_0000 }])
  })

  test('says so if its sheet cannot list all products', async () => {
    await db.run(sql`insert into products (name, shelf) select 'Κερί ' || n, 'Μεγάλο' from generate_series(1, 5001) n`)
    const { id } = await runner.run(openCountCommand, { kind: 'SHELF', place: 'Μεγάλο' }, SYSTEM)
    const [sheet, compared] = [await sheetOf(id), await differences(id)]
    expect([sheet.listed.length, sheet.more]).toEqual([MOST_COUNTED_PRODUCTS, true])
    expect([compared.notCounted.length, compared.more]).toEqual([MOST_COUNTED_PRODUCTS, true])
    const small = await open()
    expect((await sheetOf(small)).more).toBe(false)
  })

  test('reads for an entered line what a small count reads', async () => {
    const cost = async (size: number) => {
      const count = await open()
      await fill(count, size)
      const candle = await product(1)
      await db.run(sql`analyze count_lines`)
      const { version } = (await sheetOf(count)).count
      statements = 0
      await enter(count, candle, { pieces: 1 })
      const entered = statements
      buffers = 0
      const { changed } = await runner.ask(countChangesQuery, { id: count, since: version }, SYSTEM)
      expect(changed.map(({ productId }) => productId)).toEqual([candle])
      return { statements: entered, buffers }
    }
    const [small, large] = [await cost(20), await cost(4_000)]
    expect(large.statements).toBe(small.statements)
    expect(large.statements).toBeLessThan(12)
    expect(large.buffers).toBeLessThan(small.buffers + 20)
  })
})

test('the changes since any earlier answer lead to the same lines as the whole sheet', async () => {
  const ids = [await product(5), await product(5)]
  const act = fc.record({
    kind: fc.constantFrom('enter', 'enter', 'enter', 'ask', 'settle', 'add-up', 'look'),
    line: fc.integer({ min: 0, max: 5 }),
    pieces: fc.option(fc.integer({ min: 0, max: 9 })),
    way: fc.constantFrom<LineWay>('FIRST', 'ADD', 'REPLACE'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 10 }), async (acts) => {
      const count = await open()
      const own = Array.from({ length: 6 }, (): string => crypto.randomUUID())
      let seen = await sheetOf(count)
      const look = async () => {
        const {
          count: at,
          changed,
          gone,
        } = await runner.ask(countChangesQuery, { id: count, since: seen.count.version }, SYSTEM)
        seen = {
          ...seen,
          count: at,
          lines: withChanges(seen.lines as CountLine[], { changed: changed as CountLine[], gone }),
        }
      }
      for (const { kind, line, pieces, way } of acts) {
        later(1)
        const [id = '', productId = 0] = [own[line], ids[line % 2]]
        const settle = (keep: string | null) =>
          runner.run(settleLinesCommand, { countId: count, productId, keep }, SYSTEM).catch(() => undefined)
        if (kind === 'enter') await enter(count, productId, { line: id, pieces, way })
        if (kind === 'ask') await ask(count, productId)
        if (kind === 'settle') await settle(id)
        if (kind === 'add-up') await settle(null)
        if (kind === 'look') await look()
      }
      await look()
      const whole = await sheetOf(count)
      expect(seen.lines).toEqual(whole.lines)
      expect(seen.count).toEqual(whole.count)
      const { rows } = await runner.ask(listCountsQuery, {}, SYSTEM)
      expect(rows[0]?.products).toBe(countedProducts(whole.lines as CountLine[]).length)
    }),
    { numRuns: usualOrFull(12, 30) },
  )
})
