/** The export of everything: loaded into an empty database by an ordinary owner, and read as CSV. A backup is restored there too. */
import { createHash, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { openPromise } from 'yauzl'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, sql } from '#server/db/database.ts'
import { openPglite } from '#server/db/pglite/pglite.ts'
import { openPostgres } from '#server/db/postgres/postgres.ts'
import { jobWorks } from '#app/server/features.ts'
import type { BackupPlace } from '#server/integrations/backups/backup-place.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { openTestCompany, PAGE_KEY, type TestCompany } from '#testing/company.ts'
import { TEST_ENGINE } from '#testing/database.ts'
import { memoryStore } from '#simulators/memory-store.ts'
import { SMALL_JPEG } from '#server/samples/sample-parts.ts'
import { asAdmin, databaseUrl } from '#testing/template.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { openArchive } from '../archive/open-archive.ts'
import { replaceContents } from '../contents/load.ts'
import { readLines } from '../contents/read-rows.ts'
import { shapesOf } from '../contents/shapes.ts'
import { CONTAINED, NOT_OUT } from '../contents/table-list.ts'
import { BACKUP_JOB } from '../work/run-backup.ts'

const folder = temporaryFolder('out')
const place: BackupPlace = { folder, passphrase: 'δύσκολη φράση 2026', nightly: true, keep: 3, bucket: memoryStore }
const NAMES = ['=HYPERLINK("http://evil")', '+30 210 123', '-12,5', 'δύο\nγραμμές, "και" \\ εισαγωγικά', ''] as const

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany({ backups: place })
})
afterAll(async () => {
  await company.close()
  rmSync(folder, { recursive: true, force: true })
})

async function call(name: string, input: object = {}): Promise<{ status: number; json: { id: number } }> {
  const answer = await company.app.inject({
    method: 'POST',
    url: `/app/${name}`,
    headers: { 'x-dreamfactory-api-key': PAGE_KEY, 'x-dreamfactory-session-token': company.tokens.admin },
    payload: input,
  })
  return { status: answer.statusCode, json: answer.json() }
}

/** Asks for a backup or an export, and makes it as the worker would. Returns its path and id. */
async function make(name: 'backup.start' | 'backup.start-export'): Promise<{ id: number; path: string }> {
  const { id } = (await call(name)).json
  const outside = { ...NOTHING_OUTSIDE, backups: place }
  const works = jobWorks({
    runner: company.runner,
    outside: () => outside,
    publicUrl: 'http://localhost',
    log: { ...console, error: (...said: unknown[]) => console.error(...said) },
  })
  await works[BACKUP_JOB]?.run({ backup: id })
  const made = await company.db.one<{ file: string; failure: string | null }>(
    sql`select file, failure from backups where id = ${id}`,
  )
  expect(made.failure).toBeNull()
  return { id, path: join(folder, made.file) }
}

async function filesIn(path: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const zip = await openPromise(path)
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = []
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer)
    files.set(entry.fileName, Buffer.concat(pieces))
  }
  return files
}

/** Opens an empty database whose owner may do nothing else. The embedded one has no other owner. */
async function emptyDatabase(): Promise<Database> {
  const server = process.env['TEST_DATABASE_URL'] ?? ''
  if (TEST_ENGINE === 'pglite') return openPglite('memory')
  const name = `kerino_out_${randomUUID().replaceAll('-', '')}`
  await asAdmin(server, async (admin) => {
    await admin.query(`create role ${name} login nosuperuser nocreatedb nocreaterole password '${name}'`)
    await admin.query(`create database ${name} owner ${name}`)
  })
  const url = Object.assign(new URL(databaseUrl(server, name)), { username: name, password: name })
  const db = await openPostgres(url.href)
  return {
    ...db,
    async close() {
      await db.close()
      await asAdmin(server, async (admin) => {
        await admin.query(`drop database ${name} with (force)`)
        await admin.query(`drop role ${name}`)
      })
    },
  }
}

/** Returns a hash of each table, without what an export does not contain. */
async function contents(db: Database): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  await db.transaction('read', async (tx) => {
    for (const shape of await shapesOf(tx)) {
      const secret = Object.keys(NOT_OUT[shape.table] ?? {})
      const columns = shape.columns.filter(({ name }) => !secret.includes(name))
      const hash = createHash('sha256')
      for await (const lines of readLines(tx, { ...shape, columns })) hash.update(lines.join('\n'))
      found[shape.table] = hash.digest('hex')
    }
  })
  return found
}

