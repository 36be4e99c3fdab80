/**
 * Folders of backups that do not serve: several processes without a common one, where a backup is compared by the process in whose folder it
 * lies, and one that cannot be written.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, sql } from '#server/db/database.ts'
import { jobWorks } from '#app/server/features.ts'
import type { BackupPlace } from '#server/integrations/backups/backup-place.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { memoryStore } from '#simulators/memory-store.ts'
import { Worker } from '#server/jobs/jobs.ts'
import { Runner } from '#server/runner.ts'
import { callByName, openTestCompany, type TestCompany } from '#testing/company.ts'
import { secondProcess, TEST_ENGINE } from '#testing/database.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { BACKUP_JOB } from './work/run-backup.ts'
import { RESTORE_JOB } from './work/run-restore.ts'

const folder = temporaryFolder('folders')
const placeIn = (name: string): BackupPlace => ({
  folder: join(folder, name),
  passphrase: null,
  nightly: true,
  keep: 3,
  bucket: memoryStore,
})

let company: TestCompany
let other: Database
let backup: number
beforeAll(async () => {
  company = await openTestCompany({ backups: placeIn('first') })
  other = await secondProcess(company.db)
  backup = await done('backup.start')
  await works(company.db, 'first')[BACKUP_JOB]?.run({ backup })
})
afterAll(async () => {
  await other?.close()
  await company?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function done(name: string, input: object = {}): Promise<number> {
  const { status, text, json } = await callByName(company, name, input, { token: company.tokens.admin })
  expect({ name, status, text }).toMatchObject({ status: 200 })
  return (json as { id: number }).id
}

/** Returns the jobs of a process that stores backups in its own folder. */
const works = (db: Database, name: string) =>
  jobWorks({
    runner: new Runner({ db, clock: () => new Date() }),
    outside: () => ({ ...NOTHING_OUTSIDE, backups: placeIn(name) }),
    publicUrl: 'http://localhost',
    log: console,
  })

function workerOf(db: Database, name: string): Worker {
  const work = works(db, name)[RESTORE_JOB]
  if (!work) throw new Error('no such job')
  return new Worker(db, RESTORE_JOB, work, console)
}

const stateOf = (id: number) =>
  company.db.one<{ state: string; failure: string | null }>(sql`select state, failure from restores where id = ${id}`)

test.runIf(TEST_ENGINE === 'postgres')(
  'a process without the file leaves the comparison to the one that has it',
  async () => {
    const without = workerOf(other, 'second')
    const having = workerOf(company.db, 'first')
    try {
      const id = await done('backup.compare', { id: backup })
      without.start()
      const left = async () =>
        company.db.one(sql`
          select attempts, locked_until is null as free, finished_at is null as waits from jobs
          where kind = ${RESTORE_JOB} order by id desc limit 1`)
      await expect.poll(left, { timeout: 30_000 }).toEqual({ attempts: 1, free: true, waits: true })
      expect(await stateOf(id)).toEqual({ state: 'WAITING', failure: null })
      // it leaves the job alone also when its turn has come
      await company.db.run(sql`update jobs set run_at = now() where kind = ${RESTORE_JOB} and finished_at is null`)
      having.start()
      await expect.poll(() => stateOf(id), { timeout: 30_000 }).toEqual({ state: 'COMPARED', failure: null })
      expect(await left()).toMatchObject({ attempts: 2, waits: false })
    } finally {
      await Promise.all([without.stop(), having.stop()])
    }
  },
)

test('a backup that no process has found in time is said to be gone', async () => {
  const id = await done('backup.compare', { id: backup })
  await company.db.run(sql`update restores set asked_at = asked_at - interval '1 minute' where id = ${id}`)
  await works(other, 'second')[RESTORE_JOB]?.run({ restore: id })
  expect(await stateOf(id)).toEqual({ state: 'FAILED', failure: 'gone' })
})

test.each([
  ['is a file', 'file'],
  ['lies in a file', 'file/backups'],
])('a backup by hand and one at night say that the folder cannot be used if it %s', async (_title, name) => {
  writeFileSync(join(folder, 'file'), '')
  const work = works(company.db, name)[BACKUP_JOB]
  const newer = async () =>
    company.db.many(sql`select origin, state, failure from backups where id > ${backup} order by id`)
  const id = await done('backup.start')
  await work?.run({ backup: id })
  await work?.run({})
  expect(await newer()).toEqual([
    { origin: 'HAND', state: 'FAILED', failure: 'no-folder' },
    { origin: 'NIGHT', state: 'FAILED', failure: 'no-folder' },
  ])
  await company.db.run(sql`delete from backups where id > ${backup}`)
})
