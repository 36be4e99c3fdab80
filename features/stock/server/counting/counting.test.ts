import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quantity } from '#kernel/money.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { codeOf } from '#testing/refused.ts'
import { type CountLine, countedProducts, type LineWay, withLine } from '../../domain/counting/count.ts'
import { moveStock, setStock } from '../move-stock.ts'
import { readStock, stockHealthQuery, stockLedgerQuery } from '../queries.ts'
import { bookCountCommand } from './book-count.ts'
import {
  askRecountCommand,
  dropCountCommand,
  enterLineCommand,
  openCountCommand,
  settleLinesCommand,
} from './change-count.ts'
import { countDifferencesQuery, countSheetQuery, listCountsQuery } from './queries.ts'

let db: Database
let runner: Runner
let now = Date.parse('2026-11-20T08:00:00Z')
const later = (minutes: number): string => new Date((now += minutes * 60_000)).toISOString()

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date(now) })
})
afterAll(() => db.close())

let products = 0
async function product(stock: number, shelf = ''): Promise<number> {
  const { id } = await db.one<{ id: number }>(
    sql`insert into products (name, shelf) values (${`Κερί ${++products}`}, ${shelf}) returning id`,
  )
  if (stock !== 0) await runner.work(SYSTEM, 'test', (work) => setStock(work, id, quantity(stock * 1_0000), 'opening'))
  return id
}

const open = async (kind: 'SHELF' | 'SCAN' = 'SCAN', place = '') =>
  (await runner.run(openCountCommand, { kind, place }, SYSTEM)).id
type Entry = { line?: string; pieces: number | null; at?: string; way?: LineWay }
const enter = async (countId: number, productId: number, { line, pieces, at, way = 'FIRST' }: Entry) => {
  const id = line ?? crypto.randomUUID()
  const countedAt = at ?? new Date(now).toISOString()
  const quantityOrNull = pieces === null ? null : pieces * 1_0000
  await runner.run(enterLineCommand, { countId, line: id, productId, quantity: quantityOrNull, countedAt, way }, SYSTEM)
  return id
}
const differences = (id: number) => runner.ask(countDifferencesQuery, { id }, SYSTEM)
const book = async (id: number, belowZero = false) =>
  runner.run(
    bookCountCommand,
    { id, version: (await differences(id)).count.version, reason: 'απογραφή', belowZero },
    SYSTEM,
  )
const move = (productId: number, pieces: number) =>
  runner.work(SYSTEM, 'test', (work) =>
    moveStock(work, [{ productId, quantity: quantity(pieces * 1_0000), reason: 'packaged' }]),
  )
const stockOf = async (id: number) => ((await readStock(db, [id])).get(id)?.stock ?? Number.NaN) / 1_0000

