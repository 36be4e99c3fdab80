/**
 * Runs the statements of a query in one snapshot, in a read-only transaction. A query that has run only one statement
 * so far gets no transaction, which saves two messages. If it runs a second statement after all, it is stopped and
 * run again in a transaction. The stored state only affects speed.
 */
import { observed } from '#server/db/observed.ts'
import type { Database, Rows } from '#server/db/database.ts'
import { mayWrite } from '#server/db/writing-statements.ts'

class NeedsTransaction extends Error {}

/** Matches a statement that may be a query. It may still write or lock inside, so `mayWrite` is asked too. */
const READS = /^\s*(select|with)\b/i

export class Snapshots {
  readonly #db: Database
  /** True for each query whose runs so far had one statement. */
  readonly #asksOne = new Map<string, boolean>()

  constructor(db: Database) {
    this.#db = db
  }

  /** Runs the statements of the query called `name` in one snapshot. `act` may run twice. */
  async read<T>(name: string, act: (rows: Rows) => Promise<T>): Promise<T> {
    if (this.#asksOne.get(name)) {
      try {
        return await act(this.#alone())
      } catch (error) {
        if (!(error instanceof NeedsTransaction)) throw error
        this.#asksOne.set(name, false)
      }
    }
    let statements = 0
    const answer = await this.#db.transaction('read', (tx) => act(observed(tx, () => void (statements += 1))))
    this.#asksOne.set(name, statements <= 1 && this.#asksOne.get(name) !== false)
    return answer
  }

  /** Returns rows for one reading statement. A second statement, or one that may write, throws NeedsTransaction. */
  #alone(): Rows {
    let statements = 0
    return observed(this.#db, ({ text }) => {
      statements += 1
      if (statements > 1 || !READS.test(text) || mayWrite(text)) throw new NeedsTransaction(text)
    })
  }
}
