/**
 * Tests which entries the history keeps and how pages of them are read. The cost of a page does not depend on other
 * records.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, type Rows, type Sql, sql } from '#server/db/database.ts'
import { observeWrites } from './kept-answers/observe-writes.ts'
import { testDatabase } from '#testing/database.ts'
import { lastChange, readHistory } from './history.ts'
import { Runner } from './runner.ts'
import type { FieldChanges } from '#kernel/changes.ts'
import { type Change, SYSTEM, type Work } from './work.ts'

/** The entries of a page. */
const PAGE = 50

let db: Database
let runner: Runner
let sent: string[] = []
beforeAll(async () => {
  db = observeWrites(await testDatabase(), {
    writtenBy: () => [],
    wrote: (_tables, told) => void sent.push(...(told?.records ?? [])),
    wroteAnything: () => {},
  })
  runner = new Runner({ db, clock: () => new Date() })
})
afterAll(() => db?.close())
beforeEach(async () => {
  sent = []
  await db.run(sql`delete from history`)
})

const work = (act: (work: Work) => void) => runner.work(SYSTEM, 'test.change', async (given) => act(given))
const page = (id: number, before?: number) => readHistory(db, 'products', { id, before })

describe('writing history', () => {
  test('a `moved` record notifies open pages and leaves no entry', async () => {
    await work(({ moved }) => moved({ entity: 'products', id: 7 }))
    expect(sent).toEqual(['products', 'products:7'])
    expect(await page(7)).toEqual({ rows: [], more: false })
  })

  test('a change without differences leaves no entry, but a note without a change does', async () => {
    await work(({ record }) => {
      record({ entity: 'products', id: 7, changes: {} })
      record({ entity: 'products', id: 7, note: 'σημείωση' })
    })
    expect(await db.many(sql`select changes, note from history`)).toEqual([{ changes: {}, note: 'σημείωση' }])
  })
})

describe('one command', () => {
  type Recorded = { changes?: FieldChanges; note?: string }
  const entries = async (...recorded: Recorded[]) => {
    await work(({ record }) => {
      for (const [at, change] of recorded.entries()) {
        record({ entity: 'products', id: 7, ...change } as Change)
        record({ entity: 'products', id: 100 + at, changes: { name: [null, 'α'] } })
      }
    })
    return db.many<Recorded>(sql`select changes, note from history where entity_id = 7 order by id`)
  }

  test('leaves one entry for a record, with all its changes there and the note of the person', async () => {
    expect(
      await entries({ changes: { status: ['α', 'β'] }, note: 'λόγος' }, { changes: { recipient: [null, 'κ. Μαρία'] } }),
    ).toEqual([{ changes: { status: ['α', 'β'], recipient: [null, 'κ. Μαρία'] }, note: 'λόγος' }])
    expect(await db.many(sql`select id from history`)).toHaveLength(3)
  })

  test('leaves an entry for each step of a field that changed twice, in their order', async () => {
    expect(
      await entries(
        { changes: { status: ['α', 'β'] } },
        { changes: { status: ['β', 'γ'] } },
        { changes: { total: [1, 2] } },
      ),
    ).toEqual([
      { changes: { status: ['α', 'β'] }, note: null },
      { changes: { status: ['β', 'γ'], total: [1, 2] }, note: null },
    ])
  })

  test('keeps the notes of different changes in separate entries', async () => {
    expect(
      await entries({ changes: { total: [1, 2] }, note: 'α' }, { changes: { mark: [null, '4'] }, note: 'β' }),
    ).toEqual([
      { changes: { total: [1, 2] }, note: 'α' },
      { changes: { mark: [null, '4'] }, note: 'β' },
    ])
  })
})

