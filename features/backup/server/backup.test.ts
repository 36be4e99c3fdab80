/** Backups and restores of a small company, through the calls of the page and the jobs. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, raw, sql } from '#server/db/database.ts'
import { jobWorks, restoring } from '#app/server/features.ts'
import type { BackupPlace } from '#server/integrations/backups/backup-place.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { openTestCompany, PAGE_KEY, type TestCompany } from '#testing/company.ts'
import { testDatabase } from '#testing/database.ts'
import { emptyPglite } from '#testing/engines.ts'
import { BACKUP_BEFORE } from '#testing/before-baseline/before-baseline.ts'
import { memoryStore } from '#simulators/memory-store.ts'
import { PASSWORD } from '#testing/people-and-goods.ts'
import { SMALL_JPEG } from '#server/samples/sample-parts.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { PART_BYTES } from '../domain/contract.ts'
import { MANIFEST } from '../domain/manifest.ts'
import { encrypted } from './archive/encryption.ts'
import { openArchive } from './archive/open-archive.ts'
import { moveContents } from './contents/move.ts'
import { CONTAINED, ROWS_KEPT } from './contents/table-list.ts'
import { BACKUP_JOB } from './work/run-backup.ts'
import { replace, RESTORE_JOB } from './work/run-restore.ts'

const folder = temporaryFolder('backup')
const PASSPHRASE = 'δύσκολη φράση 2026'
let place: BackupPlace = { folder, passphrase: PASSPHRASE, nightly: true, keep: 3, bucket: memoryStore }

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany({
    get backups() {
      return place
    },
  })
})
afterAll(async () => {
  await company.close()
  rmSync(folder, { recursive: true, force: true })
})

type Answer = { status: number; json: Record<string, unknown> & { id: number } }

async function call(name: string, input: object = {}, body?: Buffer): Promise<Answer> {
  const answer = await company.app.inject({
    method: 'POST',
    url: body ? `/app/${name}?input=${encodeURIComponent(JSON.stringify(input))}` : `/app/${name}`,
    headers: {
      'x-dreamfactory-api-key': PAGE_KEY,
      'x-dreamfactory-session-token': company.tokens.admin,
      'content-type': body ? 'application/octet-stream' : 'application/json',
    },
    payload: body ?? JSON.stringify(input),
  })
  return { status: answer.statusCode, json: answer.json() }
}

const done = async (name: string, input: object = {}, body?: Buffer) => {
  const { status, json } = await call(name, input, body)
  expect({ name, status, json }).toMatchObject({ status: 200 })
  return json
}

/** Runs a job as the worker would. */
const work = (kind: string, payload: object) =>
  jobWorks({
    runner: company.runner,
    outside: () => ({ ...NOTHING_OUTSIDE, backups: place }),
    publicUrl: 'http://localhost',
    log: { ...console, error: (...said: unknown[]) => console.error(...said) },
  })[kind]?.run(payload)

/** Makes a backup and returns its id. */
async function backUp(): Promise<number> {
  const { id } = await done('backup.start')
  await work(BACKUP_JOB, { backup: id })
  return id
}

/** Asks for a comparison and returns its state. */
async function compare(id: number) {
  const { id: restore } = await done('backup.compare', { id })
  await work(RESTORE_JOB, { restore })
  return state(restore)
}

const state = (id: number) =>
  company.db.one<{ id: number; state: string; failure: string | null; failureAt: string; differences: object[] }>(
    sql`select id, state, failure, failure_at as "failureAt", differences from restores where id = ${id}`,
  )

const fileOf = async (id: number): Promise<string> =>
  join(folder, (await company.db.one<{ file: string }>(sql`select file from backups where id = ${id}`)).file)

/** Asks as a program for what changed since a cursor. */
async function changesSince(cursor?: string) {
  const answer = await company.app.inject({
    url: `/api/v2/_changes${cursor === undefined ? '' : `?kinds=customers&since=${cursor}`}`,
    headers: { 'x-dreamfactory-session-token': company.tokens.admin },
  })
  const { meta, resource } = answer.json<{ meta?: { cursor: string }; resource?: { id: number; change: string }[] }>()
  return { status: answer.statusCode, cursor: meta?.cursor ?? '', resource }
}

/** Tables with what happens while the test runs: the backups themselves, and presses that were refused. */
const GOES_ON = ['history', 'security_events']

/** Returns a hash over the rows that a backup contains, for every table, with the passwords of people. */
async function contents(): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  // a restore compares the facts with the restored records, so that no device is told of them
  for (const name of CONTAINED.filter((table) => !GOES_ON.includes(table) && table !== 'waiting_facts')) {
    const { hash } = await company.db.one<{ hash: string }>(sql`
      select coalesce(md5(string_agg(md5(t::text), '' order by t::text collate "C")), '') as hash from ${raw(`"${name}"`)} t
      where not (${raw(ROWS_KEPT[name] ?? 'false')})`)
    found[name] = hash
  }
  return found
}

