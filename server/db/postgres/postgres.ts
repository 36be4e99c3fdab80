/** The other engine: a PostgreSQL server of version 15 or later, with a pool of connections. */
import pg from 'pg'
import { type Database, DatabaseUnavailable } from '#server/db/database.ts'
import { CannotStart, isStalePlan, translate } from '#server/db/errors.ts'
import { closeOn, isOpen } from '#server/db/postgres/postgres-closing.ts'
import { listenOn } from '#server/db/postgres/postgres-listener.ts'
import { type Answer, type Execute, refuseInside, rowsOver, transact } from '#server/db/session.ts'
import { StatementNames } from '#server/db/statement-names.ts'
import { readerOf, toWire } from '#server/db/values.ts'

/** The server cannot be reached or refuses the sign-in. */
export class DatabaseUnreachable extends CannotStart {
  override readonly name = 'DatabaseUnreachable'
}

const OLDEST = 150_000
const POOL_SIZE = 12
const CONNECT_MS = 10_000
/**
 * The most seconds that a statement may run. A longer search or report would block its connection for other requests.
 */
const STATEMENT_SECONDS = 30

/**
 * Opens the server at `url`. Throws DatabaseUnreachable if it does not answer, refuses the sign-in or is too old. In
 * one piece, because every function of the database shares the pool, the statement names and the state of closing.
 */
export async function openPostgres(
  url: string,
  { poolSize = POOL_SIZE, statementSeconds = STATEMENT_SECONDS } = {},
): Promise<Database> {
  const { config, place } = connectionTo(url, statementSeconds)
  const pool = new pg.Pool({ ...config, max: poolSize })
  // The next user of a broken connection notices it. Without these listeners its error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const names = new StatementNames()
  const listeners = new Set<() => Promise<void>>()
  let closing: Promise<void> | undefined
  let opened = false

  const connect = async (): Promise<pg.PoolClient> => {
    try {
      return await pool.connect()
    } catch (error) {
      const message = `Cannot use the database at ${place}: ${reasonOf(error)}`
      if (opened) throw new DatabaseUnavailable('down', message, { cause: error })
      throw new DatabaseUnreachable(message, { cause: error })
    }
  }
  const executeOn =
    (client: pg.ClientBase): Execute =>
    async (text, values) => {
      const name = names.nameOf(text)
      try {
        return readResult(await client.query({ text, values: toWire(values), ...(name === '' ? {} : { name }) }))
      } catch (error) {
        if (isStalePlan(error)) names.forget()
        throw translate(error)
      }
    }
  const lend = async <T>(work: (client: pg.PoolClient, discard: () => void) => Promise<T>): Promise<T> => {
    const client = await connect()
    let broken = false
    const discard = (): void => {
      broken = true
    }
    client.once('end', discard)
    try {
      return await work(client, discard)
    } finally {
      client.off('end', discard)
      client.release(broken)
    }
  }
  const inWork = new Set<Promise<unknown>>()
  const withClient: typeof lend = (work) => {
    if (closing) return Promise.reject(new Error('The database is closed'))
    const done = lend(work)
    inWork.add(done)
    const forget = (): unknown => inWork.delete(done)
    done.then(forget, forget)
    return done
  }
  const single: Execute = async (text, values) => {
    refuseInside(database)
    return withClient((client) => executeOn(client)(text, values))
  }

  const database: Database = {
    engine: 'postgres',
    connections: poolSize,
    ...rowsOver(single),
    transaction(mode, work, { whenOpen = false } = {}) {
      refuseInside(database)
      const condition = whenOpen ? isOpen('writing') : null
      return withClient((client, discard) => transact(database, executeOn(client), discard, mode, work, condition))
    },
    closing(work) {
      refuseInside(database)
      return closeOn(
        config,
        (client) => {
          const execute = executeOn(client)
          const end = (): void => void client.end().catch(() => {})
          return { execute, transaction: (mode, act) => transact(database, execute, end, mode, act) }
        },
        work,
      )
    },
    isOpen,
    async script(text) {
      refuseInside(database)
      try {
        await withClient(async (client, discard) => {
          // a migration may take longer than a statement of the product
          await client.query('set statement_timeout = 0')
          try {
            await client.query(text)
          } finally {
            await client.query('reset statement_timeout').catch(discard)
          }
        })
      } catch (error) {
        throw translate(error)
      }
      names.forget()
    },
    async notify(payload) {
      await single(`select pg_notify('kerino', $1)`, [payload])
    },
    async listen(receive, reconnected, lost = () => {}) {
      const stop = await listenOn(config, receive, reconnected, lost)
      listeners.add(stop)
      return async () => {
        listeners.delete(stop)
        await stop()
      }
    },
    async ping() {
      await single('select 1', [])
    },
    close() {
      closing ??= (async () => {
        // The pool would drop callers that still wait for a connection.
        await Promise.allSettled(inWork)
        await Promise.all([...listeners].map((stop) => stop()))
        await pool.end()
      })()
      return closing
    },
  }

  try {
    const answer = await single(`select current_setting('server_version_num')::int as version`, [])
    const { version } = answer.rows[0] as { version: number }
    if (version < OLDEST) throw new DatabaseUnreachable(`The database at ${place} is older than PostgreSQL 15`)
  } catch (error) {
    await pool.end()
    throw error
  }
  opened = true
  return database
}

function connectionTo(url: string, statementSeconds: number): { config: pg.ClientConfig; place: string } {
  let address: URL
  try {
    address = new URL(url)
    if (!/^postgres(ql)?:$/.test(address.protocol)) throw new TypeError()
  } catch {
    // The message does not repeat the text, because it may contain a password.
    throw new DatabaseUnreachable(
      'DATABASE_URL is not an address of the form postgresql://user:password@host:5432/database',
    )
  }
  // compiling takes longer than it saves: statements of pages are short, but the planner expects long ones
  const session = '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c bytea_output=hex -c jit=off'
  const limits = `-c statement_timeout=${statementSeconds}s -c idle_in_transaction_session_timeout=${2 * statementSeconds}s`
  address.searchParams.set('options', `${address.searchParams.get('options') ?? ''} ${session} ${limits}`.trim())
  const host = address.searchParams.get('host') ?? (decodeURIComponent(address.hostname) || 'localhost')
  return {
    place: `${host}:${address.port || address.searchParams.get('port') || 5432}`,
    config: {
      // URLSearchParams writes blanks as "+", which PostgreSQL does not read as blanks.
      connectionString: address.href.replaceAll('+', '%20'),
      application_name: 'kerino',
      connectionTimeoutMillis: CONNECT_MS,
      // statements of one transaction are sent without waiting for the answers of earlier ones
      pipeline: true,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      types: { getTypeParser: (oid: number) => readerOf(oid) },
    },
  }
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  ETIMEDOUT: 'it does not answer in time',
  ENOENT: 'there is no such socket',
  '57P03': 'it is starting or stopping',
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return REASONS[code ?? ''] ?? (message || code || 'unknown')
}

function readResult(result: pg.QueryResult): Answer {
  return {
    rows: result.rows,
    count: result.rowCount ?? 0,
    command: result.command ?? '',
    columns: () => result.fields.map(({ name, dataTypeID, tableID }) => ({ name, type: dataTypeID, table: tableID })),
  }
}