describe('a count', () => {
  test('books all differences in one go, with one reason and itself as the document', async () => {
    const [more, less, same] = [await product(10), await product(10), await product(10)]
    const count = await open()
    await enter(count, more, { pieces: 12 })
    await enter(count, less, { pieces: 7.5 })
    await enter(count, same, { pieces: 10 })
    expect((await differences(count)).rows.map((row) => [row.productId, row.difference / 1_0000])).toEqual([
      [more, 2],
      [less, -2.5],
      [same, 0],
    ])
    expect(await book(count)).toEqual({ changed: 2 })
    expect([await stockOf(more), await stockOf(less), await stockOf(same)]).toEqual([12, 7.5, 10])
    const { rows } = await runner.ask(stockLedgerQuery, { productId: less }, SYSTEM)
    expect(rows[0]).toMatchObject({
      reason: 'counted',
      quantity: -2_5000,
      document: { kind: 'count', id: count },
      note: 'απογραφή',
    })
    expect((await runner.ask(listCountsQuery, { status: 'BOOKED' }, SYSTEM)).rows[0]).toMatchObject({
      id: count,
      products: 3,
      reason: 'απογραφή',
    })
  })

  test('compares with the stock at the moment of counting, while goods move on', async () => {
    const candle = await product(20)
    const count = await open()
    later(10)
    await move(candle, -3) // before the counting: 17 are there
    const countedAt = later(10)
    later(10)
    await move(candle, -5) // after the counting, before the line reaches the server
    await enter(count, candle, { pieces: 16, at: countedAt })
    later(10)
    await move(candle, -1)
    expect((await differences(count)).rows[0]).toMatchObject({ expected: 17_0000, difference: -1_0000 })
    await book(count)
    expect(await stockOf(candle)).toBe(10) // 20 - 3 - 5 - 1 - 1
    // the differences of a booked count stay as they were
    expect((await differences(count)).rows[0]).toMatchObject({ expected: 17_0000, difference: -1_0000 })
  })

  test('is not booked while goods have moved between the first and the last piece of one line', async () => {
    const candle = await product(9)
    const count = await open()
    later(1)
    const line = await enter(count, candle, { pieces: 6 })
    later(2)
    await move(candle, -2)
    later(1)
    await enter(count, candle, { line, pieces: 7 })
    expect((await differences(count)).rows[0]).toMatchObject({ question: 'MOVED' })
    expect(await codeOf(book(count))).toBe('stock.count-questions')
    later(1)
    await enter(count, candle, { pieces: 7, way: 'REPLACE' })
    expect((await differences(count)).rows[0]).toMatchObject({ question: null, difference: 0 })
  })

  test('takes a line that is sent again once, and its last figure', async () => {
    const candle = await product(1)
    const count = await open()
    const line = await enter(count, candle, { pieces: 4 })
    await enter(count, candle, { line, pieces: 4 })
    await enter(count, candle, { line, pieces: 5 })
    const { rows } = await differences(count)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ counted: 5_0000, question: null })
    await enter(count, candle, { line, pieces: null })
    expect((await differences(count)).rows).toEqual([])
    const other = await product(1)
    expect(await codeOf(enter(count, other, { line, pieces: 1 }))).toBe('stock.other-line')
  })

  test('is not booked while two people have counted a product without knowing of each other', async () => {
    const [candle, glass] = [await product(10), await product(10)]
    const count = await open()
    const mine = await enter(count, candle, { pieces: 4 })
    await enter(count, candle, { pieces: 6 })
    const first = await enter(count, glass, { pieces: 4 })
    await enter(count, glass, { pieces: 9 })
    expect((await differences(count)).rows.map(({ question }) => question)).toEqual(['TWICE', 'TWICE'])
    expect(await codeOf(book(count))).toBe('stock.count-questions')
    expect([await stockOf(candle), await stockOf(glass)]).toEqual([10, 10])
    await runner.run(settleLinesCommand, { countId: count, productId: candle, keep: null }, SYSTEM)
    await runner.run(settleLinesCommand, { countId: count, productId: glass, keep: first }, SYSTEM)
    expect(await codeOf(runner.run(settleLinesCommand, { countId: count, productId: glass, keep: mine }, SYSTEM))).toBe(
      'stock.other-line',
    )
    await book(count)
    expect([await stockOf(candle), await stockOf(glass)]).toEqual([10, 4])
  })

  test('adds or replaces when the person says so, and asks again if goods moved between the lines', async () => {
    const [added, replaced, moved] = [await product(10), await product(10), await product(10)]
    const count = await open()
    for (const id of [added, replaced, moved]) await enter(count, id, { pieces: 4 })
    later(5)
    await move(moved, -1)
    later(5)
    await enter(count, added, { pieces: 5, way: 'ADD' })
    await enter(count, replaced, { pieces: 5, way: 'REPLACE' })
    await enter(count, moved, { pieces: 5, way: 'ADD' })
    const by = new Map((await differences(count)).rows.map((row) => [row.productId, row]))
    expect(by.get(added)).toMatchObject({ counted: 9_0000, question: null })
    expect(by.get(replaced)).toMatchObject({ counted: 5_0000, question: null })
    expect(by.get(moved)).toMatchObject({ counted: 9_0000, question: 'MOVED' })
    expect(await codeOf(book(count))).toBe('stock.count-questions')
    later(1)
    await enter(count, moved, { pieces: 9, way: 'REPLACE' })
    await book(count)
    expect([await stockOf(added), await stockOf(replaced), await stockOf(moved)]).toEqual([9, 5, 9])
  })

  test('asks to count again if another count or a person set the stock after the counting', async () => {
    const [counted, adjusted, patched, sold] = [
      await product(10),
      await product(10),
      await product(10),
      await product(10),
    ]
    const [shelf, category] = [await open(), await open()]
    await enter(shelf, counted, { pieces: 5 })
    later(1)
    for (const id of [counted, adjusted, patched, sold]) await enter(category, id, { pieces: 5 })
    later(1)
    await book(shelf)
    await runner.work(SYSTEM, 'test', (work) => setStock(work, adjusted, quantity(5_0000), 'counted'))
    await runner.work(SYSTEM, 'test', (work) => setStock(work, patched, quantity(5_0000), 'api'))
    await move(sold, -1)
    const questions = async (id: number) =>
      new Map((await differences(id)).rows.map(({ productId, question }) => [productId, question]))
    expect(await questions(category)).toEqual(
      new Map([
        [counted, 'CORRECTED'],
        [adjusted, 'CORRECTED'],
        [patched, 'CORRECTED'],
        [sold, null],
      ]),
    )
    expect(await questions(shelf)).toEqual(new Map([[counted, null]]))
    expect(await codeOf(book(category))).toBe('stock.count-questions')
    expect(await stockOf(counted)).toBe(5)
    later(1)
    for (const id of [counted, adjusted, patched]) await enter(category, id, { pieces: 5, way: 'REPLACE' })
    expect(await book(category)).toEqual({ changed: 1 })
    expect(await Promise.all([counted, adjusted, patched, sold].map(stockOf))).toEqual([5, 5, 5, 4])
  })

  test('waits for a product that is to be counted again', async () => {
    const candle = await product(10)
    const count = await open()
    await enter(count, candle, { pieces: 2 })
    await runner.run(askRecountCommand, { countId: count, productIds: [candle], again: true }, SYSTEM)
    expect(await codeOf(book(count))).toBe('stock.count-questions')
    await enter(count, candle, { pieces: 10, way: 'REPLACE' })
    expect(await book(count)).toEqual({ changed: 0 })
  })

  test('is booked only as it was seen, only once, and never changes after it', async () => {
    const candle = await product(10)
    const count = await open()
    expect(await codeOf(book(count))).toBe('stock.count-empty')
    const line = await enter(count, candle, { pieces: 2 })
    const { version } = (await differences(count)).count
    await enter(count, candle, { line, pieces: 3 })
    const stale = { id: count, version, reason: 'x', belowZero: false }
    expect(await codeOf(runner.run(bookCountCommand, stale, SYSTEM))).toBe('stock.count-changed')
    await book(count)
    expect(await codeOf(book(count))).toBe('stock.count-booked')
    expect(await codeOf(enter(count, candle, { pieces: 5 }))).toBe('stock.count-booked')
    expect(await codeOf(runner.run(dropCountCommand, { id: count }, SYSTEM))).toBe('stock.count-booked')
    await expect(db.run(sql`update count_lines set quantity_e4 = 1 where count_id = ${count}`)).rejects.toThrow(
      'closed',
    )
    await expect(db.run(sql`delete from count_lines where count_id = ${count}`)).rejects.toThrow('closed')
    expect(await stockOf(candle)).toBe(3)
  })

  test('that is dropped changes no stock', async () => {
    const candle = await product(10)
    const count = await open()
    await enter(count, candle, { pieces: 2 })
    await runner.run(dropCountCommand, { id: count }, SYSTEM)
    expect(await codeOf(book(count))).toBe('stock.count-dropped')
    expect(await stockOf(candle)).toBe(10)
  })

  test('falls below zero only if the person agrees', async () => {
    const candle = await product(10)
    const count = await open()
    await enter(count, candle, { pieces: 5 })
    later(5)
    await move(candle, -8)
    expect(await codeOf(book(count))).toBe('stock.not-enough')
    await book(count, true)
    expect(await stockOf(candle)).toBe(-3)
  })

  test('of a shelf lists only the products of its part of the store and its floor, or of all shelves of that name', async () => {
    const [yard, hall] = [await product(1, 'Ρ3'), await product(1, 'Ρ3')]
    await db.run(sql`update products set store_part = case when id = ${yard} then 'Αυλή' else 'Αίθουσα' end
      where id in (${yard}, ${hall})`)
    const listed = async (where: object) => {
      const { id } = await runner.run(openCountCommand, { kind: 'SHELF', place: 'Ρ3', ...where }, SYSTEM)
      const { notCounted } = await differences(id)
      return notCounted.map((one) => [one.id, one.storePart])
    }
    expect(await listed({ storePart: 'Αυλή', storeFloor: '' })).toEqual([[yard, 'Αυλή']])
    expect(await listed({ storePart: 'Αυλή', storeFloor: '1' })).toEqual([])
    expect(await listed({})).toEqual([
      [hall, 'Αίθουσα'],
      [yard, 'Αυλή'],
    ])
  })

  test('of a shelf lists what should lie there, hides the expected figure, and names what was not found', async () => {
    const [found, missing] = [await product(3, 'Ράφι 7'), await product(4, 'Ράφι 7')]
    await product(5, 'Ράφι 8')
    const count = await open('SHELF', 'Ράφι 7')
    const sheet = () => runner.ask(countSheetQuery, { id: count }, SYSTEM)
    expect((await sheet()).listed).toEqual([
      { productId: found, expected: null },
      { productId: missing, expected: null },
    ])
    await db.run(sql`insert into settings (name, value) values ('counting', '{"showsExpected": true}')`)
    expect((await sheet()).listed[0]?.expected).toBe(3_0000)
    await enter(count, found, { pieces: 3 })
    expect((await differences(count)).notCounted.map(({ id }) => id)).toEqual([missing])
    expect(await codeOf(runner.run(openCountCommand, { kind: 'SHELF', place: '' }, SYSTEM))).toBe('stock.no-place')
  })

  test('moves a line of a device with a wrong clock into the time of the count', async () => {
    const candle = await product(3)
    const count = await open()
    await enter(count, candle, { pieces: 3, at: '2031-01-01T00:00:00.000Z' })
    await enter(count, candle, { pieces: 3, at: '2001-01-01T00:00:00.000Z', way: 'ADD' })
    const { lines } = await runner.ask(countSheetQuery, { id: count }, SYSTEM)
    expect(new Set(lines.map(({ countedAt }) => countedAt))).toEqual(new Set([new Date(now).toISOString()]))
  })
})

