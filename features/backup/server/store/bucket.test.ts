/** Backups in a bucket, and a new installation that finds them there, through the calls of the pages and the jobs. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, sql } from '#server/db/database.ts'
import { jobWorks } from '#app/server/features.ts'
import type { BackupPlace } from '#server/integrations/backups/backup-place.ts'
import { openBucketStore } from '#server/integrations/backups/bucket-store.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { type S3Simulator, startS3Simulator } from '#simulators/s3-simulator.ts'
import { Runner } from '#server/runner.ts'
import { TEST_SEALING } from '#server/seal/test-sealing.ts'
import { openTestCompany, PAGE_KEY, type TestCompany } from '#testing/company.ts'
import { testDatabase } from '#testing/database.ts'
import { testServer } from '#testing/test-server.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { BACKUP_JOB } from '../work/run-backup.ts'
import { RESTORE_JOB } from '../work/run-restore.ts'

const PASSPHRASE = 'δύσκολη φράση 2026'
const NEW_PASSWORD = 'four wicks on the shelf'
const PART_BYTES = 20_000

const folder = temporaryFolder('bucket')
let simulator: S3Simulator
let company: TestCompany
let bucket: { address: string; region: string; bucket: string; folder: string; keyId: string; secret: string }
const placeIn = (name: string, passphrase: string | null): BackupPlace => ({
  folder: join(folder, name),
  passphrase,
  nightly: true,
  keep: 2,
  bucket: (access) => openBucketStore(access, { partBytes: PART_BYTES, pauseMilliseconds: 1 }),
  // backup.test.ts proves a backup in a newly created one
  beside: () => testDatabase('pglite'),
})
const place = placeIn('first', PASSPHRASE)
beforeAll(async () => {
  simulator = await startS3Simulator({ leastPartBytes: PART_BYTES })
  const { url, ...keys } = simulator.access
  bucket = { ...keys, address: new URL(url).origin, bucket: new URL(url).pathname.slice(1), folder: 'kerino' }
  company = await openTestCompany({ backups: place })
})
afterAll(async () => {
  await company.close()
  await simulator.close()
  rmSync(folder, { recursive: true, force: true })
})

type Installation = { app: FastifyInstance; runner: Runner; place: BackupPlace; token?: string }
const first = (): Installation => ({ app: company.app, runner: company.runner, place, token: company.tokens.admin })

async function post({ app, token }: Installation, name: string, input: object) {
  const headers = { 'x-dreamfactory-api-key': PAGE_KEY, ...(token && { 'x-dreamfactory-session-token': token }) }
  const answer = await app.inject({ method: 'POST', url: `/app/${name}`, headers, payload: input })
  return { status: answer.statusCode, body: answer.body, json: answer.json<{ id: number; found: number }>() }
}
const done = async (at: Installation, name: string, input: object = {}) => {
  const { status, body, json } = await post(at, name, input)
  expect({ name, status, body }).toMatchObject({ status: 200 })
  return json
}
const work = ({ runner, place: backups }: Installation, kind: string, payload: object) =>
  jobWorks({ runner, outside: () => ({ ...NOTHING_OUTSIDE, backups }), publicUrl: 'http://localhost', log: console })[
    kind
  ]?.run(payload)
const backupsOf = (db: Database) =>
  db.many<{ id: number; origin: string; state: string; storedIn: string; proven: boolean; failure: string | null }>(sql`
    select id, origin, state, stored_in as "storedIn", proven_at is not null as proven, failure
    from backups where removed_at is null and origin <> 'UPLOAD' order by id`)
async function* oneByte(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('1')
}
const objects = () => [...simulator.objects.keys()]

test('a bucket is tried before it is saved, and its secret is encrypted and never shown', async () => {
  const at = first()
  for (const [wrong, code] of [
    [{ secret: 'wrong' }, 'backup.store-key'],
    [{ bucket: 'other' }, 'backup.store-bucket'],
    [{ address: 'http://169.254.169.254' }, 'backup.store-address'],
    [{ address: 'no address' }, 'backup.address-form'],
    [{ folder: '../x' }, 'backup.folder-form'],
    [{ secret: '' }, 'backup.secret-missing'],
  ] as const)
    expect(await post(at, 'backup.save-bucket', { ...bucket, ...wrong })).toMatchObject({
      status: 422,
      body: expect.stringContaining(`"${code}"`),
    })
  expect(await company.db.maybe(sql`select from settings where name = 'backup-store'`)).toBeNull()
  expect(await done(at, 'backup.save-bucket', bucket)).toEqual({ found: 0 })
  // another name of the folder does not need the secret again, another key does
  await done(at, 'backup.save-bucket', { ...bucket, folder: 'κερί/2026', secret: '' })
  expect((await post(at, 'backup.save-bucket', { ...bucket, keyId: 'other', secret: '' })).body).toContain(
    'secret-missing',
  )
  expect(objects()).toEqual([])
  const stored = await company.db.one<{ text: string }>(
    sql`select string_agg(value::text || coalesce((select string_agg(changes::text, '') from history), ''), '') as text from settings`,
  )
  const url = `/app/backup.list?input=${encodeURIComponent('{}')}`
  const headers = { 'x-dreamfactory-api-key': PAGE_KEY, 'x-dreamfactory-session-token': company.tokens.admin }
  const shown = (await company.app.inject({ url, headers })).body
  expect(shown).toContain('κερί/2026')
  expect([stored.text.includes(bucket.secret), shown.includes(bucket.secret), shown.includes('ealed')]).toEqual([
    false,
    false,
    false,
  ])
})

test('scheduled backups lie there, are proven from there, and old ones are deleted there', async () => {
  const at = first()
  await company.order('PACKAGED')
  // three that an earlier installation left there
  const earlier = place.bucket({ ...bucket, folder: 'κερί/2026' })
  for (const day of [1, 2, 3]) await earlier.write(`kerino-nightly-2026-01-0${day}-030000.zip.enc`, oneByte())
  // and the one from before a move-in of last year
  const before = 'kerino-2025-12-31-120000.zip.enc'
  await earlier.write(before, oneByte())
  await company.db.run(sql`
    insert into backups (name, file, origin, state, asked_at, asked_name, ended_at, encrypted, stored_in)
    values (${before}, ${before}, 'BEFORE-MOVE-IN', 'DONE', '2025-12-31', 'Μαρία', '2025-12-31', true, 'BUCKET')`)
  await work(at, BACKUP_JOB, {})
  const kept = await backupsOf(company.db)
  expect(kept.map(({ origin, state, storedIn, proven }) => [origin, state, storedIn, proven])).toEqual(
    [true, false, false].map((proven) => ['NIGHT', 'DONE', 'BUCKET', proven]),
  )
  expect(objects()).toHaveLength(3)
  expect(readdirSync(place.folder)).toEqual([])

  // the connection breaks after the first part: nothing is listed, and nothing stays behind
  simulator.failAlways(/partNumber=2/)
  const { id } = await done(at, 'backup.start')
  await work(at, BACKUP_JOB, { backup: id })
  simulator.failAlways(null)
  expect((await backupsOf(company.db)).at(-1)).toMatchObject({ state: 'FAILED', failure: 'store-silent' })
  expect([objects().length, simulator.unfinished.size]).toEqual([3, 0])
  for (const { id: old } of kept.slice(1)) await done(at, 'backup.remove', { id: old })
  expect(objects()).toHaveLength(1)
})

test('a new installation without an account restores from the bucket, and the same person signs in', async () => {
  const customers = await company.db.many(sql`select id, name from customers order by id`)
  const person = await company.db.one<{ email: string }>(
    sql`select email from users where id = ${company.userIds.admin}`,
  )
  const db = await testDatabase()
  const runner = new Runner({ db, clock: () => new Date(), sealing: TEST_SEALING })
  const place2 = placeIn('second', null)
  const app = await testServer(db, { runner, outside: () => ({ ...NOTHING_OUTSIDE, backups: place2 }) })
  const at: Installation = { app, runner, place: place2 }
  try {
    const state = async () =>
      (await app.inject('/app/setup.restore-state')).json<{
        needed: boolean
        backups: { id: number; encrypted: boolean }[]
        restore: { state: string; failure: string | null } | null
      }>()
    expect(await state()).toEqual({ needed: true, backups: [], restore: null })
    expect(await done(at, 'setup.restore-bucket', { ...bucket, folder: 'κερί/2026' })).toEqual({ found: 1 })
    const { id = 0, encrypted } = (await state()).backups[0] ?? {}
    expect(encrypted).toBe(true)
    expect(await post(at, 'setup.restore-compare', { id })).toMatchObject({ status: 400 })
    const compare = async (passphrase: string) => {
      const { id: restore } = await done(at, 'setup.restore-compare', { id, passphrase })
      await work(at, RESTORE_JOB, { restore })
      return restore
    }
    await compare('wrong')
    expect((await state()).restore).toMatchObject({ state: 'FAILED', failure: 'passphrase' })
    const compared = await compare(PASSPHRASE)
    expect((await state()).restore).toMatchObject({ state: 'COMPARED' })
    const input = { id: compared, email: person.email, password: NEW_PASSWORD }
    expect(await post(at, 'setup.restore', { ...input, password: 'password' })).toMatchObject({ status: 400 })
    const { id: restore } = await done(at, 'setup.restore', input)
    await work(at, RESTORE_JOB, { restore })

    expect(await state()).toEqual({ needed: false, backups: [], restore: null })
    expect(await db.many(sql`select id, name from customers order by id`)).toEqual(customers)
    expect(await db.one(sql`select count(*)::int as others from users where password_hash <> 'none'`)).toEqual({
      others: 1,
    })
    const signIn = await post(at, 'session.sign-in', { email: person.email, password: NEW_PASSWORD, remember: false })
    expect(signIn.status).toBe(200)
    // nothing of the passphrase or the new password stays, and the bucket of before is that of the new installation
    expect(
      await db.one(
        sql`select count(*)::int as kept from restores where administrator is not null or sealed_passphrase is not null`,
      ),
    ).toEqual({ kept: 0 })
    expect(await db.maybe(sql`select from settings where name = 'backup-store'`)).not.toBeNull()
    for (const [name, sent] of [
      ['setup.restore', input],
      ['setup.restore-compare', { id, passphrase: PASSPHRASE }],
      ['setup.restore-bucket', bucket],
      ['setup.restore-begin-upload', { name: 'a.zip', bytes: 10 }],
    ] as const)
      expect(await post(at, name, sent)).toMatchObject({ status: 422, body: expect.stringContaining('already-set-up') })
    expect((await post(at, `setup.restore-add-part?input=${encodeURIComponent('{"id":1,"from":0}')}`, {})).status).toBe(
      422,
    )
  } finally {
    await app.close()
    await db.close()
  }
})

test('of two people the one who sets the company up first wins over a restore', async () => {
  const db = await testDatabase()
  const runner = new Runner({ db, clock: () => new Date(), sealing: TEST_SEALING })
  const place2 = placeIn('third', PASSPHRASE)
  const app = await testServer(db, { runner, outside: () => ({ ...NOTHING_OUTSIDE, backups: place2 }) })
  const at: Installation = { app, runner, place: place2 }
  try {
    await done(at, 'setup.restore-bucket', { ...bucket, folder: 'κερί/2026' })
    const { id } = await db.one<{ id: number }>(sql`select max(id) as id from backups`)
    const { id: compared } = await done(at, 'setup.restore-compare', { id, passphrase: PASSPHRASE })
    await work(at, RESTORE_JOB, { restore: compared })
    const { id: restore } = await done(at, 'setup.restore', {
      id: compared,
      email: 'late@test.gr',
      password: NEW_PASSWORD,
    })
    const setUp = {
      adminName: 'Ελένη',
      email: 'eleni@test.gr',
      password: NEW_PASSWORD,
      companyName: 'Κερίνο',
      companyAddress: 'Αθήνα',
    }
    await done(at, 'setup.complete', setUp)
    await work(at, RESTORE_JOB, { restore })
    expect(await db.one(sql`select state, failure, administrator from restores where id = ${restore}`)).toEqual({
      state: 'FAILED',
      failure: 'set-up-done',
      administrator: null,
    })
    expect(await db.many(sql`select email from users`)).toEqual([{ email: 'eleni@test.gr' }])
  } finally {
    await app.close()
    await db.close()
  }
})
