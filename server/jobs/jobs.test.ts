/** Tests the job queue: which worker runs a job, in which order, how often, and when a job is abandoned. */
import { afterEach, beforeAll, afterAll, describe, expect, test } from 'vitest'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { queueOutage } from '#server/jobs/outage.ts'
import { type JobWork, Later, pauseAfter, Worker, writeJob, writeJobs } from '#server/jobs/jobs.ts'

const KIND = 'test.job'
const logged: { level: string; message: string }[] = []
const log = {
  info: (_: object, message: string) => void logged.push({ level: 'info', message }),
  warn: (_: object, message: string) => void logged.push({ level: 'warn', message }),
  error: (_: object, message: string) => void logged.push({ level: 'error', message }),
}

let db: Database
const workers: Worker[] = []
beforeAll(async () => {
  db = await testDatabase()
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await db.run(sql`delete from jobs`)
  logged.length = 0
})
afterAll(() => db?.close())

type Written = { bulk?: boolean; bringForward?: boolean; to?: string }
const write = (name: string, { to, ...more }: Written = {}) =>
  to === undefined
    ? writeJob(db, { kind: KIND, payload: { name }, ...more })
    : writeJobs(db, KIND, [{ payload: { name }, receiver: to }])
const nameOf = (payload: unknown): string => (payload as { name: string }).name

type JobRow = { name: string; attempts: number; over: boolean; gaveUp: boolean; waits: boolean; error: string | null }
const jobs = (): Promise<JobRow[]> =>
  db.many<JobRow>(sql`
    select payload ->> 'name' as name, attempts, finished_at is not null as over, gave_up_at is not null as "gaveUp",
      run_at > now() as waits, last_error as error from jobs order by id`)
const startWorker = (work: Partial<JobWork> & Pick<JobWork, 'run'>): Worker => {
  const worker = new Worker(db, KIND, { atOnce: 1, tries: 3, ...work }, log)
  workers.push(worker)
  worker.start()
  return worker
}
const allOver = async () => {
  await expect.poll(async () => (await jobs()).every(({ over }) => over)).toBe(true)
}

describe('the order of jobs', () => {
  test('a single invoice starts before the rest of a batch of 300 that was requested earlier', async () => {
    await db.transaction('serializable', async (tx) => {
      for (let index = 0; index < 300; index++)
        await writeJob(tx, { kind: KIND, payload: { name: `bulk ${index}` }, bulk: true })
    })
    const begun: string[] = []
    let single: Promise<void> | undefined
    startWorker({
      atOnce: 4,
      run: async (payload) => {
        begun.push(nameOf(payload))
        // a person requests one while the tenth is being sent; it is written before that one ends
        if (begun.length === 10) single = write('single')
        await single
      },
    })
    await allOver()
    expect(begun).toHaveLength(301)
    // those that were running at that moment, and at most as many that started while it was written
    expect(begun.indexOf('single') - 10).toBeLessThanOrEqual(8)
  })

  test('a job that hangs does not delay other jobs of its kind', async () => {
    const hangs = Promise.withResolvers<void>()
    await write('hangs')
    await write('goes on')
    startWorker({ atOnce: 2, run: (payload) => (nameOf(payload) === 'hangs' ? hangs.promise : Promise.resolve()) })
    await expect.poll(async () => (await jobs()).map(({ over }) => over)).toEqual([false, true])
    hangs.resolve()
    await allOver()
  })

  test('at most as many jobs of a kind run at once as its limit', async () => {
    let [now, most] = [0, 0]
    for (let index = 0; index < 12; index++) await write(`job ${index}`)
    startWorker({
      atOnce: 3,
      run: async () => {
        most = Math.max(most, ++now)
        await new Promise((resolve) => setImmediate(resolve))
        now -= 1
      },
    })
    await allOver()
    expect(most).toBeLessThanOrEqual(3)
  })

  test('jobs that hang for one receiver take only its places, and those of others go on', async () => {
    const hangs = Promise.withResolvers<void>()
    for (let index = 0; index < 4; index++) await write(`slow ${index}`, { to: 'slow' })
    for (let index = 0; index < 6; index++) await write(`quick ${index}`, { to: 'quick' })
    await write('for nobody')
    let [slow, most] = [0, 0]
    startWorker({
      atOnce: 4,
      atOnceEach: 2,
      run: async (payload) => {
        if (!nameOf(payload).startsWith('slow')) return
        most = Math.max(most, ++slow)
        await hangs.promise
        slow -= 1
      },
    })
    await expect
      .poll(async () => (await jobs()).filter(({ over }) => !over).map(({ name }) => name))
      .toEqual(['slow 0', 'slow 1', 'slow 2', 'slow 3'])
    hangs.resolve()
    await allOver()
    expect(most).toBe(2)
  })

  test('a job that is brought forward runs at once and is not written twice', async () => {
    await write('one')
    await db.run(sql`update jobs set run_at = now() + interval '1 hour', priority = 1`)
    await write('one', { bringForward: true })
    expect(await jobs()).toMatchObject([{ name: 'one', waits: false }])
    await write('two', { bringForward: true })
    expect(await jobs()).toHaveLength(2)
  })

  test('a job that is brought forward while it runs is run once more', async () => {
    const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let times = 0
    await write('one')
    startWorker({
      run: async () => {
        times += 1
        begun.resolve()
        await goesOn.promise
      },
    })
    await begun.promise
    // the running job may have read older data than this request needs
    await write('one', { bringForward: true })
    goesOn.resolve()
    await allOver()
    expect(times).toBe(2)
  })
})

