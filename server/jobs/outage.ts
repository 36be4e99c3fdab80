/** Logs an outage twice, at its first failure and at its end, however many attempts fail in between. */
import { ClosedForWriting } from '#server/db/database.ts'
import type { Log } from '#server/log.ts'

export class Outage {
  readonly #log: Log
  readonly #words: { readonly begins: string; readonly ends: string }
  #failures = 0

  /** `words` are the messages of the first failure and of the end. */
  constructor(log: Log, words: { readonly begins: string; readonly ends: string }) {
    this.#log = log
    this.#words = words
  }

  failed(error: unknown): void {
    // a restore says itself that it runs, and ends by itself
    if (error instanceof ClosedForWriting) return
    this.#failures += 1
    if (this.#failures === 1) this.#log.error({ error }, this.#words.begins)
  }

  worked(): void {
    if (this.#failures === 0) return
    this.#log.warn({ failures: this.#failures }, this.#words.ends)
    this.#failures = 0
  }
}

/** The outage of the job queue. All workers of a process share it, so that one outage of the database is logged once. */
export const queueOutage = (log: Log): Outage =>
  new Outage(log, { begins: 'the job queue could not be read', ends: 'the job queue can be read again' })

/** The outage of the schedules of a process. */
export const schedulesOutage = (log: Log): Outage =>
  new Outage(log, { begins: 'the schedules could not be checked', ends: 'the schedules can be checked again' })

/** The outage of renewing the lock of one job. */
export const renewalOutage = (log: Log): Outage =>
  new Outage(log, { begins: 'the lock of a job could not be renewed', ends: 'the lock of a job is renewed again' })
