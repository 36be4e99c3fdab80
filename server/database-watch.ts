/** Notices that the database fails and when it serves again: one line of the log each, however many requests fail. */
import { type Database, DatabaseUnavailable, sql } from '#server/db/database.ts'
import type { Log } from '#server/log.ts'

const LOOK_AGAIN_MILLISECONDS = 1_000
/** Rows that do not fit into the pages a table has already. */
const PROBE_ROWS = 5_000

const LINES = {
  down: 'the database does not answer; requests are answered 503 until it does',
  full: 'the database has no room left on its disk; requests are answered 503 until there is some',
} as const

export class DatabaseWatch {
  readonly #db: Database
  readonly #log: Log
  #failure: 'down' | 'full' | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(db: Database, log: Log) {
    this.#db = db
    this.#log = log
  }

  /** Whether the database served when it was last seen. */
  get serves(): boolean {
    return this.#failure === null
  }

  /** Notes an error of a request. Anything but a database that cannot serve is ignored. */
  failed(error: unknown): void {
    if (!(error instanceof DatabaseUnavailable) || this.#failure === error.reason) return
    this.#failure = error.reason
    this.#log.error({ event: `database-${error.reason}`, reason: error.message }, LINES[error.reason])
    this.#lookAgain()
  }

  /** Looks whether the database serves again. Reports whether it does. */
  async look(): Promise<boolean> {
    if (this.#failure === null) return true
    try {
      await this.#db.ping()
      if (this.#failure === 'full') await this.#writes()
    } catch (error) {
      this.failed(error)
      return false
    }
    this.#failure = null
    this.#log.warn({ event: 'database-serves' }, 'the database serves again')
    return true
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  /** Fails when there is no room for rows of a new table. Where such tables are not allowed, requests show what there is. */
  async #writes(): Promise<void> {
    try {
      await this.#db.transaction('serializable', (tx) =>
        tx.run(sql`
          create temporary table room_on_disk on commit drop as
          select md5(n::text) as text from generate_series(1, ${PROBE_ROWS}::int) as n`),
      )
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
    }
  }

  #lookAgain(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      void this.look().then((serves) => serves || this.#lookAgain())
    }, LOOK_AGAIN_MILLISECONDS)
    this.#timer.unref()
  }
}
