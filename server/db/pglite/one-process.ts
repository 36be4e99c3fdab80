/** Runs work that only one process on a database may do at a time, and counts the processes. */
import { type Database, sql } from '#server/db/database.ts'

/** The number after the lock of the migrations. */
const START_LOCK = 7_220_332

/**
 * Runs work that only one process may do at a time; other processes wait. The embedded database has only one process.
 */
export async function runExclusively<T>(db: Database, work: () => Promise<T>): Promise<T> {
  if (db.engine === 'pglite') return work()
  const held = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  // the lock belongs to its own connection, so the server releases it if this process dies
  const holding = db.transaction('read', async (tx) => {
    // the wait and the work may take longer than a statement; no time limit may release the lock before the end
    await tx.one(sql`
      select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`)
    await tx.one(sql`select true as held from pg_advisory_xact_lock(${START_LOCK})`)
    held.resolve()
    await done.promise
  })
  await Promise.race([held.promise, holding])
  try {
    return await work()
  } finally {
    done.resolve()
    await holding
  }
}

/**
 * Returns the number of processes on this database. Each process has one connection for notifications, and these are
 * counted.
 */
export async function countProcesses(db: Database): Promise<number> {
  if (db.engine === 'pglite') return 1
  const { processes } = await db.one<{ processes: number }>(sql`
    select count(*)::int as processes from pg_stat_activity
    where datname = current_database() and application_name = 'kerino listener'`)
  return Math.max(1, processes)
}

const COUNT_MILLISECONDS = 5_000

/** Calls `report` every few seconds with the number of processes. Returns the function that stops it. */
export function watchProcesses(db: Database, report: (processes: number) => void): () => void {
  const look = () => {
    // while the database does not answer, the last number remains valid
    countProcesses(db).then(report, () => undefined)
  }
  look()
  const timer = setInterval(look, COUNT_MILLISECONDS).unref()
  return () => clearInterval(timer)
}
