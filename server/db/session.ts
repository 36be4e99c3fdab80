/** What both engines have in common: rows over a way to execute, and the course of a transaction. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Rows, Sql, TransactionMode } from '#server/db/database.ts'

/** What a statement answered. */
export type Answer = { readonly rows: object[]; readonly count: number; readonly command: string }

/** Runs one statement on one connection; its errors are already translated. */
export type Execute = (text: string, values: readonly unknown[]) => Promise<Answer>

/** The four ways to ask, over one way to execute. */
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

/** Refuses a statement on the database itself from inside one of its transactions: on one connection it would wait for ever. */
export function refuseInside(database: object): void {
  const course = running.getStore()
  if (course?.open && course.database === database) {
    throw new Error('The database itself was used inside a transaction; use the rows the transaction gives')
  }
}

/**
 * Runs `work` between begin and commit on one connection, and rolls back when anything fails.
 * `discard` is called when the connection is in an unknown state and must not be used again.
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
    // a first read travels along with the begin; nothing is written before it is known that the transaction stands
    if (!begins || (mode !== 'read' && !SELECT.test(text))) await begun
    begins = false
    // last of all: whatever comes after the end would stand outside the transaction
    if (!course.open) throw new Error('A transaction was used after its end')
    try {
      return await execute(text, values)
    } catch (error) {
      // of statements that travelled together only the first says what happened; the others say that it did
      failure ??= error
      throw failure
    }
  }
  try {
    const result = await running.run(course, () => work(rowsOver(guarded)))
    course.open = false
    await begun
    if (mode === 'read') {
      // what was read is right whatever becomes of the commit, so no answer waits for it
      execute('commit', []).catch(discard)
      return result
    }
    const { command } = await execute('commit', [])
    // PostgreSQL answers a commit after a swallowed error with a rollback and no error of its own.
    if (command === 'ROLLBACK') throw new Error('A statement of the transaction failed, so nothing was committed')
    return result
  } catch (error) {
    course.open = false
    await execute('rollback', []).catch(discard)
    throw error
  }
}
