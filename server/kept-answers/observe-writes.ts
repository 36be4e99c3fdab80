/** Reports the tables that each transaction and each single statement of a database may have changed. */
import type { Database, Rows, Told } from '#server/db/database.ts'
import { observed } from '#server/db/observed.ts'

type WriteObserver = {
  /** Returns the tables that a statement changes. */
  writtenBy(text: string): readonly string[]
  /**
   * Called after each commit and before its caller goes on, with what the transaction told. Also after a failure, because a lost
   * commit may stand; then `told` is null.
   */
  wrote(tables: readonly string[], told: Told | null): void
  /** Called after a script, which may have changed anything. */
  wroteAnything(): void
}

/** Returns the same database, which reports what it changes. */
export function observeWrites(db: Database, observer: WriteObserver): Database {
  const collecting = (rows: Rows, tables: Set<string>): Rows =>
    observed(rows, ({ text }) => {
      for (const table of observer.writtenBy(text)) tables.add(table)
    })
  const reporting = async <T>(
    work: (tables: Set<string>) => Promise<T>,
    told: () => Told = () => ({ records: [], quiet: false }),
  ): Promise<T> => {
    const tables = new Set<string>()
    let isDone = false
    try {
      const result = await work(tables)
      isDone = true
      return result
    } finally {
      const tells = isDone ? told() : null
      if (tables.size > 0 || (tells?.records.length ?? 0) > 0) observer.wrote([...tables], tells)
    }
  }
  return {
    ...db,
    many: (query) => reporting((tables) => collecting(db, tables).many(query)),
    one: (query) => reporting((tables) => collecting(db, tables).one(query)),
    maybe: (query) => reporting((tables) => collecting(db, tables).maybe(query)),
    run: (query) => reporting((tables) => collecting(db, tables).run(query)),
    transaction: (mode, work, options) =>
      mode === 'read'
        ? db.transaction(mode, work, options)
        : reporting((tables) => db.transaction(mode, (tx) => work(collecting(tx, tables)), options), options?.told),
    async script(text) {
      try {
        await db.script(text)
      } finally {
        observer.wroteAnything()
      }
    },
  }
}
