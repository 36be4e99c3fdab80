/** What the two engines' errors mean for the product; the same on both. */
import { Clash, DatabaseUnavailable, Duplicate, TooSlow, Violation } from '#server/db/database.ts'

/** Why the product cannot start; the message is one line fit for an operator, without a secret in it. */
export class CannotStart extends Error {}

/** The embedded database stopped by itself; nothing more can be asked of it, the process must be started again. */
export class DatabaseStopped extends DatabaseUnavailable {
  override readonly name = 'DatabaseStopped'
  constructor(message: string, options?: ErrorOptions) {
    super('down', message, options)
  }
}

/** What both drivers tell of a refused statement. */
export type RefusedStatement = Error & {
  code?: string
  constraint?: string
  table?: string
  column?: string
}

const CLASHES = new Set(['40001', '40P01', '55P03'])

const STOPPED_STATEMENT = '57014'
/** No room on the disk; an error while reading or writing files. */
const FULL = new Set(['53100', 'ENOSPC'])
/** Shutting down, crashed, starting, no memory, too many connections, too many statements; and the network's own. */
const DOWN = new Set(['57P01', '57P02', '57P03', '57P05', '53000', '53200', '53300', '53400', '58000', '58030'])
const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT$)/
/** What the driver says without a code. */
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Returns why the database cannot serve, null when the error means something else. */
function unavailability(error: Error & { code?: string }): 'down' | 'full' | null {
  const { code = '', message } = error
  if (FULL.has(code) || /no space left on device/i.test(message)) return 'full'
  return DOWN.has(code) || code.startsWith('08') || NETWORK.test(code) || WORDS.test(message) ? 'down' : null
}

/** True when a prepared statement outlived a change of its tables: prepared anew, it runs. */
export function isStalePlan(error: unknown): boolean {
  const { code, message } = error as RefusedStatement
  return code === '0A000' && message.includes('cached plan must not change result type')
}

/** Turns a driver's error into Clash, Duplicate, Violation, TooSlow or DatabaseUnavailable where it is one; any other error comes back as it is. */
export function translate(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code = '', constraint, table, column } = error as RefusedStatement
  if (CLASHES.has(code) || isStalePlan(error)) return new Clash(error.message, { cause: error })
  if (code === STOPPED_STATEMENT) return new TooSlow(error.message, { cause: error })
  const reason = unavailability(error)
  if (reason) return new DatabaseUnavailable(reason, error.message, { cause: error })
  if (code === '23505') return withCause(new Duplicate(constraint ?? '', error.message), error)
  // PostgreSQL 15 gives not-null constraints no name; this is the name PostgreSQL 18 gives them.
  if (code === '23502')
    return withCause(new Violation(constraint ?? `${table}_${column}_not_null`, error.message), error)
  if (constraint && (code.startsWith('23') || code.startsWith('22'))) {
    return withCause(new Violation(constraint, error.message), error)
  }
  return error
}

function withCause<E extends Error>(error: E, cause: Error): E {
  error.cause = cause
  return error
}
