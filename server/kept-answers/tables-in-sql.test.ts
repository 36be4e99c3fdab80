import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Clash, type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { observeWrites } from './observe-writes.ts'
import { readCatalog, TablesInSql } from './tables-in-sql.ts'

let plain: Database
let db: Database
let tables: TablesInSql
/** What was reported as changed. */
let written: string[] = []
beforeAll(async () => {
  plain = await testDatabase()
  tables = new TablesInSql(await readCatalog(plain))
  db = observeWrites(plain, {
    writtenBy: (text) => tables.writtenBy(text),
    wrote: (names) => void written.push(...names.toSorted()),
    wroteAnything: () => void written.push('*'),
  })
})
afterAll(() => plain?.close())

/** Returns the tables that were reported as changed by `work`. */
async function changesOf(work: () => Promise<unknown>): Promise<string[]> {
  written = []
  await work().catch(() => undefined)
  return written
}

describe('the tables that a statement reads', () => {
  test('are those it names, also below views and functions', () => {
    expect(tables.readBy('select o.id from orders o join Customers c on true').tables).toEqual(['orders', 'customers'])
    expect([...tables.readBy('select * from order_needs').tables].toSorted()).toEqual(['order_lines', 'order_loans'])
    expect(tables.readBy('select * from promised_goods').tables).toContain('orders')
    expect(tables.readBy(`select fold('a')`).tables).toEqual([])
  })

  test('depend on the clock if the statement does', () => {
    expect(tables.readBy('select id from orders where created_at > now()').usesClock).toBe(true)
    expect(tables.readBy('select id from orders where created_at > $1').usesClock).toBe(false)
  })
})

describe('the tables that a statement changes', () => {
  test('are none if it only reads or locks', () => {
    for (const text of [
      'select * from orders',
      'select id from orders for update of orders',
      'with a as (select 1) select * from a',
    ])
      expect({ text, written: tables.writtenBy(text) }).toEqual({ text, written: [] })
  })

  test('are found in every form of writing, also inside a with', () => {
    expect(tables.writtenBy('insert into notes (body) values ($1) on conflict (id) do update set body = $1')).toEqual([
      'notes',
    ])
    expect(
      tables.writtenBy('with a as (delete from notes returning id) update public.settings set value = $1'),
    ).toEqual(['notes', 'settings'])
    expect(tables.writtenBy('delete\n  from only notes')).toContain('notes')
  })

  test('include those that triggers, functions and foreign keys change', () => {
    expect(tables.writtenBy('insert into stock_movements (product_id) values (1)')).toContain('products')
    expect(tables.writtenBy('update orders set status = $1')).toContain('promised_lines')
    expect(tables.writtenBy('insert into order_lines (order_id) values (1)')).toEqual(
      expect.arrayContaining(['order_lines', 'promised_lines', 'orders']),
    )
    expect(tables.writtenBy('select derive_orders_goods($1)')).toContain('orders')
    expect(tables.writtenBy('update products set name = $1')).toContain('orders')
  })

  test('could not be found in dynamic SQL, which no function of the schema uses', async () => {
    const { routines, triggers } = await readCatalog(plain)
    for (const { name, definition } of [...routines, ...triggers])
      expect({ name, dynamic: /\bexecute\b/i.test(definition.replace(/execute (function|procedure)/gi, '')) }).toEqual({
        name,
        dynamic: false,
      })
  })
})

describe('changes are reported', () => {
  test('once after a transaction with all of its tables, and before its caller goes on', async () => {
    const changed = await changesOf(async () => {
      await db.transaction('serializable', async (tx) => {
        await tx.run(sql`update settings set value = value`)
        await tx.many(sql`select * from orders`)
        await tx.run(sql`update notes set body = body`)
        expect(written).toEqual([])
      })
      expect(written).toEqual(['notes', 'settings'])
    })
    expect(changed).toEqual(['notes', 'settings'])
  })

  test('after a single statement, and after a script that may have changed anything', async () => {
    expect(await changesOf(() => db.many(sql`update settings set value = value returning name`))).toEqual(['settings'])
    expect(await changesOf(() => db.script('analyze settings'))).toEqual(['*'])
  })

  test('also after a failure, because the answer to a commit may be lost', async () => {
    const lost = () =>
      db.transaction('locking', async (tx) => {
        await tx.run(sql`update settings set value = value`)
        throw new Clash('the connection broke')
      })
    expect(await changesOf(lost)).toEqual(['settings'])
  })

  test('never for reads', async () => {
    const read = async () => {
      await db.one(sql`select 1 as one`)
      await db.transaction('read', (tx) => tx.many(sql`select * from orders`))
      await db.transaction('serializable', (tx) => tx.many(sql`select * from orders`))
    }
    expect(await changesOf(read)).toEqual([])
  })
})
