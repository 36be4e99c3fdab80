/** A backup made and restored by the commands of docs/operations.md brings back every table, on both engines. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, raw, sql } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { openPostgres } from '#server/db/postgres/postgres.ts'
import { asAdmin, databaseUrl } from '#testing/template.ts'
import { FULL_LENGTH } from '#testing/length.ts'
import { startThrowawayPostgres, type ThrowawayPostgres } from '#testing/throwaway-postgres.ts'
import { SMALL_JPEG } from '#server/samples/sample-parts.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { type ServerUnderTest, startServer } from '../server-under-test.ts'
import { done, signedIn } from './callers.ts'
import { commandsUnder, type Ran, runAsAdministrator } from './operations-guide.ts'

let folder: string
beforeAll(() => {
  folder = temporaryFolder('backup')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Contents = Record<string, { rows: number; hash: string }>

/** Returns for every table the number of rows, a hash over them with generated columns, and its sequences. */
async function contentsOf(db: Database): Promise<Contents> {
  const found: Contents = {}
  for (const { name } of await db.many<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )) {
    found[name] = await db.one(sql`
      select count(*)::int as rows, coalesce(md5(string_agg(md5(t::text), '' order by t::text collate "C")), '') as hash
      from ${raw(`"${name}"`)} t`)
  }
  const sequences = await db.many<{ name: string; last: string | null }>(
    sql`select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public'`,
  )
  for (const { name, last } of sequences) found[`${name} (sequence)`] = { rows: 1, hash: last ?? 'not used' }
  return found
}

async function contentsAt(url: string): Promise<Contents> {
  const db = await openPostgres(url, { poolSize: 1 })
  try {
    return await contentsOf(db)
  } finally {
    await db.close()
  }
}

/** Fills the tables that the demo company leaves empty, so that every table of the business has rows. */
async function fillEmptyTables(server: ServerUnderTest): Promise<void> {
  const admin = await signedIn(server, 'admin@kerino.demo')
  await done(admin.press('products.create-product', { name: 'Κερί για το αντίγραφο', sku: 'BACKUP-1' }))
}

async function addFiles(db: Database): Promise<void> {
  await db.run(sql`
    insert into delivery_photos (order_id, content, byte_count, taken_at, user_name)
    select id, decode(${SMALL_JPEG}, 'base64'), 100, now(), 'Οδηγός' from orders order by id limit 3`)
  const key = `images/1760000000000-${'0123456789abcdef'.repeat(2)}.jpg`
  await db.run(sql`insert into photos (key, width, height, in_store, user_name, created_at)
    values (${key}, 1, 1, false, 'Γραφείο', now())`)
  await db.run(
    sql`insert into photo_contents (key, size, content) values (${key}, 'small', decode(${SMALL_JPEG}, 'base64'))`,
  )
}

function mustSucceed({ code, printed }: Ran): void {
  if (code !== 0 || printed !== '') throw new Error(printed)
}

/** Starts the product on a database, searches and writes in it, and returns the id of the order it wrote. */
async function numberOfNewOrder(env: Record<string, string>, engine: 'postgres' | 'pglite'): Promise<number> {
  await using server = await startServer({ engine, demo: false, env })
  const admin = await signedIn(server, 'admin@kerino.demo')
  const found = await done(admin.ask('search.everything', { text: 'αντιγραφο' }))
  expect(found.hits.map((hit: { title: string }) => hit.title)).toEqual(['Κερί για το αντίγραφο'])
  const { id } = await done(admin.press('customers.create-customer', { name: 'Μετά την επαναφορά' }))
  const order = await done(
    admin.press('orders.create-order', {
      customerId: id,
      lines: [{ productId: found.hits[0].id, quantity: 10_000 }],
      loans: [],
    }),
  )
  return order.id
}