describe('the lock of a job', () => {
  test('belongs to one of several workers', async () => {
    const done: string[] = []
    for (let index = 0; index < 20; index++) await write(`job ${index}`)
    const run = async (payload: unknown) => void done.push(nameOf(payload))
    for (let index = 0; index < 3; index++) startWorker({ atOnce: 2, run })
    await allOver()
    expect(done).toHaveLength(20)
    expect(new Set(done).size).toBe(20)
  })

  test('that expired is taken over, and the first worker does not record the end', async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await write('slow')
    startWorker({ run: () => first.promise })
    await expect.poll(async () => (await jobs())[0]?.attempts).toBe(1)
    // simulates a process that stood still for longer than its lock
    await db.run(sql`update jobs set locked_until = now() - interval '1 second'`)
    startWorker({ run: () => second.promise })
    await expect.poll(async () => (await jobs())[0]?.attempts).toBe(2)
    first.resolve()
    await workers[0]?.stop()
    expect(await jobs()).toMatchObject([{ over: false }])
    second.resolve()
    await allOver()
  })

  test('that expired is taken again by the same worker, and only the later run records the end', async () => {
    const runs = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let begun = 0
    await write('slow')
    const worker = startWorker({ atOnce: 2, run: async () => runs[begun++]?.promise })
    await expect.poll(() => begun).toBe(1)
    // simulates a database that was away for longer than the lock
    await db.run(sql`update jobs set locked_until = now() - interval '1 second'`)
    worker.wake()
    await expect.poll(() => begun).toBe(2)
    runs[0]?.resolve()
    await write('after it')
    worker.wake()
    // the later job is done, so the first run has tried to record its end
    await expect.poll(async () => (await jobs())[1]?.over).toBe(true)
    expect((await jobs())[0]).toMatchObject({ name: 'slow', over: false })
    runs[1]?.resolve()
    await allOver()
  })
})

describe('a job that fails', () => {
  test('is retried after a pause that doubles, up to five minutes', async () => {
    expect([1, 2, 3, 8, 9, 50].map(pauseAfter)).toEqual([2, 4, 8, 256, 300, 300])
    await write('fails')
    startWorker({ run: () => Promise.reject(new Error('no line')) })
    await expect.poll(jobs).toMatchObject([{ attempts: 1, over: false, waits: true, error: 'Error: no line' }])
    expect(logged).toEqual([{ level: 'warn', message: 'a job failed and will be retried' }])
  })

  test('is abandoned after its last attempt, which is shown on its record and logged as an error', async () => {
    const abandoned: string[] = []
    await write('fails')
    const worker = startWorker({
      run: () => Promise.reject(new Error('no line')),
      onAbandoned: async (payload) => void abandoned.push(nameOf(payload)),
    })
    for (let attempt = 1; attempt < 3; attempt++) {
      await expect.poll(jobs).toMatchObject([{ attempts: attempt, waits: true }])
      await db.run(sql`update jobs set run_at = now()`)
      worker.wake()
    }
    await allOver()
    expect(await jobs()).toMatchObject([{ attempts: 3, gaveUp: true, error: 'Error: no line' }])
    expect(abandoned).toEqual(['fails'])
    expect(logged.at(-1)).toEqual({ level: 'error', message: 'a job was abandoned' })
  })

  test('or is postponed runs again later without a warning', async () => {
    await write('later')
    startWorker({ run: () => Promise.reject(new Later('in progress', 60)) })
    await expect.poll(jobs).toMatchObject([{ attempts: 1, waits: true }])
    expect(logged).toEqual([{ level: 'info', message: 'a job will run again later' }])
  })
})

test('an outage of the database is logged once by all workers together, and so is its end with the number of failures', async () => {
  let tries = 0
  const lost: Database = {
    ...db,
    maybe: (query) => {
      tries += 1
      return tries <= 6 ? Promise.reject(new Error('the connection is lost')) : db.maybe(query)
    },
  }
  const outage = queueOutage(log)
  const both = ['one.kind', 'another.kind'].map(
    (kind) => new Worker(lost, kind, { atOnce: 1, tries: 3, run: async () => {} }, log, outage),
  )
  workers.push(...both)
  for (const worker of both) worker.start()
  await expect
    .poll(
      () => {
        for (const worker of both) worker.wake()
        return logged.map(({ message }) => message)
      },
      { interval: 20 },
    )
    .toEqual(['the job queue could not be read', 'the job queue can be read again'])
  expect(tries).toBeGreaterThan(6)
})
