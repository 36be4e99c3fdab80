/** While a restore runs, nothing else is stored: what was confirmed is in the backup before it or in the database after it. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import { ClosedForWriting, type Database, sql } from '#server/db/database.ts'
import { commands, jobWorks } from '#app/server/features.ts'
import type { BackupPlace } from '#server/integrations/backups/backup-place.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { memoryStore } from '#simulators/memory-store.ts'
import { Worker } from '#server/jobs/jobs.ts'
import { Runner } from '#server/runner.ts'
import { openTestCompany, PAGE_KEY, type TestCompany } from '#testing/company.ts'
import { secondProcess, TEST_ENGINE } from '#testing/database.ts'
import { PASSWORD } from '#testing/people-and-goods.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { openArchive } from './archive/open-archive.ts'
import { endInterrupted } from './work/begun.ts'
import { BACKUP_JOB } from './work/run-backup.ts'
import { RESTORE_JOB } from './work/run-restore.ts'

const folder = temporaryFolder('restore')
const place: BackupPlace = { folder, passphrase: null, nightly: true, keep: 3, bucket: memoryStore }

let company: TestCompany
let other: Database
let backup: number
beforeAll(async () => {
  company = await openTestCompany({ backups: place })
  other = await secondProcess(company.db)
  backup = (await done('backup.start')).id
  await work(BACKUP_JOB, { backup })
})
afterAll(async () => {
  await other?.close()
  await company.close()
  rmSync(folder, { recursive: true, force: true })
})

function post(url: string, payload: object) {
  const headers = { 'x-dreamfactory-api-key': PAGE_KEY, 'x-dreamfactory-session-token': company.tokens.admin }
  return company.app.inject({ method: 'POST', url, headers, payload })
}

async function done(name: string, input: object = {}): Promise<{ id: number }> {
  const answer = await post(`/app/${name}`, input)
  expect({ name, status: answer.statusCode, said: answer.json() }).toMatchObject({ status: 200 })
  return answer.json()
}

/** Runs a job as the worker would. */
const work = (kind: string, payload: object, runner = company.runner) =>
  jobWorks({
    runner,
    outside: () => ({ ...NOTHING_OUTSIDE, backups: place }),
    publicUrl: 'http://localhost',
    log: console,
  })[kind]?.run(payload)

const runnerOn = (db: Database): Runner => new Runner({ db, clock: () => new Date() })

/** Asks for a restore of everything, which runs when its job is worked on. */
async function asked(): Promise<number> {
  const { id } = await done('backup.compare', { id: backup })
  await work(RESTORE_JOB, { restore: id })
  const { name } = await company.db.one<{ name: string }>(
    sql`select coalesce((select value ->> 'name' from settings where name = 'company'), '') as name`,
  )
  return (await done('backup.restore', { id, company: name, password: PASSWORD })).id
}

const state = (id: number) =>
  company.db.one<{ state: string; failure: string | null }>(sql`select state, failure from restores where id = ${id}`)

/** Returns the names of the customers in the backup that was made before the last restore. */
async function namesBefore(): Promise<string[]> {
  const { file } = await company.db.one<{ file: string }>(
    sql`select file from backups where origin = 'BEFORE-RESTORE' order by id desc limit 1`,
  )
  const archive = await openArchive(join(folder, file), join(folder, 'plain'), null)
  const names: string[] = []
  try {
    for await (const lines of archive.lines('customers'))
      for (const line of lines) names.push((JSON.parse(line) as { name: string }).name)
  } finally {
    archive.close()
  }
  return names
}

const namesNow = async (): Promise<string[]> =>
  (await company.db.many<{ name: string }>(sql`select name from customers`)).map(({ name }) => name)

type Written = { readonly confirmed: string[]; refused: number }

