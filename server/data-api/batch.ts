/**
 * Runs the rows of a writing call of the data API: all of them or none in one transaction, or with `continue` each in its
 * own.
 */
import type { Actor, Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { isOfUsedKey } from '#server/runner/idempotency.ts'
import { BATCH_ERROR, badRequest, DataApiError, type ErrorEntry, expectedFailure, type RefusalText } from './answers.ts'
import { fieldsOf, flag, type Parameters, relatedOf } from './parameters.ts'
import { rowsById } from './read.ts'
import type { Shown, Wanted } from './rows.ts'
import { type DataTable, fieldsFor } from './table.ts'

/** A key with the same fingerprint returns its first answer and changes nothing. */
export type Once = { readonly key: string; readonly fingerprint: string }

/**
 * Runs `act` for an actor in one transaction, and retries it after a clash. With `once` it runs only once for each
 * key.
 */
export type RunWork = <T>(actor: Actor, name: string, act: (work: Work) => Promise<T>, once?: Once) => Promise<T>
/** Reads from one snapshot. */
export type RunRead = <T>(act: (rows: Rows) => Promise<T>, actor: Actor) => Promise<T>

export type Writing = {
  readonly run: RunWork
  readonly read: RunRead
  readonly refusalText: RefusalText
  readonly actor: Actor
  readonly tables: ReadonlyMap<string, DataTable>
  /** The time of the request. */
  readonly now: Date
  readonly table: DataTable
  readonly parameters: Parameters
  readonly body: unknown
  /** The id in the address, if there is one. */
  readonly id: string | undefined
  readonly acceptLanguage: string | undefined
  readonly once: Once | undefined
  /** Gets the names of the relations of which the answer does not contain all rows. */
  readonly cut: Set<string>
}

type Written = { readonly id: number; readonly row?: Shown }
export type Step = (work: Work) => Promise<Written>
/** The steps of a call. The rows that a filter finds are only known inside the transaction. */
type Steps = (rows: Rows) => Promise<readonly Step[]>

type Verb = 'created' | 'updated' | 'deleted'
/** The statuses of failures that concern the whole call and not one row. */
export const STOPS_ALL: readonly number[] = [401, 403, 429, 503]
const ROLLED_BACK = ' All changes rolled back.'
const METHOD: Readonly<Record<Verb, string>> = { created: 'POST', updated: 'PATCH', deleted: 'DELETE' }

/** Runs the steps of a call, and returns the ids or the wanted fields of the written rows. */
export async function runSteps(writing: Writing, verb: Verb, steps: Steps): Promise<unknown> {
  const { parameters, table, actor } = writing
  const continues = flag(parameters, 'continue')
  if (continues && flag(parameters, 'rollback')) throw badRequest("Give either 'continue' or 'rollback', not both.")
  const wanted: Wanted = {
    fields: fieldsOf(parameters, fieldsFor(table, actor), [table.id]),
    related: relatedOf(parameters, table),
  }
  const answers = continues
    ? await rowByRow(writing, verb, steps, wanted)
    : await allOrNothing(writing, verb, steps, wanted)
  return writing.id === undefined ? { resource: answers } : answers[0]
}

/** Thrown for a row of a batch that failed. `rows` is the number of rows in the batch. */
class RowFailed extends Error {
  readonly failure: DataApiError
  readonly rows: number
  constructor(failure: DataApiError, rows: number) {
    super(failure.message)
    this.failure = failure
    this.rows = rows
  }
}

async function allOrNothing(writing: Writing, verb: Verb, steps: Steps, wanted: Wanted): Promise<Shown[]> {
  const { table } = writing
  const act = async (work: Work): Promise<Shown[]> => {
    const all = await steps(work.tx)
    const written: Written[] = []
    for (const step of all) {
      try {
        written.push(await step(work))
      } catch (error) {
        const entry = rowEntry(writing, error)
        const resource = [...written.map(({ id }) => ({ [table.id]: id })), entry]
        throw new RowFailed(batchError(verb, [written.length], resource, ROLLED_BACK), all.length)
      }
    }
    return answersOf(writing, verb, work, written, wanted)
  }
  try {
    return await attempt(writing, verb, act, writing.once)
  } catch (error) {
    if (!(error instanceof RowFailed)) throw error
    throw error.rows === 1 ? error.failure : await allFailures(writing, verb, steps, error.failure)
  }
}

/** Runs every row of a failed batch after a savepoint, and returns the failure that names all wrong rows. */
async function allFailures(writing: Writing, verb: Verb, steps: Steps, first: DataApiError): Promise<DataApiError> {
  const { run, actor, table } = writing
  let found = first
  const act = async (work: Work): Promise<never> => {
    const resource: unknown[] = []
    const failed: number[] = []
    for (const [index, step] of (await steps(work.tx)).entries()) {
      await work.tx.run(sql`savepoint data_api_row`)
      try {
        resource.push({ [table.id]: (await step(work)).id })
      } catch (error) {
        const entry = rowEntry(writing, error)
        await work.tx.run(sql`rollback to savepoint data_api_row`)
        resource.push(entry)
        failed.push(index)
      }
      await work.tx.run(sql`release savepoint data_api_row`)
    }
    // no row fails now, so the data have changed meanwhile; the caller gets the first failure
    if (failed.length > 0) found = batchError(verb, failed, resource, ROLLED_BACK)
    throw new RowFailed(found, resource.length)
  }
  try {
    return await run(actor, nameOf(writing, verb), act)
  } catch (error) {
    if (error instanceof RowFailed) return error.failure
    throw error
  }
}

/** Carries the answer of a dry run out of its transaction, which is rolled back. */
class DryRun extends Error {
  readonly answer: Shown[]
  constructor(answer: Shown[]) {
    super('a dry run ends here')
    this.answer = answer
  }
}

/** Runs a write. With dry_run=true it checks everything and stores nothing, not even the idempotency key. */
async function attempt(
  writing: Writing,
  verb: Verb,
  act: (work: Work) => Promise<Shown[]>,
  once: Once | undefined,
): Promise<Shown[]> {
  const { run, actor, table, parameters } = writing
  if (!flag(parameters, 'dry_run')) return run(actor, nameOf(writing, verb), act, once)
  const dry = async (work: Work): Promise<Shown[]> => {
    const answer = await act(work)
    await work.tx.run(sql`set constraints all immediate`)
    throw new DryRun(answer)
  }
  try {
    return await run(actor, nameOf(writing, verb), dry)
  } catch (error) {
    if (!(error instanceof DryRun)) throw error
    // a record that was not stored has no id
    return verb === 'created'
      ? error.answer.map((row) => (table.id in row ? { ...row, [table.id]: null } : row))
      : error.answer
  }
}

/** Runs every row in its own transaction for continue=true, and keeps the rows that succeed. */
async function rowByRow(writing: Writing, verb: Verb, steps: Steps, wanted: Wanted): Promise<Shown[]> {
  const { read, once } = writing
  const resource: (Shown | ErrorEntry)[] = []
  const failed: number[] = []
  for (const [index, step] of (await read(steps, writing.actor)).entries()) {
    const act = async (work: Work): Promise<Shown[]> => answersOf(writing, verb, work, [await step(work)], wanted)
    try {
      const onceEach = once && { ...once, key: `${once.key}#${index}` }
      resource.push(...(await attempt(writing, verb, act, onceEach)))
    } catch (error) {
      // the key of the request was used with other data; this concerns the whole call
      if (isOfUsedKey(error)) throw error
      const entry = entryOf(writing, error)
      failed.push(index)
      resource.push(entry)
    }
  }
  if (failed.length > 0) throw batchError(verb, failed, resource, '')
  return resource
}

/** Returns the name under which the history records the change. */
const nameOf = ({ table }: Writing, verb: Verb): string => `data-api.${METHOD[verb].toLowerCase()}-${table.name}`

/** Returns the entry of a failed row. Rethrows a bug, and a clash that must be retried. */
function entryOf({ refusalText, acceptLanguage, table }: Writing, error: unknown): ErrorEntry {
  const failure = expectedFailure(error, refusalText, acceptLanguage, table.names)
  if (!failure) throw error
  return failure.entry
}

/**
 * Returns the entry of a failed row in a batch. Rethrows failures that concern the whole call, such as a missing
 * right.
 */
function rowEntry(writing: Writing, error: unknown): ErrorEntry {
  const entry = entryOf(writing, error)
  if (STOPS_ALL.includes(entry.status_code)) throw error
  return entry
}

/** Returns the failure of a batch: the indexes of the failed rows, and the answer of each row. */
export function batchError(
  verb: Verb,
  failed: readonly number[],
  resource: readonly unknown[],
  ending: string,
): DataApiError {
  return new DataApiError(400, `Batch Error: Not all requested records could be ${verb}.${ending}`, {
    code: BATCH_ERROR,
    context: { error: failed, resource },
  })
}

/** Returns the rows after the write, in the order they were sent; only their ids unless fields were requested. */
async function answersOf(
  writing: Writing,
  verb: Verb,
  work: Work,
  written: readonly Written[],
  wanted: Wanted,
): Promise<Shown[]> {
  const { table, actor, tables, now, cut } = writing
  const onlyId = wanted.related.length === 0 && wanted.fields.length === 1 && wanted.fields[0] === table.id
  const ownId = ({ id }: Written): Shown => ({ [table.id]: id })
  if (onlyId) return written.map(ownId)
  if (verb === 'deleted')
    return written.map(({ row }) => Object.fromEntries(wanted.fields.map((name) => [name, row?.[name]])))
  const rows = await rowsById({ rows: work.tx, actor, tables, now, cut }, table, wanted, [
    ...new Set(written.map(({ id }) => id)),
  ])
  return written.map((one) => rows.get(one.id) ?? ownId(one))
}
