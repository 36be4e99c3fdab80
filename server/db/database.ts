/**
 * The interface of the database. Two engines implement it, embedded PGlite and PostgreSQL. The SQL is the same on
 * both.
 */
import type { Sql } from 'sql-template-tag'

export type { Sql } from 'sql-template-tag'
export { default as sql, empty, join, raw } from 'sql-template-tag'

/** Runs statements. Values are always parameters. int8 is returned as number; numeric, date and timestamps as text. */
export interface Rows {
  /** Returns all rows. */
  many<R extends object>(query: Sql): Promise<R[]>
  /** Returns the only row; throws if there is none. */
  one<R extends object>(query: Sql): Promise<R>
  /** Returns the first row, or null. */
  maybe<R extends object>(query: Sql): Promise<R | null>
  /** Runs a statement and returns the number of rows that it changed. */
  run(query: Sql): Promise<number>
}

/** A statement clashed with another transaction (40001, 40P01). The whole transaction can be retried. */
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

/** A foreign key refused a row: another one refers to what is deleted, or the row refers to what does not exist. */
export class BrokenReference extends Violation {}

/** A statement exceeded its time limit and was stopped. It changed nothing. */
export class TooSlow extends Error {}

/** The database cannot serve now: it does not answer, is starting or stopping, or has no room left. */
export class DatabaseUnavailable extends Error {
  readonly reason: 'down' | 'full'
  constructor(reason: 'down' | 'full', message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** The database is closed for writing while a backup is restored. Nothing was stored; the same request succeeds afterwards. */
export class ClosedForWriting extends Error {
  constructor() {
    super('The database is closed for writing while a backup is restored')
  }
}

/** What can be closed: taking jobs, and everything that people, programs and jobs store. */
export type Closable = 'jobs' | 'writing'

/** What the work may do that closes the database. */
export type Closing = {
  /**
   * Closes one of both, and returns when the work that had begun before has ended: all statements that take jobs, or all transactions with
   * `whenOpen`. Throws Clash if that takes too long.
   */
  readonly close: (what: Closable) => Promise<void>
  /** Runs a transaction that only succeeds if the database was closed without a break. */
  readonly transaction: <T>(mode: TransactionMode, work: (tx: Rows) => Promise<T>) => Promise<T>
}

/** What a transaction tells of itself. */
export type Told = {
  /** The names of the records that it changed, as in topics. */
  readonly records: readonly string[]
  /** True if it is announced to nobody outside the product, because it only took in what happened earlier. */
  readonly quiet: boolean
}

export type TransactionOptions = {
  /** True to throw ClosedForWriting if the database is closed for writing. */
  readonly whenOpen?: boolean
  /** Returns what the transaction tells of itself. Called after the commit. */
  readonly told?: () => Told
}

export type TransactionMode = 'serializable' | 'read' | 'locking'

export interface Database extends Rows {
  readonly engine: 'pglite' | 'postgres'
  /** How many transactions can run at once. */
  readonly connections: number
  /**
   * Runs `work` in one transaction. Commits when `work` returns, rolls back when it throws.
   *
   * 'serializable' reads and writes as if no other transaction ran, and throws Clash if that was impossible. 'read'
   * is a read-only snapshot. 'locking' reads committed rows and relies on the rows it locks. Inside `work` use only
   * the given rows, never the database itself.
   */
  transaction<T>(mode: TransactionMode, work: (tx: Rows) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Runs `work`, which may close the database for all processes. It is open again when `work` ends, and also when this process dies.
   * Only one process may do this at a time.
   */
  closing<T>(work: (closing: Closing) => Promise<T>): Promise<T>
  /** Returns a condition for a statement that writes. If it is true, it stays true until the transaction of the statement ends. */
  isOpen(what: Closable): Sql
  /** Runs a script of several statements without parameters, such as a migration. */
  script(text: string): Promise<void>
  /** Sends a text of at most 7,000 bytes to all processes on this database, including this one. */
  notify(payload: string): Promise<void>
  /**
   * Calls `receive` for each notification. Calls `lost` when the connection breaks, reconnects by itself, and then calls
   * `reconnected`: notifications of the time between were missed.
   */
  listen(receive: (payload: string) => void, reconnected: () => void, lost?: () => void): Promise<() => Promise<void>>
  /** Returns if the database answers; throws if it does not. */
  ping(): Promise<void>
  close(): Promise<void>
}