/** Writes one customer after the other until `over` is aborted. Any answer but a success and the refusal of a restore is an error. */
async function writeInto(
  written: Written,
  who: string,
  write: (name: string) => Promise<boolean>,
  over: AbortSignal,
): Promise<void> {
  for (let one = 0; !over.aborted; one++) {
    const name = `${who} ${one}`
    if (await write(name)) written.confirmed.push(name)
    else written.refused += 1
    await pause(2)
  }
}

const REFUSAL = { refusal: { kind: 'unavailable', code: 'restoring', details: { retryAfterSeconds: 15 } } }

async function byPage(name: string): Promise<boolean> {
  const answer = await post('/app/customers.create-customer', { name })
  if (answer.statusCode === 200) return true
  expect([answer.statusCode, answer.json(), answer.headers['retry-after']]).toEqual([503, REFUSAL, '15'])
  return false
}

async function byProgram(name: string): Promise<boolean> {
  const answer = await post('/api/v2/_table/customers', { resource: [{ name }] })
  if (answer.statusCode === 200) return true
  expect([answer.statusCode, answer.headers['retry-after'], answer.body]).toEqual([
    503,
    '15',
    expect.stringContaining('restoring'),
  ])
  return false
}

/** Writes in another process. */
async function elsewhere(name: string): Promise<boolean> {
  const create = commands.find(({ contract }) => contract.name === 'customers.create-customer')
  if (!create) throw new Error('no such command')
  try {
    await runnerOn(other).run(create, { name }, SYSTEM)
    return true
  } catch (error) {
    if (error instanceof ClosedForWriting) return false
    throw error
  }
}

/** Restores while a page, a program and another process write, and returns what was confirmed to them. */
async function besideWriters(restore: () => Promise<unknown>): Promise<readonly string[]> {
  const over = new AbortController()
  const ways = { Σελίδα: byPage, Πρόγραμμα: byProgram, Αλλού: elsewhere }
  const all = Object.keys(ways).map((): Written => ({ confirmed: [], refused: 0 }))
  const ended = Promise.all(
    Object.entries(ways).map(([who, write], index) => writeInto(all[index] as Written, who, write, over.signal)),
  )
  const count = () => all.map(({ confirmed }) => confirmed.length)
  // a writer that got a wrong answer ends the test at once
  ended.catch(() => over.abort())
  const more = async () => {
    const before = count()
    const haveMore = () => over.signal.aborted || count().every((now, index) => now > (before[index] ?? 0))
    await expect.poll(haveMore, { timeout: 60_000 }).toBe(true)
  }
  try {
    await more()
    await restore()
    await more()
  } finally {
    over.abort()
    await ended
  }
  expect(all.reduce((sum, { refused }) => sum + refused, 0)).toBeGreaterThan(0)
  return all.flatMap(({ confirmed }) => confirmed)
}

async function demandNothingLost(confirmed: readonly string[]): Promise<void> {
  const found = new Set([...(await namesBefore()), ...(await namesNow())])
  expect(confirmed.filter((name) => !found.has(name))).toEqual([])
}

test('what is confirmed while everything is restored is in the backup before it or in the database after it', async () => {
  const id = await asked()
  const confirmed = await besideWriters(async () => work(RESTORE_JOB, { restore: id }))
  expect(await state(id)).toEqual({ state: 'DONE', failure: null })
  await demandNothingLost(confirmed)
})

test('so is what is confirmed while one kind is restored, which also makes a backup first', async () => {
  const { customer } = company.stock
  await company.db.run(sql`update customers set name = 'Πριν από την επαναφορά' where id = ${customer}`)
  const { id } = await done('backup.restore-customers', { id: backup, password: PASSWORD })
  const confirmed = await besideWriters(async () => work(RESTORE_JOB, { restore: id }))
  expect(await state(id)).toEqual({ state: 'DONE', failure: null })
  await demandNothingLost(confirmed)
  expect(await namesBefore()).toContain('Πριν από την επαναφορά')
  expect(await namesNow()).not.toContain('Πριν από την επαναφορά')
})

