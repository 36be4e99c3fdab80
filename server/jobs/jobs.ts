/**
 * The job queue for work outside the transaction. A command writes the job in its transaction, and a worker runs it
 * after the commit, at least once.
 */
import { randomUUID } from 'node:crypto'
import { type Database, type Rows, type Sql, sql } from '#server/db/database.ts'
import type { Log } from '#server/log.ts'
import type { JobFor, JobKind } from '#server/work.ts'
import { type Outage, queueOutage, renewalOutage } from './outage.ts'

/** Runs a job. A job that throws is retried; the pause doubles from 2 seconds to 5 minutes. */
export type JobRun = (payload: unknown) => Promise<void>

/** Thrown by a job that has not failed but must run again after `seconds`. */
export class Later extends Error {
  readonly seconds: number
  constructor(reason: string, seconds: number) {
    super(reason)
    this.seconds = seconds
  }
}

/** Describes how the jobs of one kind run. */
export type JobWork = {
  readonly run: JobRun
  /** The most jobs that one process runs at once, so that a slow job does not delay the others. */
  readonly atOnce: number
  /** The most of them for one receiver, so that a slow receiver does not delay the jobs of others. */
  readonly atOnceEach?: number
  /** Returns the receivers whose jobs this process leaves to other processes now. */
  readonly leaves?: () => readonly string[]
  /** The number of attempts after which the job is abandoned. */
  readonly tries: number
  /** Marks the record of the job when the job is abandoned. */
  readonly onAbandoned?: JobRun
}

/** The receiver of jobs that are limited only by `atOnce` of their kind. */
const NO_RECEIVER = 'none'

/** The condition that a job waits: it is neither over nor running. */
const WAITS: Sql = sql`finished_at is null and (locked_until is null or locked_until < now())`

/**
 * Writes a job. With `bringForward` a waiting job is moved to the front instead of being written twice. A running job
 * does not count, because it may have read its data before this change.
 */
export async function writeJob(tx: Rows, job: JobKind): Promise<void> {
  const payload = JSON.stringify(job.payload)
  if (job.bringForward) {
    const waiting = await tx.run(sql`
      update jobs set run_at = now(), priority = 0
      where kind = ${job.kind} and payload = ${payload}::jsonb and ${WAITS}`)
    if (waiting > 0) return
  }
  await tx.run(sql`
    insert into jobs (kind, receiver, payload, run_at, priority)
    values (${job.kind}, ${job.receiver ?? NO_RECEIVER}, ${payload}::jsonb, now() + make_interval(secs => ${job.delaySeconds ?? 0}),
      ${job.bulk ? 1 : 0})`)
}

/** Writes jobs of one kind in one statement. Single jobs run before them. */
export async function writeJobs(tx: Rows, kind: string, jobs: readonly JobFor[]): Promise<void> {
  if (jobs.length === 0) return
  await tx.run(sql`
    insert into jobs (kind, receiver, payload, priority)
    select ${kind}, receiver, payload, 1 from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as job(receiver text, payload jsonb)`)
}

/** Writes jobs of one kind in one statement, without those of which a job with the same payload already waits. */
export async function writeMissingJobs(tx: Rows, kind: string, jobs: readonly JobFor[]): Promise<void> {
  if (jobs.length === 0) return
  // with `offset` the database looks up each payload; otherwise it may read all the jobs that wait
  await tx.run(sql`
    insert into jobs (kind, receiver, payload)
    select ${kind}, receiver, payload from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as job(receiver text, payload jsonb)
    where not exists (
      select from jobs waiting where waiting.kind = ${kind} and waiting.payload = job.payload and ${WAITS} offset 0)`)
}

/** Removes the jobs that wait when a restore replaces the records they belong to. The restore itself is a job and stays. */
export async function forgetWaitingJobs(tx: Rows): Promise<void> {
  await tx.run(sql`delete from jobs where finished_at is null and kind not like 'backup.%'`)
}

/** Returns the number of jobs that run now, without those of one kind. A job of a killed process counts until its lock ends. */
export async function countRunning(rows: Rows, without: string): Promise<number> {
  const { running } = await rows.one<{ running: number }>(sql`
    select count(*)::int as running from jobs where finished_at is null and locked_until > now() and kind <> ${without}`)
  return running
}

const LOCK_SECONDS = 30
const RENEW_MILLISECONDS = 10_000
const IDLE_MILLISECONDS = 2_000
const LONGEST_PAUSE_SECONDS = 300

/** Returns the seconds until a job is retried. */
export const pauseAfter = (attempts: number): number => Math.min(LONGEST_PAUSE_SECONDS, 2 ** Math.min(attempts, 9))

/**
 * Returns the statement that finds the next job to run and locks it. It looks at the first waiting job of each receiver, so it
 * reads as much however many jobs wait for one that is not asked now. Those of the receivers `skipped` stay.
 */
const nextJob = (kind: string, skipped: readonly string[]): Sql => {
  const due = sql`
    from jobs where kind = ${kind} and receiver = queue.receiver and priority = queue.priority and run_at <= now() and ${WAITS}
    order by run_at, id limit 1`
  return sql`
    with recursive receivers as (
      (select receiver from jobs where kind = ${kind} and finished_at is null order by receiver limit 1)
      union all
      select (
        select receiver from jobs where kind = ${kind} and finished_at is null and receiver > before.receiver order by receiver limit 1)
      from receivers before where before.receiver is not null)
    select taken.id from (
      select queue.receiver, queue.priority
      from (select receiver, priority::smallint from receivers, unnest('{0,1}'::int[]) as priority) queue
      cross join lateral (select run_at, id ${due}) first
      where receiver <> all(${skipped}::text[])
      order by priority, run_at, id) queue
    cross join lateral (select id ${due} for update skip locked) taken
    limit 1`
}

