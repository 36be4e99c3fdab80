/** What the product asks of a database. Two engines answer it: embedded PGlite and PostgreSQL. The SQL is the same. */
import type { Sql } from 'sql-template-tag'

export type { Sql } from 'sql-template-tag'
export { default as sql, empty, join, raw } from 'sql-template-tag'

/** Runs statements. Values always travel as parameters. int8 arrives as number, numeric, date and timestamps as text. */
export interface Rows {
  /** All rows. */
  many<R extends object>(query: Sql): Promise<R[]>
  /** The one row; a bug if there is none. */
  one<R extends object>(query: Sql): Promise<R>
  /** The first row or null. */
  maybe<R extends object>(query: Sql): Promise<R | null>
  /** Runs a statement and answers how many rows it touched. */
  run(query: Sql): Promise<number>
}

/** A statement clashed with another transaction and the whole transaction may simply be run again (40001, 40P01). */
export class Clash extends Error {}

/** A unique constraint refused a row; `constraint` is its name. */
export class Duplicate extends Error {
  readonly constraint: string
  constructor(constraint: string, message: string) {
    super(message)
    this.constraint = constraint
  }
}

/** A check or foreign-key constraint refused a row; `constraint` is its name. */
export class Violation extends Error {
  readonly constraint: string
  constructor(constraint: string, message: string) {
    super(message)
    this.constraint = constraint
  }
}

/** A statement ran longer than statements may and was stopped; nothing was changed. */
export class TooSlow extends Error {}

/** The database cannot serve now: it does not answer, is starting or stopping, or has no room left. */
export class DatabaseUnavailable extends Error {
  readonly reason: 'down' | 'full'
  constructor(reason: 'down' | 'full', message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

export type TransactionMode = 'serializable' | 'read' | 'locking'

export interface Database extends Rows {
  readonly engine: 'pglite' | 'postgres'
  /**
   * Runs `work` in one transaction and commits, or rolls back when it throws.
   * 'serializable' reads and writes as if alone (throws Clash when it could not be);
   * 'read' is a read-only snapshot; 'locking' reads what is committed and relies on the rows it locks. Never use the database itself inside `work`, only the given rows.
   */
  transaction<T>(mode: TransactionMode, work: (tx: Rows) => Promise<T>): Promise<T>
  /** Runs a script of several statements without parameters (migrations). */
  script(text: string): Promise<void>
  /** Sends a text of at most 7,000 bytes to all processes on this database, this one included. */
  notify(payload: string): Promise<void>
  /** Calls `hear` for each notification; reconnects by itself, and calls `reconnected` after it may have missed some. */
  listen(hear: (payload: string) => void, reconnected: () => void): Promise<() => Promise<void>>
  /** Answers when the database does, throws when it does not. */
  ping(): Promise<void>
  close(): Promise<void>
}
