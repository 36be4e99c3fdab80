/** Connects the kept answers and the live updates of a process with its database and with the other processes. */
import type { Database } from '#server/db/database.ts'
import { topicsOfChange, topicsOfRequest } from '#app/server/live/kinds.ts'
import { Live } from '#app/server/live/live.ts'
import { noteChanges } from '#server/live/request-changes.ts'
import type { Log } from '#server/log.ts'
import { KeptAnswers } from '#server/kept-answers/kept-answers.ts'
import { KnownTables, NEVER_KEPT } from '#server/kept-answers/known-tables.ts'
import { observeWrites } from '#server/kept-answers/observe-writes.ts'

const BYTES_OF_MB = 1024 * 1024

type ConnectedAnswers = {
  /** The same database. Use only this one, so that answers are dropped and pages are told when it changes. */
  readonly db: Database
  readonly tables: KnownTables
  readonly live: Live
  /** Null if no answers are kept. */
  readonly kept: KeptAnswers | null
}

type Connecting = {
  readonly changed?: (topics: readonly string[], quiet: boolean) => void
  readonly lifeMilliseconds?: number
}

/**
 * Returns the kept answers of a process, with the database and the live updates that drop them. 0 MB keeps none. `changed`
 * is called after each commit with what it changed, and whether it is announced to nobody. Tests give answers a longer life, so that
 * one which should have been dropped is noticed.
 */
export function connectKeptAnswers(
  opened: Database,
  log: Log,
  megabytes: number,
  { changed, lifeMilliseconds }: Connecting = {},
): ConnectedAnswers {
  const tables = new KnownTables()
  const kept =
    megabytes === 0
      ? null
      : new KeptAnswers({
          tables,
          mostBytes: megabytes * BYTES_OF_MB,
          isOnlyProcess: opened.engine === 'pglite',
          ...(lifeMilliseconds && { lifeMilliseconds }),
        })
  const db = observeWrites(opened, {
    writtenBy: (text) => tables.writtenBy(text),
    wrote(written, told) {
      const watched = written.filter((table) => !NEVER_KEPT.includes(table))
      kept?.wrote(watched)
      live.wrote(watched)
      if (told) {
        noteChanges(topicsOfRequest(written))
        const topics = topicsOfChange(written, told.records)
        live.changed(topics)
        changed?.(topics, told.quiet)
      }
    },
    wroteAnything() {
      kept?.wroteAnything()
      live.wroteAnything()
    },
  })
  const live = new Live(db, log, kept)
  return { db, tables, live, kept }
}
