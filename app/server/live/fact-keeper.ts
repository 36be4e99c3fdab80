import { FactKeeper, factKinds } from '#app/server/features.ts'
import type { KnownTables } from '#server/kept-answers/known-tables.ts'
import type { Log } from '#server/log.ts'
import type { Runner } from '#server/runner.ts'
import { topicsOfAnswer } from './kinds.ts'

/** Returns what keeps the facts of every kind equal to the records that they are found in. */
export const factKeeper = (runner: Runner, tables: KnownTables, log: Log, kinds = factKinds): FactKeeper =>
  new FactKeeper(runner, kinds, log, (statement) => topicsOfAnswer(tables.readBy(statement)?.tables ?? [], {}))