test('thirty lines at once by several people are all in the count, and its booking fits the ledger', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => product(5)))
  const count = await open()
  await Promise.all(ids.flatMap((id) => [1, 2, 3].map((pieces) => enter(count, id, { pieces, way: 'ADD' }))))
  later(1)
  await Promise.all([book(count), ...ids.map((id) => move(id, -1).catch(() => undefined))])
  const { rows } = await differences(count)
  expect(rows.map(({ counted }) => counted)).toEqual(ids.map(() => 6_0000))
  expect(new Set(await Promise.all(ids.map(stockOf)))).toEqual(new Set([5]))
  expect((await runner.ask(stockHealthQuery, {}, SYSTEM)).rows).toEqual([])
})

test('the device shows the same figures as the database after any entries', async () => {
  const ids = [await product(5), await product(5)]
  const entries = fc.array(
    fc.record({
      line: fc.integer({ min: 0, max: 3 }),
      pieces: fc.option(fc.integer({ min: 0, max: 9 })),
      way: fc.constantFrom<LineWay>('FIRST', 'ADD', 'REPLACE'),
      minutes: fc.integer({ min: 1, max: 5 }),
      // the line was counted without a connection and arrives after others
      late: fc.constantFrom(0, 0, 1, 3, 9),
    }),
    { minLength: 1, maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(entries, async (all) => {
      const count = await open()
      const own = Array.from({ length: 4 }, (): string => crypto.randomUUID())
      let shown: CountLine[] = []
      later(10)
      for (const { line, pieces, way, minutes, late } of all) {
        const countedAt = new Date(Date.parse(later(minutes)) - late * 60_000).toISOString()
        const id = own[line] ?? ''
        const productId = ids[line % 2] ?? 0
        await enter(count, productId, { line: id, pieces, at: countedAt, way })
        const counted = pieces === null ? null : quantity(pieces * 1_0000)
        shown = withLine(shown, { id, productId, quantity: counted, countedAt, way, person: 'Kerino' })
      }
      const sheet = await runner.ask(countSheetQuery, { id: count }, SYSTEM)
      const figures = (given: readonly CountLine[]) =>
        countedProducts(given).toSorted((a, b) => a.productId - b.productId)
      expect(figures(sheet.lines as CountLine[])).toEqual(figures(shown))
    }),
    { numRuns: 30 },
  )
})