type Taken = {
  readonly id: number
  readonly payload: unknown
  readonly attempts: number
  readonly owner: string
  readonly receiver: string
}

/**
 * Runs the jobs of one kind, several at once, until it is stopped. Any number of workers in any number of processes
 * may share the queue. A job belongs to the worker that took it while its lock is renewed. A worker that takes a job
 * again counts as another owner.
 */
export class Worker {
  readonly #db: Database
  readonly #kind: string
  readonly #work: JobWork
  readonly #log: Log
  readonly #outage: Outage
  readonly #running = new Set<Promise<void>>()
  /** The number of running jobs for each receiver. */
  readonly #runningFor = new Map<string, number>()
  #stopping = false
  #wake: (() => void) | null = null
  /** Set if `wake` was called while the queue was read, because the new job may not have been visible yet. */
  #woken = false
  #loop: Promise<void> | null = null

  /** The workers of a process share `outage`, so that it is logged once. */
  constructor(db: Database, kind: string, work: JobWork, log: Log, outage: Outage = queueOutage(log)) {
    this.#db = db
    this.#kind = kind
    this.#work = work
    this.#log = log
    this.#outage = outage
  }

  start(): void {
    this.#loop ??= this.#run()
  }

  /** Looks for work at once instead of after the next pause. */
  wake(): void {
    this.#woken = true
    this.#wake?.()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    this.wake()
    await this.#loop
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      this.#woken = false
      const took = await this.#takeOne().catch((error: unknown) => {
        this.#outage.failed(error)
        return false
      })
      if (!took && !this.#woken && !this.#stopping) await this.#idle()
    }
    await Promise.all(this.#running)
  }

  async #idle(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, IDLE_MILLISECONDS)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#wake = null
  }

  async #takeOne(): Promise<boolean> {
    if (this.#running.size >= this.#work.atOnce) return false
    const { atOnceEach = Number.POSITIVE_INFINITY, leaves } = this.#work
    const full = [...this.#runningFor].filter(([, running]) => running >= atOnceEach).map(([receiver]) => receiver)
    const skipped = [...full, ...(leaves?.() ?? [])]
    const job = await this.#db.maybe<Taken>(sql`
      update jobs set attempts = attempts + 1, owner = ${randomUUID()}::uuid,
        locked_until = now() + make_interval(secs => ${LOCK_SECONDS})
      where id = (${nextJob(this.#kind, skipped)}) and ${this.#db.isOpen('jobs')}
      returning id, payload, attempts, owner, receiver`)
    this.#outage.worked()
    if (!job) return false
    this.#count(job.receiver, 1)
    const done = this.#do(job)
      .catch((error: unknown) => this.#log.error({ error, job: job.id }, 'the end of a job could not be recorded'))
      .finally(() => {
        this.#running.delete(done)
        this.#count(job.receiver, -1)
        this.wake()
      })
    this.#running.add(done)
    return true
  }

  /** Counts a job that begins or ends. */
  #count(receiver: string, change: 1 | -1): void {
    if (receiver === NO_RECEIVER) return
    const running = (this.#runningFor.get(receiver) ?? 0) + change
    if (running > 0) this.#runningFor.set(receiver, running)
    else this.#runningFor.delete(receiver)
  }

  async #do(job: Taken): Promise<void> {
    const outage = renewalOutage(this.#log)
    const renewal = setInterval(() => void this.#renew(job, outage), RENEW_MILLISECONDS)
    try {
      await this.#work.run(job.payload)
      await this.#end(job, null)
    } catch (error) {
      await this.#failed(job, error)
    } finally {
      clearInterval(renewal)
    }
  }

  async #renew({ id, owner }: Taken, outage: Outage): Promise<void> {
    try {
      const held = await this.#db.run(sql`
        update jobs set locked_until = now() + make_interval(secs => ${LOCK_SECONDS})
        where id = ${id} and owner = ${owner}::uuid and finished_at is null`)
      outage.worked()
      if (held === 0) this.#log.warn({ job: id }, 'a job was taken over by another worker')
    } catch (error) {
      outage.failed(error)
    }
  }

  async #failed(job: Taken, error: unknown): Promise<void> {
    const { id, attempts, owner } = job
    const fields = { job: id, kind: this.#kind, attempts }
    if (attempts >= this.#work.tries) {
      this.#log.error({ ...fields, payload: job.payload, error }, 'a job was abandoned')
      await this.#work.onAbandoned?.(job.payload)
      return this.#end(job, String(error))
    }
    const pause = Math.max(pauseAfter(attempts), error instanceof Later ? error.seconds : 0)
    if (error instanceof Later) this.#log.info({ ...fields, reason: error.message }, 'a job will run again later')
    else this.#log.warn({ ...fields, error }, 'a job failed and will be retried')
    await this.#db.run(sql`
      update jobs set locked_until = null, owner = null, run_at = now() + make_interval(secs => ${pause}),
        last_error = ${String(error).slice(0, 500)}
      where id = ${id} and owner = ${owner}::uuid`)
  }

  /** Records the end of a job: done if `reason` is null, otherwise abandoned. */
  async #end({ id, owner }: Taken, reason: string | null): Promise<void> {
    await this.#db.run(sql`
      update jobs set finished_at = now(), locked_until = null, owner = null,
        gave_up_at = case when ${reason !== null} then now() end, last_error = ${reason?.slice(0, 500) ?? null}
      where id = ${id} and owner = ${owner}::uuid`)
  }
}
