/** The job queue: work for the outside, written in the transaction that wants it, done after the commit, at least once. */
import { type Database, type Rows, sql } from '#server/db/database.ts'
import type { Log } from '#server/log.ts'
import type { JobKind } from '#server/work.ts'

/** Does a job. Throwing means "try again later"; the pause doubles from 2 seconds to 5 minutes. */
export type JobRun = (payload: unknown) => Promise<void>

export async function writeJob(tx: Rows, job: JobKind): Promise<void> {
  await tx.run(sql`
    insert into jobs (kind, payload, run_at)
    values (${job.kind}, ${JSON.stringify(job.payload)}::jsonb, now() + make_interval(secs => ${job.delaySeconds ?? 0}))`)
}

const LOCK_SECONDS = 90
const IDLE_MILLISECONDS = 2_000
const KEEP_DAYS = 14
/** A phone may lie in a drawer with actions in it; until then a repeat is known as one. */
const KEEP_KEYS_DAYS = 90

/** Takes jobs of its kinds one after the other and does them, until stopped. Any number of workers, in any number of processes, may share the queue. */
export class Worker {
  readonly #db: Database
  readonly #runs: Readonly<Record<string, JobRun>>
  readonly #log: Log
  #stopping = false
  #wake: (() => void) | null = null
  /** Woken while the queue was being read, perhaps before the new job could be seen. */
  #woken = false
  #loop: Promise<void> | null = null

  constructor(db: Database, runs: Readonly<Record<string, JobRun>>, log: Log) {
    this.#db = db
    this.#runs = runs
    this.#log = log
  }

  start(): void {
    this.#loop ??= this.#run()
  }

  /** Looks for work at once instead of at the next round. */
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
    let rounds = 0
    while (!this.#stopping) {
      let worked = false
      this.#woken = false
      try {
        worked = await this.#takeOne()
        if (rounds++ % 10_000 === 0) await this.#forgetOld()
      } catch (error) {
        this.#log.error({ error }, 'the job queue could not be read')
      }
      if (!worked && !this.#woken && !this.#stopping) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, IDLE_MILLISECONDS)
          this.#wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        this.#wake = null
      }
    }
  }

  async #takeOne(): Promise<boolean> {
    const job = await this.#db.maybe<{ id: number; kind: string; payload: unknown; attempts: number }>(sql`
      update jobs set attempts = attempts + 1, locked_until = now() + make_interval(secs => ${LOCK_SECONDS})
      where id = (
        select id from jobs
        where finished_at is null and kind = any(${Object.keys(this.#runs)}::text[]) and run_at <= now() and (locked_until is null or locked_until < now())
        order by run_at, id limit 1 for update skip locked)
      returning id, kind, payload, attempts`)
    if (!job) return false
    const run = this.#runs[job.kind]
    try {
      if (run) await run(job.payload)
      await this.#db.run(
        sql`update jobs set finished_at = now(), locked_until = null, last_error = null where id = ${job.id}`,
      )
    } catch (error) {
      const pause = Math.min(300, 2 ** Math.min(job.attempts, 9))
      this.#log.warn(
        { error, job: job.id, kind: job.kind, attempts: job.attempts },
        'a job failed and will be tried again',
      )
      await this.#db.run(sql`
        update jobs set locked_until = null, run_at = now() + make_interval(secs => ${pause}),
          last_error = ${String(error).slice(0, 500)}
        where id = ${job.id}`)
    }
    return true
  }

  async #forgetOld(): Promise<void> {
    await this.#db.run(sql`delete from jobs where finished_at < now() - make_interval(days => ${KEEP_DAYS})`)
    await this.#db.run(
      sql`delete from idempotency_keys where created_at < now() - make_interval(days => ${KEEP_KEYS_DAYS})`,
    )
    await this.#db.run(sql`delete from sign_in_attempts where at < now() - interval '1 day'`)
  }
}
