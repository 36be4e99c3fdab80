/** What only one process on a database may do at a time, and how many processes there are. */
import { type Database, sql } from '#server/db/database.ts'

/** Beside the number that migrations lock. */
const START_LOCK = 7_220_332

/** Does work while every other process that wants the same waits. The embedded database has one process anyway. */
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

/** How many processes of the product work on this database; each of them listens on a connection of its own. */
export async function countProcesses(db: Database): Promise<number> {
  if (db.engine === 'pglite') return 1
  const { processes } = await db.one<{ processes: number }>(sql`
    select count(*)::int as processes from pg_stat_activity
    where datname = current_database() and application_name = 'kerino listener'`)
  return Math.max(1, processes)
}

const COUNT_MILLISECONDS = 5_000

/** Says again and again how many processes there are, until the answered function is called. */
export function watchProcesses(db: Database, tell: (processes: number) => void): () => void {
  const look = () => {
    // a database that does not answer just now has told of as many as before
    countProcesses(db).then(tell, () => undefined)
  }
  look()
  const timer = setInterval(look, COUNT_MILLISECONDS).unref()
  return () => clearInterval(timer)
}
