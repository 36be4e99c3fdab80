/** The parts that both engines share: the ways to read rows, and the steps of a transaction. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import { ClosedForWriting, type Rows, type Sql, type TransactionMode } from '#server/db/database.ts'

/** A column of a result: its name, the number of its type, and that of the table in which it is stored; 0 if the statement computes it. */
export type Column = { readonly name: string; readonly type: number; readonly table: number }

/** The result of one statement. */
export type Answer = {
  readonly rows: object[]
  readonly count: number
  readonly command: string
  readonly columns: () => Column[]
}

/** Runs one statement on one connection and translates its errors. */
export type Execute = (text: string, values: readonly unknown[]) => Promise<Answer>

/**
 * Receives the answer to each statement that reads rows, as a promise, while its caller is still on the stack. Only tests subscribe, which
 * compare the rows with the types of their readers.
 */
export const READS = channel('kerino.reads')

/** Returns the four ways to run a statement, based on `execute`. */
export function rowsOver(execute: Execute): Rows {
  const many = async <R extends object>(query: Sql): Promise<R[]> => {
    const answer = execute(query.text, query.values)
    if (READS.hasSubscribers) READS.publish(answer)
    return (await answer).rows as R[]
  }
  return {
    many,
    async one<R extends object>(query: Sql) {
      const rows = await many<R>(query)
      const [row] = rows
      if (row === undefined || rows.length > 1) throw new Error(`One row expected, ${rows.length} found: ${query.text}`)
      return row
    },
    async maybe<R extends object>(query: Sql) {
      const [row] = await many<R>(query)
      return row ?? null
    },
    async run(query) {
      const { count } = await execute(query.text, query.values)
      return count
    },
  }
}

const BEGIN = {
  serializable: 'begin isolation level serializable',
  read: 'begin isolation level repeatable read read only',
  locking: 'begin isolation level read committed',
}

/**
 * Matches a statement that changes no row even if it is committed by itself. Unlike `mayWrite`, it includes a lock by `for update`,
 * which ends with the statement. A statement that begins with `with` may write.
 */
const SELECT = /^\s*select\s/i

const running = new AsyncLocalStorage<Transaction>()

/** Throws if the database itself is used inside one of its transactions. With one connection it would wait for ever. */
export function refuseInside(database: object): void {
  if (running.getStore()?.isOpenOn(database)) {
    throw new Error('The database itself was used inside a transaction; use the rows the transaction gives')
  }
}

/**
 * Runs `work` between begin and commit on one connection, and rolls back if anything fails. Calls `discard` if the
 * state of the connection is unknown and it must not be used again. Throws ClosedForWriting if the condition `isOpen` is given and false.
 */
export async function transact<T>(
  database: object,
  execute: Execute,
  discard: () => void,
  mode: TransactionMode,
  work: (tx: Rows) => Promise<T>,
  isOpen: Sql | null = null,
): Promise<T> {
  const transaction = new Transaction(database, execute, discard, mode, isOpen)
  try {
    const result = await running.run(transaction, () => work(rowsOver(transaction.statement)))
    await transaction.commit()
    return result
  } catch (error) {
    await transaction.rollback()
    throw (await transaction.whyNotBegun()) ?? error
  }
}

/** Throws ClosedForWriting if the condition is false. */
async function demandOpen(execute: Execute, isOpen: Sql): Promise<void> {
  const { rows } = await execute(`select ${isOpen.text} as open`, isOpen.values)
  if (!(rows[0] as { open: boolean }).open) throw new ClosedForWriting()
}

/**
 * One transaction on one connection. It is `new` until its first statement: the begin was sent, but its answer was not
 * awaited. The question whether the database is open is sent with the begin and belongs to it. It is `ended` as soon as the work returned or failed, before the commit or rollback is sent.
 */
class Transaction {
  readonly #database: object
  readonly #execute: Execute
  readonly #discard: () => void
  readonly #mode: TransactionMode
  readonly #begun: Promise<unknown>
  #state: 'new' | 'open' | 'ended' = 'new'
  #failure: unknown

  constructor(database: object, execute: Execute, discard: () => void, mode: TransactionMode, isOpen: Sql | null) {
    this.#database = database
    this.#execute = execute
    this.#discard = discard
    this.#mode = mode
    const begun = execute(BEGIN[mode], [])
    this.#begun = isOpen ? Promise.all([begun, demandOpen(execute, isOpen)]) : begun
    // the first statement and the commit throw its error
    this.#begun.catch(() => {})
  }

  /** Returns the error with which the transaction did not begin; null if it began. It explains what `work` met afterwards. */
  whyNotBegun(): Promise<unknown> {
    return this.#begun.then(
      () => null,
      (error: unknown) => error,
    )
  }

  isOpenOn(database: object): boolean {
    return this.#state !== 'ended' && this.#database === database
  }

  /** Runs one statement. Statements are sent in the order of the calls. */
  readonly statement: Execute = async (text, values) => {
    if (!this.#goesWithBegin(text)) await this.#begun
    // checked last, because a statement after the end would run outside the transaction
    if (this.#state === 'ended') throw new Error('A transaction was used after its end')
    try {
      return await this.#execute(text, values)
    } catch (error) {
      // of statements sent together only the first failure has the reason; the others only report that the
      // transaction failed
      this.#failure ??= error
      throw this.#failure
    }
  }

  /**
   * Reports whether a statement is sent together with the begin: only the first one, and only a read. A write waits,
   * because after a failed begin the database would commit it by itself.
   */
  #goesWithBegin(text: string): boolean {
    if (this.#state !== 'new') return false
    this.#state = 'open'
    return this.#mode === 'read' || SELECT.test(text)
  }

  async commit(): Promise<void> {
    this.#state = 'ended'
    await this.#begun
    const committed = this.#execute('commit', [])
    if (this.#mode === 'read') {
      // the rows are valid even if the commit fails, so the answer does not wait for it
      committed.catch(this.#discard)
      return
    }
    // After a caught error PostgreSQL answers the commit with a rollback and reports no error.
    if ((await committed).command === 'ROLLBACK')
      throw new Error('A statement of the transaction failed, so nothing was committed')
  }

  async rollback(): Promise<void> {
    this.#state = 'ended'
    await this.#execute('rollback', []).catch(this.#discard)
  }
}
