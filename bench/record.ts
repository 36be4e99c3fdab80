/** Records the statements that a query or a command sends, so that they can be measured without the product. */
import { randomUUID } from 'node:crypto'
import { dayOf } from '#kernel/day.ts'
import { type Command, type Query, SYSTEM } from '#server/command.ts'
import type { Database, Rows, Sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { storedKey } from '#server/runner/idempotency.ts'

export type Statement = {
  readonly text: string
  readonly values: readonly unknown[]
  /**
   * The id that the statement generated when it was recorded. A later run generates another id, which the following
   * statements must use.
   */
  readonly gave: number | null
}

/** The statements of one piece of work, in their order. */
export type Course = {
  /** The idempotency key with which the course was recorded, as it is stored; each time it is sent, another one takes its place. */
  readonly key: string | null
  readonly statements: readonly Statement[]
}

const bare = (text: string): Statement => ({ text, values: [], gave: null })

function recorder(rows: Rows, into: Statement[]): Rows {
  const note = (query: Sql, answer: unknown) => {
    const id = (answer as { id?: unknown } | null)?.id
    into.push({
      text: query.text,
      values: query.values,
      gave: query.text.includes('insert into orders (') && typeof id === 'number' ? id : null,
    })
  }
  return {
    async many<R extends object>(query: Sql) {
      const answer = await rows.many<R>(query)
      note(query, answer[0])
      return answer
    },
    async one<R extends object>(query: Sql) {
      const answer = await rows.one<R>(query)
      note(query, answer)
      return answer
    },
    async maybe<R extends object>(query: Sql) {
      const answer = await rows.maybe<R>(query)
      note(query, answer)
      return answer
    },
    async run(query) {
      const count = await rows.run(query)
      note(query, null)
      return count
    },
  }
}

/** Returns the statements that a query runs for an input. */
export async function recordQuery(db: Database, query: Query, input: object): Promise<Course> {
  const statements: Statement[] = []
  const view = { rows: recorder(db, statements), actor: SYSTEM, today: dayOf(new Date().toISOString()) }
  await query.ask(view, parseInput(query.contract.input, input))
  return { key: null, statements }
}

/** Thrown to roll back a recorded transaction. */
class Undone extends Error {}

/** Returns the statements that a command runs, from begin to commit. The command is rolled back. */
export async function recordCommand(db: Database, command: Command, input: object): Promise<Course> {
  const statements: Statement[] = []
  const key = randomUUID()
  const recording: Database = {
    ...db,
    transaction: (mode, work) =>
      db.transaction(mode, async (tx) => {
        await work(recorder(tx, statements))
        throw new Undone()
      }),
  }
  const runner = new Runner({ db: recording, clock: () => new Date() })
  try {
    await runner.run(command, input, SYSTEM, { idempotencyKey: key })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  return {
    key: storedKey(SYSTEM, key).key,
    statements: [bare('begin isolation level serializable'), ...statements, bare('commit')],
  }
}