/** Writes prices 1 to `count` of one product, each after an old entry without content. */
const prices = (id: number, count: number) =>
  db.run(sql`
    insert into history (user_name, command, entity, entity_id, changes)
    select 'Μαρία', 'products.change-product', 'products', ${id},
      case when n % 2 = 0 then jsonb_build_object('salesPrice', jsonb_build_array(n / 2 - 1, n / 2)) else '{}' end
    from generate_series(1, 2 * ${count}::int) n order by n`)

describe('reading history', () => {
  test('pages follow each other, newest first, without entries that have no content', async () => {
    await prices(7, 2 * PAGE + 1)
    const found: unknown[] = []
    let before: number | undefined
    for (let pages = 1; ; pages += 1) {
      const { rows, more } = await page(7, before)
      found.push(...rows.map(({ changes }) => changes['salesPrice']?.[1]))
      before = rows.at(-1)?.id
      expect({ pages, more, rows: rows.length }).toEqual({ pages, more: pages < 3, rows: pages < 3 ? PAGE : 1 })
      if (!more) break
    }
    expect(found).toEqual(Array.from({ length: 2 * PAGE + 1 }, (_, at) => 2 * PAGE + 1 - at))
  })

  test('the last change is the last edit of the record, not a later note, mail or payment', async () => {
    await prices(7, 1)
    await runner.work({ ...SYSTEM, name: 'Ελένη' }, 'test.note', async ({ record }) => {
      record({ entity: 'products', id: 7, note: 'σημείωση' })
      for (const field of ['mail', 'document', 'payment', 'stock'])
        record({ entity: 'products', id: 7, changes: { [field]: [null, 'x'] } })
    })
    expect(await lastChange(db, 'products', 7)).toMatchObject({ userName: 'Μαρία', fields: ['salesPrice'] })
    await work(({ record }) => {
      record({ entity: 'products', id: 7, changes: { name: ['α', 'β'] } })
      record({ entity: 'products', id: 7, changes: { payment: [null, 5] } })
    })
    expect(await lastChange(db, 'products', 7)).toMatchObject({ fields: ['name'] })
    expect(await lastChange(db, 'products', 8)).toBeNull()
  })
})

describe('many entries', () => {
  /** Returns how many buffers the plan of a query reads. */
  async function buffersOf(read: (rows: Rows) => Promise<unknown>): Promise<number> {
    const asked: Sql[] = []
    const watch = {
      ...db,
      many: async (query: Sql) => (asked.push(query), []),
      maybe: async (query: Sql) => (asked.push(query), null),
    }
    await read(watch)
    let buffers = 0
    for (const query of asked) {
      const [row] = await db.many<Record<string, [{ Plan: Record<string, number> }]>>(
        sql`explain (analyze, buffers, format json) ${query}`,
      )
      const plan = Object.values(row ?? {})[0]?.[0].Plan
      buffers += (plan?.['Shared Hit Blocks'] ?? Infinity) + (plan?.['Shared Read Blocks'] ?? 0)
    }
    return buffers
  }

  test('reading the first or the last page of a record with thousands of entries costs few buffers', async () => {
    // every sixth entry belongs to the product, and half of these have content
    await db.run(sql`
      insert into history (user_name, command, entity, entity_id, changes)
      select 'Νίκος', 'packaging.package-order', 'products', case when n % 6 = 0 then 7 else 100 + n % 1000 end,
        case when n % 12 = 0 then jsonb_build_object('salesPrice', jsonb_build_array(n, n + 1)) else '{}' end
      from generate_series(1, 60000) n order by n`)
    await db.script('analyze history')
    const { from, until } = await db.one<{ from: number; until: number }>(
      sql`select min(id) as from, max(id) as until from history where entity_id = 7`,
    )
    for (const before of [until, Math.round((from + until) / 2), from + 600])
      expect(await buffersOf((rows) => readHistory(rows, 'products', { id: 7, before }))).toBeLessThan(300)
    expect(await buffersOf((rows) => lastChange(rows, 'products', 7))).toBeLessThan(300)
  })
})
