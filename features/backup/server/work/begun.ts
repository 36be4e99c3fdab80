/** Marks backups and restores as begun and ended, and shows that their process is alive. */
import type { Touched } from '#server/work.ts'
import { type Database, raw, type Rows, sql } from '#server/db/database.ts'
import { BACKUPS_TOPIC } from '../../domain/contract.ts'

/** A process that works on a backup shows every so often that it is alive. */
const BEAT_MILLISECONDS = 1_000
/** After this time without a sign the process is gone. Another process takes its job over a little later, and ends the work. */
const GONE_SECONDS = 15

/** What the pages are told of: the list as a whole. */
export const touched = (id: number): Touched => ({ entity: BACKUPS_TOPIC, id })

/** The condition that another process works on a row. On the embedded database there is none. */
export const isAlive = (db: Database): ReturnType<typeof raw> =>
  raw(db.engine === 'pglite' ? 'false' : `beat_at > now() - interval '${GONE_SECONDS} seconds'`)

/** Ends what a process left behind that was killed. A restore of it was rolled back by the database. */
export async function endInterrupted(rows: Rows, alive: ReturnType<typeof raw>): Promise<void> {
  await rows.run(sql`
    update backups set state = 'DONE', proof_failure = 'interrupted' where state = 'PROVING' and (${alive}) is not true`)
  await rows.run(sql`
    update backups set state = 'FAILED', failure = 'interrupted', ended_at = now()
    where state = 'RUNNING' and (${alive}) is not true`)
  await rows.run(sql`
    update restores set state = 'FAILED', failure = 'interrupted', ended_at = now(), administrator = null, sealed_passphrase = null
    where state in ('COMPARING', 'RESTORING') and (${alive}) is not true`)
}

/**
 * Shows while `work` runs that its process is alive, and stores how far it is. A transaction of `work` on the embedded database delays
 * these signs.
 */
export async function beating<T>(
  db: Database,
  table: 'backups' | 'restores',
  id: number,
  work: (progress: (rows: number) => void) => Promise<T>,
): Promise<T> {
  let rows = 0
  const beats = new Set<Promise<unknown>>()
  const done = (): ReturnType<typeof raw> => raw(table === 'backups' ? `, rows_done = ${rows}` : '')
  const timer = setInterval(() => {
    if (beats.size > 0) return
    const beat: Promise<unknown> = db
      .run(sql`update ${raw(table)} set beat_at = now()${done()} where id = ${id}`)
      .catch(() => {})
      .finally(() => beats.delete(beat))
    beats.add(beat)
  }, BEAT_MILLISECONDS)
  try {
    return await work((now) => {
      rows = now
    })
  } finally {
    clearInterval(timer)
    await Promise.all(beats)
  }
}
