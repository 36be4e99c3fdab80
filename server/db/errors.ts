/** What the two engines' errors mean for the product; the same on both. */
import { Clash, Duplicate, Violation } from '#server/db/database.ts'

/** Why the product cannot start; the message is one line fit for an operator, without a secret in it. */
export class CannotStart extends Error {}

/** The embedded database stopped by itself; nothing more can be asked of it, the process must be started again. */
export class DatabaseStopped extends Error {
  override readonly name = 'DatabaseStopped'
}

/** What both drivers tell of a refused statement. */
export type RefusedStatement = Error & {
  code?: string
  constraint?: string
  table?: string
  column?: string
}

const CLASHES = new Set(['40001', '40P01', '55P03'])

/** True when a prepared statement outlived a change of its tables: prepared anew, it runs. */
export function isStalePlan(error: unknown): boolean {
  const { code, message } = error as RefusedStatement
  return code === '0A000' && message.includes('cached plan must not change result type')
}

/** Turns a driver's error into Clash, Duplicate or Violation where it is one; any other error comes back as it is. */
export function translate(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code = '', constraint, table, column } = error as RefusedStatement
  if (CLASHES.has(code) || isStalePlan(error)) return new Clash(error.message, { cause: error })
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
