/** Checks that taking and writing a job costs the same, however many jobs wait. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Database, type Sql, sql } from '#server/db/database.ts'
import { Worker, writeJob, writeMissingJobs } from '#server/jobs/jobs.ts'
import { testDatabase } from '#testing/database.ts'
import { buffersOfWrite } from '#testing/plans.ts'

const KIND = 'test.backlog'
const BACKLOG = 20_000
const log = { info: () => {}, warn: () => {}, error: () => {} }

let db: Database
let hangs = Promise.withResolvers<void>()
const workers: Worker[] = []
beforeAll(async () => {
  db = await testDatabase()
  await db.run(sql`
    insert into jobs (kind, receiver, payload, priority)
    select ${KIND}, 'full', jsonb_build_object('name', 'full ' || n), n % 2 from generate_series(1, ${BACKLOG}::int) as n`)
})
afterEach(async () => {
  hangs.resolve()
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})
afterAll(() => db?.close())

/** The statements of the database, of which some are collected. */
const collecting = (statements: Sql[]): Database => ({
  ...db,
  maybe: (query) => {
    statements.push(query)
    return db.maybe(query)
  },
})

// a queue may grow from nothing to a backlog before the database has counted it
describe.each(['without statistics', 'with statistics'])('with a backlog, %s of the table', (statistics) => {
  beforeAll(() => (statistics === 'with statistics' ? db.run(sql`analyze jobs`) : undefined))

  test('a worker finds the jobs of others without reading those of a receiver that is full', async () => {
    const statements: Sql[] = []
    const begun: string[] = []
    hangs = Promise.withResolvers()
    const worker = new Worker(
      collecting(statements),
      KIND,
      {
        atOnce: 8,
        atOnceEach: 2,
        tries: 3,
        run: async (payload) => {
          begun.push((payload as { name: string }).name)
          await hangs.promise
        },
      },
      log,
    )
    workers.push(worker)
    worker.start()
    await expect.poll(() => begun.length).toBe(2)
    await writeMissingJobs(db, KIND, [{ payload: { name: `other, ${statistics}` }, receiver: 'other' }])
    worker.wake()
    await expect.poll(() => begun).toContain(`other, ${statistics}`)
    const buffers = await Promise.all(statements.map((statement) => buffersOfWrite(db, statement)))
    expect(buffers.length).toBeGreaterThan(3)
    expect(Math.max(...buffers)).toBeLessThan(100)
  })

  test('a job that waits is found by its payload, and is not written again', async () => {
    const costs: number[] = []
    const counting = {
      ...db,
      run: async (query: Sql) => {
        costs.push(await buffersOfWrite(db, query))
        return db.run(query)
      },
    }
    const count = async () => (await db.one<{ count: number }>(sql`select count(*)::int as count from jobs`)).count
    const before = await count()
    const known = [700, 9_000, 19_999].map((n) => ({ payload: { name: `full ${n}` }, receiver: 'full' }))
    await writeMissingJobs(counting, KIND, known)
    await writeJob(counting, { kind: KIND, payload: { name: 'full 12000' }, bringForward: true })
    expect(await count()).toBe(before)
    await writeMissingJobs(counting, KIND, [...known, { payload: { name: `new, ${statistics}` }, receiver: 'full' }])
    expect(await count()).toBe(before + 1)
    expect(costs).toHaveLength(3)
    expect(Math.max(...costs)).toBeLessThan(100)
  })
})

test('a job that runs does not count as waiting, because it may have read older data', async () => {
  const job = { payload: { name: 'runs' }, receiver: 'one' }
  await writeMissingJobs(db, KIND, [job])
  await db.run(sql`update jobs set locked_until = now() + interval '1 minute' where payload = '{"name": "runs"}'`)
  await writeMissingJobs(db, KIND, [job])
  await writeMissingJobs(db, KIND, [job])
  const { jobs } = await db.one<{ jobs: number }>(sql`
    select count(*)::int as jobs from jobs where payload = '{"name": "runs"}'`)
  expect(jobs).toBe(2)
})