describe('PostgreSQL', () => {
  let source: ThrowawayPostgres
  let target: ThrowawayPostgres
  let before: Contents

  beforeAll(async () => {
    ;[source, target] = await Promise.all([
      startThrowawayPostgres({ fsync: false }),
      startThrowawayPostgres({ fsync: false }),
    ])
    for (const { url } of [source, target]) {
      await asAdmin(url, async (admin) => void (await admin.query('create role kerino login')))
    }
    const made = commandsUnder('PostgreSQL').filter((line) => line.startsWith('createdb'))
    mustSucceed(runAsAdministrator(made, folder, source.url))
    const server = await startServer({ engine: 'postgres', env: { DATABASE_URL: ownUrl(source, 'kerino') } })
    await fillEmptyTables(server)
    await server.remove()
    const db = await openPostgres(ownUrl(source, 'kerino'))
    await addFiles(db)
    before = await contentsOf(db)
    await db.close()
    mustSucceed(runAsAdministrator(commandsUnder('A backup of PostgreSQL'), folder, source.url))
  }, 180_000)
  afterAll(async () => {
    await source?.stop()
    await target?.stop()
  })

  test('a dump restored into an empty server has every row, and a dump of the copy is identical', async () => {
    expect(before['orders']?.rows).toBeGreaterThan(100)
    const restored = commandsUnder('Restore into a new database')
    expect(runAsAdministrator(restored, folder, target.url)).toEqual({ code: 0, printed: '' })
    expect(await contentsAt(ownUrl(target, 'kerino_restored'))).toEqual(before)

    const again = join(folder, 'again')
    mkdirSync(again)
    const dumped = commandsUnder('A backup of PostgreSQL').map((line) => line.replace(/ kerino$/, ' kerino_restored'))
    expect(runAsAdministrator(dumped, again, target.url)).toEqual({ code: 0, printed: '' })
    expect(printedDump(again, target)).toEqual(printedDump(folder, source))
  })

  test('the product starts and works on the restored database', async () => {
    const highest = before['order_ids (sequence)']
    const id = await numberOfNewOrder({ DATABASE_URL: ownUrl(target, 'kerino_restored') }, 'postgres')
    expect(id).toBeGreaterThan(Number(highest?.hash))
  })

  test('a dump restores over a copy that people have changed since', async () => {
    await change(source)
    expect(await contentsAt(ownUrl(source, 'kerino'))).not.toEqual(before)
    const restored = commandsUnder('Restore over an existing database')
    expect(runAsAdministrator(restored, folder, source.url)).toEqual({ code: 0, printed: '' })
    expect(await contentsAt(ownUrl(source, 'kerino'))).toEqual(before)
  })

  test('a failed restore over an existing database changes nothing', async () => {
    const there = await contentsAt(ownUrl(source, 'kerino'))
    const db = await openPostgres(ownUrl(source, 'kerino'), { poolSize: 1 })
    await db.script('create table of_a_newer_version (order_id bigint references orders (id))')
    const [restore = ''] = commandsUnder('Restore over an existing database')
    expect(runAsAdministrator([restore], folder, source.url)).toMatchObject({ code: 1 })
    await db.script('drop table of_a_newer_version')
    await db.close()
    expect(await contentsAt(ownUrl(source, 'kerino'))).toEqual(there)
  })

  /** Changes the database of the dump: with the product at full length, and otherwise without the start that this needs. */
  async function change(server: ThrowawayPostgres): Promise<void> {
    const url = ownUrl(server, 'kerino')
    if (FULL_LENGTH) return void (await numberOfNewOrder({ DATABASE_URL: url }, 'postgres'))
    const db = await openPostgres(url, { poolSize: 1 })
    await db.run(sql`insert into customers (name) values ('Μετά το αντίγραφο')`)
    await db.run(sql`update products set name = name || ' (άλλο)'`)
    await db.run(sql`delete from delivery_photos`)
    await db.run(sql`select nextval('order_ids')`)
    await db.close()
  }

  /** Returns the address of a database with the product's own user. */
  function ownUrl(server: ThrowawayPostgres, name: string): string {
    return databaseUrl(server.url, name).replace('//postgres@', '//kerino@')
  }

  /**
   * Returns a dump as SQL without two differences that carry no data. pg_restore writes a new key each time. PostgreSQL
   * prints a condition with fewer parentheses once it has read it from a dump.
   */
  function printedDump(at: string, server: ThrowawayPostgres): string {
    const printed = runAsAdministrator(['pg_restore --file=printed.sql kerino.dump'], at, server.url)
    expect(printed).toEqual({ code: 0, printed: '' })
    return readFileSync(join(at, 'printed.sql'), 'utf8').replace(/^\\(un)?restrict .*$|[()]/gm, '')
  }
})

// out.test.ts takes everything out of an embedded database for every change, and backup.test.ts moves one
describe.runIf(FULL_LENGTH)('the embedded database', () => {
  test('a copy of the folder of a stopped product holds every row, and the product works on it', async () => {
    await using server = await startServer({ engine: 'pglite' })
    await fillEmptyTables(server)
    await server.stop()
    const commands = commandsUnder('The embedded database').map((line) =>
      line.replace(' data ', ` ${server.dataDir} `).replace(/ data-copy$/, ` ${join(folder, 'data-copy')}`),
    )
    expect(runAsAdministrator(commands, folder, 'postgresql://none@127.0.0.1:1/')).toEqual({ code: 0, printed: '' })
    const [original, copy] = [await contentsIn(server.dataDir), await contentsIn(join(folder, 'data-copy'))]
    expect(original['orders']?.rows).toBeGreaterThan(100)
    expect(copy).toEqual(original)
    expect(await numberOfNewOrder({ DATA_DIR: join(folder, 'data-copy') }, 'pglite')).toBeGreaterThan(0)
  })

  async function contentsIn(dataDir: string): Promise<Contents> {
    const db = await openDatabase({ dataDir })
    try {
      return await contentsOf(db)
    } finally {
      await db.close()
    }
  }
})
