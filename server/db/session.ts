/** The parts that both engines share: the ways to read rows, and the steps of a transaction. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Rows, Sql, TransactionMode } from '#server/db/database.ts'

/** The result of one statement. */
export type Answer = { readonly rows: object[]; readonly count: number; readonly command: string }

/** Runs one statement on one connection and translates its errors. */
export type Execute = (text: string, values: readonly unknown[]) => Promise<Answer>

/** Returns the four ways to run a statement, based on `execute`. */
export function rowsOver(execute: Execute): Rows {
  const many = async <R extends object>(query: Sql): Promise<R[]> => {
    const { rows } = await execute(query.text, query.values)
    return rows as R[]
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

const SELECT = /^\s*select\s/i

type Course = { database: object; open: boolean }
const running = new AsyncLocalStorage<Course>()

/** Throws if the database itself is used inside one of its transactions. With one connection it would wait for ever. */
export function refuseInside(database: object): void {
  const course = running.getStore()
  if (course?.open && course.database === database) {
    throw new Error('The database itself was used inside a transaction; use the rows the transaction gives')
  }
}

/**
 * Runs `work` between begin and commit on one connection, and rolls back if anything fails. Calls `discard` if the
 * state of the connection is unknown and it must not be used again.
 */
export async function transact<T>(
  database: object,
  execute: Execute,
  discard: () => void,
  mode: TransactionMode,
  work: (tx: Rows) => Promise<T>,
): Promise<T> {
  const course: Course = { database, open: true }
  const begun = execute(BEGIN[mode], [])
  begun.catch(() => {})
  let begins = true
  let failure: unknown
  const guarded: Execute = async (text, values) => {
    // a first read is sent together with the begin; a write waits until the transaction has begun
    if (!begins || (mode !== 'read' && !SELECT.test(text))) await begun
    begins = false
    // checked last, because a statement after the end would run outside the transaction
    if (!course.open) throw new Error('A transaction was used after its end')
    try {
      return await execute(text, values)
    } catch (error) {
      // of statements sent together only the first failure has the reason; the others only report that the
      // transaction failed
      failure ??= error
      throw failure
    }
  }
  try {
    const result = await running.run(course, () => work(rowsOver(guarded)))
    course.open = false
    await begun
    if (mode === 'read') {
      // the rows are valid even if the commit fails, so the answer does not wait for it
      execute('commit', []).catch(discard)
      return result
    }
    const { command } = await execute('commit', [])
    // After a caught error PostgreSQL answers the commit with a rollback and reports no error.
    if (command === 'ROLLBACK') throw new Error('A statement of the transaction failed, so nothing was committed')
    return result
  } catch (error) {
    course.open = false
    await execute('rollback', []).catch(discard)
    throw error
  }
}
