/** Notices when the database fails and when it serves again. Each is logged once, however many requests fail. */
import { type Database, DatabaseUnavailable, sql } from '#server/db/database.ts'
import type { Log } from '#server/log.ts'

const LOOK_AGAIN_MILLISECONDS = 1_000
/** More rows than the free space of the existing pages can hold, so that the database must extend its files. */
const PROBE_ROWS = 5_000

const MESSAGES = {
  down: 'the database does not answer; requests are answered 503 until it does',
  full: 'the disk of the database is full; requests are answered 503 until it has room',
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

  /** Reports whether the database served at the last check. */
  get serves(): boolean {
    return this.#failure === null
  }

  /** Records that a request failed. Ignores errors other than a database that cannot serve. */
  failed(error: unknown): void {
    if (!(error instanceof DatabaseUnavailable) || this.#failure === error.reason) return
    this.#failure = error.reason
    this.#log.error({ event: `database-${error.reason}`, reason: error.message }, MESSAGES[error.reason])
    this.#lookAgain()
  }

  /** Checks whether the database serves again, and reports whether it does. */
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

  /**
   * Throws DatabaseUnavailable if the disk has no room for the rows of a new table. Where temporary tables are not
   * allowed, the check passes and the next request shows the state.
   */
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
