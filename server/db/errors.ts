/** Turns the errors of the two engines into the same errors of the product. */
import { BrokenReference, Clash, DatabaseUnavailable, Duplicate, TooSlow, Violation } from '#server/db/database.ts'

/** The product cannot start. The message is one sentence for the operator and contains no secret. */
export class CannotStart extends Error {}

/** The embedded database has stopped by itself. The process must be restarted. */
export class DatabaseStopped extends DatabaseUnavailable {
  override readonly name = 'DatabaseStopped'
  constructor(message: string, options?: ErrorOptions) {
    super('down', message, options)
  }
}

/** The parts of a refused statement that both drivers report. */
export type RefusedStatement = Error & {
  code?: string
  constraint?: string
  table?: string
  column?: string
}

const CLASHES = new Set(['40001', '40P01', '55P03'])

const STOPPED_STATEMENT = '57014'
/** The disk is full, or its files cannot be read or written. */
const FULL = new Set(['53100', 'ENOSPC'])
/**
 * The server is shutting down, has crashed, is starting, or lacks memory or connections. Also errors of the
 * connection.
 */
const DOWN = new Set(['57P01', '57P02', '57P03', '57P05', '53000', '53200', '53300', '53400', '58000', '58030'])
const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT$)/
/** Messages of the driver that come without a code. */
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Returns why the database cannot serve; null if the error has another meaning. */
function unavailability(error: Error & { code?: string }): 'down' | 'full' | null {
  const { code = '', message } = error
  if (FULL.has(code) || /no space left on device/i.test(message)) return 'full'
  return DOWN.has(code) || code.startsWith('08') || NETWORK.test(code) || WORDS.test(message) ? 'down' : null
}

/** Reports whether a prepared statement is older than a change of its tables. It runs after it is prepared again. */
export function isStalePlan(error: unknown): boolean {
  const { code, message } = error as RefusedStatement
  return code === '0A000' && message.includes('cached plan must not change result type')
}

/**
 * Turns a driver error into Clash, Duplicate, BrokenReference, Violation, TooSlow or DatabaseUnavailable. Returns any other error
 * unchanged.
 */
export function translate(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code = '', constraint, table, column } = error as RefusedStatement
  if (CLASHES.has(code) || isStalePlan(error)) return new Clash(error.message, { cause: error })
  if (code === STOPPED_STATEMENT) return new TooSlow(error.message, { cause: error })
  const reason = unavailability(error)
  if (reason) return new DatabaseUnavailable(reason, error.message, { cause: error })
  if (code === '23505') return withCause(new Duplicate(constraint ?? '', error.message), error)
  // PostgreSQL 15 gives not-null constraints no name. This is the name that PostgreSQL 18 gives them.
  if (code === '23502')
    return withCause(new Violation(constraint ?? `${table}_${column}_not_null`, error.message), error)
  if (code === '23503') return withCause(new BrokenReference(constraint ?? '', error.message), error)
  if (constraint && (code.startsWith('23') || code.startsWith('22'))) {
    return withCause(new Violation(constraint, error.message), error)
  }
  return error
}

function withCause<E extends Error>(error: E, cause: Error): E {
  error.cause = cause
  return error
}
