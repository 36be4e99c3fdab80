/** Connects the kept answers of a process with its database and with the other processes. */
import type { Database } from '#server/db/database.ts'
import { Live } from '#app/server/live/live.ts'
import type { Log } from '#server/log.ts'
import { KeptAnswers } from '#server/kept-answers/kept-answers.ts'
import { observeWrites } from '#server/kept-answers/observe-writes.ts'

const BYTES_OF_MB = 1024 * 1024

type ConnectedAnswers = {
  /** The same database. Use only this one, so that answers are dropped when it changes. */
  readonly db: Database
  readonly live: Live
  /** Null if no answers are kept. */
  readonly kept: KeptAnswers | null
}

/**
 * Returns the kept answers of a process, with the database and the live updates that drop them. 0 MB keeps none. Tests give
 * answers a longer life, so that one which should have been dropped is noticed.
 */
export function connectKeptAnswers(
  opened: Database,
  log: Log,
  megabytes: number,
  lifeMilliseconds?: number,
): ConnectedAnswers {
  if (megabytes === 0) return { db: opened, live: new Live(opened, log), kept: null }
  const kept = new KeptAnswers({
    mostBytes: megabytes * BYTES_OF_MB,
    isOnlyProcess: opened.engine === 'pglite',
    ...(lifeMilliseconds && { lifeMilliseconds }),
  })
  const db = observeWrites(opened, {
    writtenBy: (text) => kept.writtenBy(text),
    wrote(tables) {
      kept.wrote(tables)
      live.wrote(tables)
    },
    wroteAnything() {
      kept.wroteAnything()
      live.wroteAnything()
    },
  })
  const live = new Live(db, log, kept)
  return { db, live, kept }
}
