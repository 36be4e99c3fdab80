/** Asks the questions of pages and programs, and counts what each of them reads. */
import { type Actor, SYSTEM } from '#server/command.ts'
import { readList } from '#server/data-api/read.ts'
import { tableFor, tableRegistry } from '#server/data-api/table.ts'
import type { Database } from '#server/db/database.ts'
import { queries, tables } from '#app/server/features.ts'
import { Runner } from '#server/runner.ts'
import { buffersRead, explainingDatabase, type Plan } from '#testing/plans.ts'
import type { Question } from './question.ts'

/** What the statements of one question read, and how long they took in the database. */
export type Cost = { readonly buffers: number; readonly milliseconds: number; readonly answer: unknown }

/** Returns a function that asks a question with the rights to see everything, or as a role that the question names. */
export function asker(db: Database, by: Actor = SYSTEM): (question: Question) => Promise<Cost> {
  let plans: Plan[] = []
  const watched = explainingDatabase(db, (plan) => void plans.push(plan))
  const runner = new Runner({ db: watched, clock: () => new Date() })
  const byName = new Map(queries.map((query) => [query.contract.name, query]))
  const registry = tableRegistry(tables)

  const answer = async ({ name, input, role }: Question): Promise<unknown> => {
    const actor: Actor = role === undefined ? by : { ...by, role }
    const query = byName.get(name)
    if (query) return runner.ask(query, input, actor)
    const table = registry.get(name.replace('_table/', ''))
    if (!table) throw new Error(`There is no question ${name}`)
    return runner.read(actor, (rows) =>
      readList({ rows, actor, tables: registry, cut: new Set(), now: new Date() }, tableFor(table, actor), input),
    )
  }
  return async (question) => {
    plans = []
    const answered = await answer(question)
    return {
      answer: answered,
      buffers: plans.reduce((sum, plan) => sum + buffersRead(plan), 0),
      milliseconds: plans.reduce((sum, plan) => sum + plan.milliseconds, 0),
    }
  }
}