const csv = (content: Buffer | undefined): Record<string, string>[] =>
  parse(content ?? '', { bom: true, columns: true }) as Record<string, string>[]

test('everything comes out as CSV and SQL without secrets, and an ordinary owner loads and restores it', async () => {
  const { db } = company
  const orderId = await company.order('SHIPPED')
  await db.run(sql`
    insert into delivery_photos (order_id, content, byte_count, taken_at, user_name)
    values (${orderId}, decode(${SMALL_JPEG}, 'base64'), 100, '2026-07-01 21:30:00Z', 'Οδηγός')`)
  for (const name of NAMES)
    await db.run(sql`insert into sections (name, description) values (${randomUUID()}, ${name})`)
  await db.run(sql`insert into api_keys (name, key_hash) values ('Πρόγραμμα', 'a-hash-of-a-key')`)
  // history and events go on while this test calls the server
  const before = await contents(db)
  const { id, path } = await make('backup.start-export')
  const files = await filesIn(path)

  const everything = Buffer.concat([...files.values()]).toString('latin1')
  const { hash } = await db.one<{ hash: string }>(sql`select password_hash as hash from users order by id limit 1`)
  expect(everything).not.toContain(hash)
  expect(everything).not.toContain('a-hash-of-a-key')

  expect([...files.keys()].filter((name) => name.startsWith('csv/'))).toHaveLength(CONTAINED.length)
  const columns = csv(files.get('columns.csv'))
  for (const column of columns) expect(column['description'], `${column['table']}.${column['column']}`).not.toBe('')
  const names = columns.map(({ table, column }) => `${table}.${column}`)
  expect(new Set(names).size).toBe(names.length)
  expect(columns).toContainEqual({
    table: 'orders',
    column: 'total',
    'column in the SQL': 'total_cents',
    type: 'bigint',
    unit: 'EUR',
    description: 'The amount with VAT.',
    'refers to': '',
    values: '',
  })

  const own = await db.one<{ total: string; sections: number }>(sql`
    select to_char(total_cents / 100.0, 'FM9999990.00') as total, (select count(*)::int from sections) as sections
    from orders where id = ${orderId}`)
  expect(csv(files.get('csv/orders.csv')).find((row) => row['id'] === String(orderId))).toMatchObject({
    total: own.total,
    status: 'SHIPPED',
  })
  const described = csv(files.get('csv/sections.csv')).map((row) => row['description'])
  expect(described).toHaveLength(own.sections)
  for (const name of NAMES) expect(described).toContain(name.startsWith('=') ? `'${name}` : name)
  const [photo] = csv(files.get('csv/delivery_photos.csv'))
  expect(photo).toMatchObject({ taken_at: '2026-07-02 00:30:00', content: expect.stringMatching(/^files\/.*\.jpg$/) })
  expect(files.get(photo?.['content'] ?? '')).toEqual(Buffer.from(SMALL_JPEG, 'base64'))

  // nothing is restored from an export
  expect((await call('backup.compare', { id })).status).toBe(422)
  const { path: backup } = await make('backup.start')
  await using loaded = { db: await emptyDatabase(), [Symbol.asyncDispose]: () => loaded.db.close() }
  await loaded.db.script(String(files.get('kerino.sql')))
  const { history: _, ...same } = before
  expect(await contents(loaded.db)).toMatchObject(same)
  // what follows from the rows works there: triggers, numbers and foreign keys
  expect(
    await loaded.db.one(sql`insert into customers (name) values ('Νέος') returning search <> '' as found`),
  ).toEqual({
    found: true,
  })
  await expect(
    loaded.db.run(sql`insert into notes (entity, entity_id, body, user_id) values ('orders', 1, 'α', -1)`),
  ).rejects.toThrow()

  // the embedded database has no other owner than its superuser
  expect(await loaded.db.one(sql`select rolsuper as super from pg_roles where rolname = current_user`)).toEqual({
    super: TEST_ENGINE === 'pglite',
  })
  const archive = await openArchive(backup, join(folder, 'plain'), place.passphrase)
  try {
    await loaded.db.transaction('locking', (tx) => replaceContents(tx, archive, async () => {}))
  } finally {
    archive.close()
  }
  const restored = await contents(loaded.db)
  expect({ ...restored, history: '' }).toEqual({ ...before, history: '' })
})