async function emptyTables(): Promise<void> {
  await company.db.script(`
    set session_replication_role = replica;
    ${CONTAINED.filter((name) => !['settings', 'users'].includes(name))
      .map((name) => `delete from "${name}";`)
      .join('\n')}
    set session_replication_role = default`)
}

/** Returns the bytes of a zip. */
async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Sends a file in parts, as the page does, and returns the id of the backup. */
async function send(content: Buffer): Promise<number> {
  const { id } = await done('backup.begin-upload', { name: 'από δίσκο.zip', bytes: content.length })
  for (let from = 0; from < content.length; from += PART_BYTES) {
    const part = content.subarray(from, from + PART_BYTES)
    await done('backup.add-part', { id, from }, part)
    // an answer that was lost is asked for again
    if (from === 0 && content.length > part.length) await done('backup.add-part', { id, from }, part)
  }
  return id
}

describe('a backup', () => {
  test('brings back every row after all are gone, keeps passwords, and asks again about what waited', async () => {
    const { db } = company
    await company.order('PACKAGED')
    const orderId = await company.order('SHIPPED')
    await db.run(sql`
      insert into delivery_photos (order_id, content, byte_count, taken_at, user_name)
      values (${orderId}, decode(${SMALL_JPEG}, 'base64'), 100, now(), 'Οδηγός')`)
    const before = await contents()
    // the scheduled backup is proven
    await work(BACKUP_JOB, {})
    const { id } = await db.one<{ id: number }>(sql`select id from backups where origin = 'NIGHT'`)
    expect(
      await db.one(sql`select state, failure, encrypted, proven_at is not null as proven, proof_failure as proof,
      proven_tables as tables from backups where id = ${id}`),
    ).toEqual({
      state: 'DONE',
      failure: null,
      encrypted: true,
      proven: true,
      proof: null,
      tables: CONTAINED.length,
    })

    // what happens after the backup is taken back, also what is not in the backup at all
    await company.order('STOCK-OK')
    const { cursor } = await changesSince()
    const compared = await compare(id)
    expect(compared).toMatchObject({ state: 'COMPARED', failure: null })
    expect(compared.differences).toContainEqual({
      table: 'orders',
      rows: expect.any(Number),
      present: expect.any(Number),
      added: 0,
      changed: 0,
      removed: 1,
    })
    await emptyTables()
    expect(await contents()).not.toEqual(before)

    const { name } = await db.one<{ name: string | null }>(
      sql`select coalesce((select value ->> 'name' from settings where name = 'company'), '') as name`,
    )
    expect(
      (await call('backup.restore', { id: compared.id, company: 'Άλλη εταιρεία', password: PASSWORD })).status,
    ).toBe(400)
    expect((await call('backup.restore', { id: compared.id, company: name, password: 'λάθος' })).status).not.toBe(200)
    const { id: restore } = await done('backup.restore', { id: compared.id, company: name, password: PASSWORD })
    await work(RESTORE_JOB, { restore })
    expect(await state(restore)).toMatchObject({ state: 'DONE', failure: null })

    expect(await contents()).toEqual(before)
    // programs read everything anew, and then follow the changes again
    expect((await changesSince(cursor)).status).toBe(410)
    expect(await changesSince((await changesSince()).cursor)).toMatchObject({ status: 200, resource: [] })
    expect(await db.one(sql`select count(*)::int as made from history where entity = 'backups'`)).toEqual({ made: 1 })
    expect(
      (
        await company.app.inject({
          method: 'POST',
          url: '/api/v2/user/session',
          headers: { 'x-dreamfactory-api-key': PAGE_KEY },
          payload: {
            email: (
              await db.one<{ email: string }>(sql`select email from users where id = ${company.userIds.admin}`)
            ).email,
            password: PASSWORD,
          },
        })
      ).statusCode,
    ).toBe(200)
    // figures are computed on from where they were
    expect(await company.order('PACKAGED')).toBeGreaterThan(orderId)
  })

  test('asks about what waited when it was made, before anything is sent again', async () => {
    const { db } = company
    const orderId = await company.order('SHIPPED')
    await db.run(sql`
      insert into accounting_documents (order_id, kind, key, status, request) values (${orderId}, 'invoice', 'waits', 'WAITING', '{}')`)
    const { id: mailId } = await db.one<{ id: number }>(sql`
      insert into mails (entity, entity_id, message_id, to_address, subject, body, user_name)
      values ('orders', ${orderId}, '<waits@test>', 'a@b.gr', 'Θέμα', 'Κείμενο', 'Νίκος') returning id`)
    await db.run(sql`insert into mail_recipients (mail_id, line_no, address) values (${mailId}, 1, 'a@b.gr')`)
    await db.run(sql`insert into jobs (kind, payload) values ('mail.send', ${JSON.stringify({ mailId })}::jsonb)`)
    await db.run(sql`insert into idempotency_keys (owner, key, fingerprint, answer)
      values (7, gen_random_uuid(), gen_random_uuid(), '{}')`)
    const key = await db.one(
      sql`select owner, key::text, fingerprint::text, answer from idempotency_keys where owner = 7`,
    )
    const archive = await openArchive(await fileOf(await backUp()), join(folder, 'plain'), PASSPHRASE)
    await db.run(sql`delete from idempotency_keys`)
    try {
      await db.transaction('locking', (tx) =>
        replace(
          tx,
          { restoring, runner: company.runner },
          { userId: company.userIds.admin, administrator: null },
          archive,
        ),
      )
    } finally {
      archive.close()
    }
    expect(await db.one(sql`select status, attempts from accounting_documents where key = 'waits'`)).toEqual({
      status: 'UNKNOWN',
      attempts: 1,
    })
    expect(await db.one(sql`select status from mails where id = ${mailId}`)).toEqual({ status: 'UNSURE' })
    // the job asks the service first, because there was an attempt
    // and the notes of others are read anew, because those that came since the backup are gone
    expect(
      await db.many(sql`select kind from jobs where finished_at is null and kind not like 'backup.%' order by kind`),
    ).toEqual([{ kind: 'invoicing.send-document' }, { kind: 'receiving.fetch' }])
    // a phone that repeats an action gets the answer of the first time
    expect(
      await db.one(sql`select owner, key::text, fingerprint::text, answer from idempotency_keys where owner = 7`),
    ).toEqual(key)
  })

  test('of one kind brings back what was changed, and computes every figure anew', async () => {
    const { db } = company
    const { customer } = company.stock
    const id = await backUp()
    await db.run(sql`update customers set name = 'Λάθος όνομα' where id = ${customer}`)
    const { cursor } = await changesSince()
    const { id: restore } = await done('backup.restore-customers', { id, password: PASSWORD })
    await work(RESTORE_JOB, { restore })
    expect(await state(restore)).toMatchObject({
      state: 'DONE',
      differences: [{ table: 'customers', added: 0, changed: 1 }],
    })
    expect(await db.one(sql`select name = 'Λάθος όνομα' as wrong from customers where id = ${customer}`)).toEqual({
      wrong: false,
    })
    expect((await changesSince(cursor)).resource).toMatchObject([{ id: customer, change: 'saved' }])
    for (const kind of ['orders', 'products', 'invoices', 'loans']) {
      const { id: same } = await done(`backup.restore-${kind}`, { id, password: PASSWORD })
      await work(RESTORE_JOB, { restore: same })
      expect(await state(same), kind).toMatchObject({ state: 'DONE' })
    }
  })
})

