/**
 * Runs checkpoints and vacuum for PGlite. A PostgreSQL server does this in background processes, which PGlite does
 * not have.
 */
import { type Rows, raw, sql } from '#server/db/database.ts'

const ROUND_MS = 60_000
/** The most bytes of log since the last checkpoint. A start after a crash must replay this log. */
const MOST_LOG_BYTES = 32 * 1024 * 1024
/** The least bytes of log that justify a checkpoint five minutes after the last one. */
const SOME_LOG_BYTES = 64 * 1024

/**
 * Runs the checkpoint if it is due, and vacuum with new statistics for tables with many changes. Returns what it did.
 */
export async function tidy(db: Rows): Promise<string[]> {
  const done: string[] = []
  // The thresholds are those of PostgreSQL's autovacuum.
  const tables = await db.many<{ name: string }>(sql`
    select format('%I.%I', stat.schemaname, stat.relname) as name
    from pg_stat_user_tables stat join pg_class class on class.oid = stat.relid
    where stat.n_dead_tup > 50 + 0.2 * greatest(class.reltuples, 0)
       or stat.n_mod_since_analyze > 50 + 0.1 * greatest(class.reltuples, 0)
       or stat.n_ins_since_vacuum > 1000 + 0.2 * greatest(class.reltuples, 0)
       or age(class.relfrozenxid) > 150000000
    order by stat.n_mod_since_analyze desc`)
  for (const { name } of tables) {
    await db.run(sql`vacuum (analyze) ${raw(name)}`)
    done.push(`vacuum ${name}`)
  }
  const { bytes, old } = await db.one<{ bytes: number; old: boolean }>(sql`
    select (pg_current_wal_lsn() - redo_lsn)::bigint as bytes, checkpoint_time < now() - interval '5 minutes' as old
    from pg_control_checkpoint()`)
  if (bytes > MOST_LOG_BYTES || (old && bytes > SOME_LOG_BYTES)) {
    await db.run(sql`checkpoint`)
    done.push('checkpoint')
  }
  return done
}

/** Runs `tidy` every minute until the returned function is called. */
export function keepTidy(db: Rows): () => void {
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    tidy(db)
      .catch((error: Error) => process.emitWarning(`The embedded database could not be maintained: ${error.message}`))
      .finally(() => {
        busy = false
      })
  }, ROUND_MS)
  timer.unref()
  return () => clearInterval(timer)
}
