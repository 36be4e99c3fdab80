/**
 * Closes a PostgreSQL server for all processes: a connection of its own holds advisory locks. So the database is open again when this
 * connection ends, however it ends, and its transactions succeed only while the locks are held.
 */
import pg from 'pg'
import { type Closable, type Closing, type Sql, sql } from '#server/db/database.ts'
import { translate } from '#server/db/errors.ts'
import type { Execute } from '#server/db/session.ts'

/** The numbers after the lock of a start. */
const LOCKS: Readonly<Record<Closable, number>> = { jobs: 7_220_333, writing: 7_220_334 }

/**
 * No limit may end the connection while it waits or rests. The server notices within a minute that the computer of the process is gone. A
 * lock is not waited for longer than any command may take.
 */
const SETTINGS = `
  set statement_timeout = 0; set idle_session_timeout = 0; set lock_timeout = '5min';
  set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 4`

/**
 * Returns the condition that something is open. It takes the lock that all its users share, until the end of their transaction. It never
 * waits: it is false as soon as a connection asks for the lock alone.
 */
export const isOpen = (what: Closable): Sql => sql`pg_try_advisory_xact_lock_shared(${LOCKS[what]}::bigint)`

/** What runs statements on a connection. */
type Session = Pick<Closing, 'transaction'> & { readonly execute: Execute }

export async function closeOn<T>(
  config: pg.ClientConfig,
  sessionOn: (client: pg.Client) => Session,
  work: (closing: Closing) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...config, application_name: 'kerino restore' })
  // the next statement notices that the connection broke
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(SETTINGS)
  } catch (error) {
    await client.end().catch(() => {})
    throw translate(error)
  }
  const { execute, transaction } = sessionOn(client)
  try {
    return await work({
      close: async (what) => {
        await execute('select true as held from pg_advisory_lock($1::bigint)', [LOCKS[what]])
      },
      transaction,
    })
  } finally {
    await client.end().catch(() => {})
  }
}