test('a whole database moves into an empty one of the embedded engine and back, with passwords', async () => {
  const whole = (db: Database) => db.many(sql`select id, email, password_hash from users order by id`)
  const counts = (db: Database) =>
    db.one(sql`select (select count(*)::int from orders) as orders, (select count(*)::int from sessions) as sessions,
      (select md5(string_agg(p::text, '' order by id)) from products p) as products`)
  await using embedded = { db: await testDatabase('pglite'), [Symbol.asyncDispose]: () => embedded.db.close() }
  await using back = { db: await testDatabase(), [Symbol.asyncDispose]: () => back.db.close() }
  expect(await moveContents(company.db, embedded.db)).toBeGreaterThan(100)
  await moveContents(embedded.db, back.db)
  expect(await whole(back.db)).toEqual(await whole(company.db))
  expect(await counts(back.db)).toEqual(await counts(company.db))
  await expect(moveContents(company.db, back.db)).rejects.toThrow('not empty')
})

test('a backup that the version before the baseline made is compared and restored', async () => {
  place = { ...place, beside: emptyPglite }
  const compared = await compare(await send(readFileSync(BACKUP_BEFORE)))
  expect(compared).toMatchObject({ state: 'COMPARED', failure: null })
  const { name } = await company.db.one<{ name: string }>(
    sql`select coalesce((select value ->> 'name' from settings where name = 'company'), '') as name`,
  )
  const { id } = await done('backup.restore', { id: compared.id, company: name, password: PASSWORD })
  await work(RESTORE_JOB, { restore: id })
  expect(await state(id)).toMatchObject({ state: 'DONE', failure: null })
  expect(await company.db.many(sql`select status, count(*)::int as count from orders group by 1 order by 1`)).toEqual([
    { status: 'OFFER', count: 1 },
    { status: 'PACKAGED', count: 1 },
    { status: 'SHIPPED', count: 2 },
    { status: 'STOCK-OK', count: 1 },
  ])
  expect(readdirSync(folder).filter((file) => file.startsWith('.'))).toEqual([])
  expect(await company.order('PACKAGED')).toBeGreaterThan(5)
})