describe('jobs', () => {
  /** Jobs of backups survive a restore, so the test uses a kind with such a name. */
  const KIND = 'backup.of-test'
  const enqueue = (name: string) =>
    company.runner.work(SYSTEM, 'test', ({ enqueue: write }) => write({ kind: KIND, payload: { name } }))

  test('that run may store what they did outside, and no other begins before the restore has ended', async () => {
    const id = await asked()
    const events: string[] = []
    const begun = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    const run = async (payload: unknown): Promise<void> => {
      const { name } = payload as { name: string }
      events.push(`${name} begins`)
      begun.resolve()
      if (name === 'first') await answered.promise
      await elsewhere(`Εργασία ${name}`).then((stored) => events.push(`${name} ${stored ? 'stored' : 'refused'}`))
    }
    const worker = new Worker(other, KIND, { run, atOnce: 2, tries: 1 }, console)
    worker.start()
    try {
      await enqueue('first')
      worker.wake()
      await begun.promise
      const restoring = Promise.resolve(work(RESTORE_JOB, { restore: id })).then(() => events.push('restored'))
      const takesJobs = () => other.one(sql`select ${other.isOpen('jobs')} as open`)
      await expect.poll(takesJobs, { timeout: 60_000 }).toEqual({ open: false })
      await enqueue('second')
      worker.wake()
      await pause(500)
      expect(events).toEqual(['first begins'])
      answered.resolve()
      await restoring
      worker.wake()
      await expect
        .poll(() => events, { timeout: 60_000 })
        .toEqual(['first begins', 'first stored', 'restored', 'second begins', 'second stored'])
    } finally {
      answered.resolve()
      await worker.stop()
    }
    expect(await state(id)).toEqual({ state: 'DONE', failure: null })
    expect(await namesBefore()).toContain('Εργασία first')
  })
})

describe('a process that dies', () => {
  test('right after the records were replaced leaves a restore that is done', async () => {
    const id = await asked()
    await done('customers.create-customer', { name: 'Μετά το αντίγραφο' })
    const dying: Database = { ...company.db, script: () => Promise.reject(new Error('the process was killed')) }
    await work(RESTORE_JOB, { restore: id }, runnerOn(dying))
    expect(await namesNow()).not.toContain('Μετά το αντίγραφο')
    // the next process ends what was interrupted
    await company.db.transaction('locking', (tx) => endInterrupted(tx, sql`false`))
    expect(await state(id)).toEqual({ state: 'DONE', failure: null })
    expect(
      await company.db.one(sql`select count(*)::int as noted from history where command = 'backup.restored'`),
    ).toEqual({ noted: 1 })
    // this process was told by the database, and its answers are those of the backup
    await expect
      .poll(async () => (await post('/app/customers.create-customer', { name: 'Μετά την επαναφορά' })).statusCode)
      .toBe(200)
  })

  test.runIf(TEST_ENGINE === 'postgres')(
    'before that has changed nothing, and the database is open again',
    async () => {
      const id = await asked()
      await done('customers.create-customer', { name: 'Μένει' })
      const broken: Database = {
        ...company.db,
        closing: (act) =>
          company.db.closing((closing) =>
            act({
              ...closing,
              transaction: async (mode, replace) => {
                await company.db.many(sql`
                select pg_terminate_backend(pid) from pg_stat_activity
                where application_name = 'kerino restore' and datname = current_database()`)
                // the server ends the connection a moment later
                const write = async () =>
                  (await post('/app/customers.create-customer', { name: 'Μένει και αυτό' })).statusCode
                await expect.poll(write, { timeout: 60_000 }).toBe(200)
                return closing.transaction(mode, replace)
              },
            }),
          ),
      }
      await work(RESTORE_JOB, { restore: id }, runnerOn(broken))
      expect(await state(id)).toMatchObject({ state: 'FAILED' })
      expect(await namesNow()).toEqual(expect.arrayContaining(['Μένει', 'Μένει και αυτό']))
    },
  )
})
