/** What only one process on a database may do at a time, and how many processes there are. */
import { type Database, sql } from '#server/db/database.ts'

/** Beside the number that migrations lock. */
const START_LOCK = 7_220_332

/** Runs work that only one process may do at a time; the others wait for it. The embedded database has one process anyway. */
export async function alone<T>(db: Database, work: () => Promise<T>): Promise<T> {
  if (db.engine === 'pglite') return work()
  const held = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  // the lock belongs to a connection of its own, so it is let go of when this process dies
  const holding = db.transaction('read', async (tx) => {
    // the wait and the work may take longer than a statement may, and no limit may let go of the lock meanwhile
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

/** Counts the processes of the product on this database by the connections on which they listen. */
export async function countProcesses(db: Database): Promise<number> {
  if (db.engine === 'pglite') return 1
  const { processes } = await db.one<{ processes: number }>(sql`
    select count(*)::int as processes from pg_stat_activity
    where datname = current_database() and application_name = 'kerino listener'`)
  return Math.max(1, processes)
}

const COUNT_MILLISECONDS = 5_000

/** Tells every few seconds how many processes there are. Returns the function that stops it. */
export function watchProcesses(db: Database, tell: (processes: number) => void): () => void {
  const look = () => {
    // while the database does not answer, the last number counts
    countProcesses(db).then(tell, () => undefined)
  }
  look()
  const timer = setInterval(look, COUNT_MILLISECONDS).unref()
  return () => clearInterval(timer)
}