describe('a file that is no whole backup is refused with its reason, and changes nothing', () => {
  let good: Buffer
  let files: Record<string, Buffer>
  let before: Record<string, string>
  beforeAll(async () => {
    place = { ...place, passphrase: null }
    const id = await backUp()
    const path = await fileOf(id)
    good = readFileSync(path)
    files = {}
    const zip = await openPromise(path)
    for await (const entry of zip.eachEntry()) {
      const pieces: Buffer[] = []
      for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer)
      files[entry.fileName] = Buffer.concat(pieces)
    }
    before = await contents()
  })

  /** Sends a file, compares it, and returns why it was refused. */
  const refusalOf = async (content: Buffer): Promise<string | null> => {
    const { state: ended, failure } = await compare(await send(content))
    expect(ended).toBe('FAILED')
    return failure
  }

  test('the five named files are arrays of records as programs read them', () => {
    for (const name of ['customers', 'orders', 'products', 'invoices', 'loans'])
      expect(Array.isArray(JSON.parse(String(files[`${name}.json`]))), name).toBe(true)
    const manifest = JSON.parse(String(files[MANIFEST])) as { tables: Record<string, { rows: number }> }
    expect(JSON.parse(String(files['orders.json']))).toHaveLength(manifest.tables['orders']?.rows ?? 0)
    expect(String(files['tables/users.jsonl'])).not.toContain('password')
  })

  test('cut off, changed by one letter, without a file, with a file more, or no zip at all', async () => {
    expect(await refusalOf(good.subarray(0, good.length - 100))).toBe('no-zip')
    expect(await refusalOf(Buffer.from('no zip'))).toBe('no-zip')
    expect(await refusalOf(await zipOf({ 'a.txt': 'a' }))).toBe('no-backup')
    const customers = String(files['tables/customers.jsonl'])
    expect(
      await refusalOf(await zipOf({ ...files, 'tables/customers.jsonl': customers.replace('"id":1', '"id":2') })),
    ).toBe('changed')
    const { 'tables/loans.jsonl': _, ...without } = files
    expect(await refusalOf(await zipOf(without))).toBe('missing-file')
    expect(await refusalOf(await zipOf({ ...files, 'tables/evil.jsonl': '{}' }))).toBe('extra-file')
    const manifest = JSON.parse(String(files[MANIFEST])) as object
    const asFile = (more: object) => JSON.stringify({ ...manifest, ...more })
    expect(await refusalOf(await zipOf({ ...files, [MANIFEST]: asFile({ migrations: 'other' }) }))).toBe(
      'other-version',
    )
    expect(await refusalOf(await zipOf({ ...files, [MANIFEST]: asFile({ format: 2 }) }))).toBe('newer-format')
    expect(await contents()).toEqual(before)
  })

  test('with a name that leads out of the zip, or one that would fill the disk', async () => {
    const escaping = await zipOf({ ...files, 'xx/xx/evil.jsonl': 'a' })
    for (let at = escaping.indexOf('xx/xx/'); at >= 0; at = escaping.indexOf('xx/xx/')) escaping.write('../../', at)
    expect(await refusalOf(escaping)).toBe('path')
    expect(await refusalOf(await zipOf({ ...files, bomb: Buffer.alloc(200_000_000) }))).toMatch(/too-large|extra-file/)
    expect(await contents()).toEqual(before)
  })

  test('encrypted with another passphrase, or changed after it was encrypted', async () => {
    async function* source() {
      yield good
    }
    const pieces: Uint8Array[] = []
    for await (const piece of encrypted(source(), PASSPHRASE)) pieces.push(piece)
    const sealed = Buffer.concat(pieces)
    expect(await refusalOf(sealed)).toBe('no-passphrase')
    place = { ...place, passphrase: 'μια άλλη φράση' }
    expect(await refusalOf(sealed)).toBe('passphrase')
    place = { ...place, passphrase: PASSPHRASE }
    expect(await compare(await send(sealed))).toMatchObject({ state: 'COMPARED' })
    const last = sealed.length - 20
    sealed[last] = (sealed[last] ?? 0) ^ 1
    expect(await refusalOf(sealed)).toMatch(/changed|passphrase/)
    expect(await refusalOf(sealed.subarray(0, 1_000))).toMatch(/changed|passphrase|cut/)
  })
})
