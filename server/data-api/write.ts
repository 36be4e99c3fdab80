/** The writing calls of the data API. They return the steps that the rows of a call need. */
import type { Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { numberAfter, type Tried, triedNumber } from '#server/import-numbers.ts'
import { badRecord, badRequest, forbidden, noRecord } from './answers.ts'
import { runSteps, type Step, type Writing } from './batch.ts'
import { filterOf, flag, hasFilter, idColumn, idNumber, idsOf, MOST_ROWS } from './parameters.ts'
import type { Field } from './fields.ts'
import { idInRecord, readRecord, recordOf, recordsOf } from './record.ts'
import { conditionOf, shown, storedRow, storedRows } from './rows.ts'
import { allows, fieldsFor } from './table.ts'

/** Returns the fields that the records of a call may have. */
export function fieldsToWrite({ table, actor, parameters }: Writing): ReadonlyMap<string, Field> {
  const { imports } = table
  return imports && flag(parameters, 'import') ? new Map(Object.entries(imports.fields)) : fieldsFor(table, actor)
}

/** Answers POST _table/{name}. */
export function createRows(writing: Writing): Promise<unknown> {
  const create = creator(writing)
  const steps = recordsOf(writing.body).map(
    (given): Step =>
      async (work) => ({ id: await create(work, given) }),
  )
  return runSteps(writing, 'created', async () => steps)
}

/** Returns the function that creates a record: by the current rules, or as an import from an earlier system. */
function creator(writing: Writing): (work: Work, given: unknown) => Promise<number> {
  const { table, actor, parameters } = writing
  const fields = fieldsToWrite(writing)
  const strict = flag(parameters, 'strict')
  const isImport = flag(parameters, 'import')
  const jump = 'jump' in parameters ? flag(parameters, 'jump') : null
  if (jump !== null && !(isImport && table.imports?.numbering))
    throw badRequest("Parameter 'jump' belongs only to an import of records that keep their ids.")
  if (!isImport) {
    return async (work, given) => {
      const id = await table.create?.(work, readRecord(table, fields, given, { creating: true, strict }))
      if (id === undefined) throw new Error(`data table ${table.name} cannot create`)
      return id
    }
  }
  const { imports } = table
  if (!imports) throw badRequest(`Parameter 'import' is not supported on '_table/${table.name}'.`)
  if (!allows(actor, imports.right)) throw forbidden('POST', table.name)
  const { numbering } = imports
  const tried: Tried | null = flag(parameters, 'dry_run') ? { last: 0 } : null
  return async (work, given) => {
    work.announceNothing()
    // before anything can refuse the record, because no other one may get its number
    if (numbering) await numberAfter(work.tx, numbering, [Number(idInRecord(table, given))], jump, tried)
    const record = readRecord(table, fields, given, { creating: true, withId: true, strict })
    const takesNext = numbering && tried && record[table.id] == null
    return imports.create(
      work,
      takesNext ? { ...record, [table.id]: await triedNumber(work.tx, numbering, tried) } : record,
    )
  }
}

/**
 * Answers PATCH and PUT _table/{name}. The ids stand in the records, in `ids` or in the address, or `filter` finds
 * them.
 */
export function updateRows(writing: Writing): Promise<unknown> {
  const { table, body, parameters, id } = writing
  if (id !== undefined) {
    const record = recordOf(body)
    return runSteps(writing, 'updated', async () => [updateStep(writing, id, record)])
  }
  const ids = idsOf(parameters)
  if (ids !== undefined || hasFilter(parameters) || 'filter' in parameters) {
    const record = recordOf(body)
    return runSteps(writing, 'updated', async (rows) =>
      (await addressed(writing, rows)).map((one) => updateStep(writing, one, record)),
    )
  }
  const records = recordsOf(body)
  return runSteps(writing, 'updated', async () =>
    records.map((record, index) => {
      const own = idInRecord(table, record)
      return own === undefined || own === null || own === ''
        ? () => Promise.reject(badRecord(`Required id field(s) not found in record ${index}.`, 'no-id', { index }))
        : updateStep(writing, own, record)
    }),
  )
}

/** Answers DELETE _table/{name}. The ids stand in the address, in `ids` or in the body, or `filter` finds them. */
export function deleteRows(writing: Writing): Promise<unknown> {
  const { table, body, parameters, id } = writing
  if (id !== undefined) return runSteps(writing, 'deleted', async () => [deleteStep(writing, id)])
  if ('ids' in parameters || 'filter' in parameters) {
    return runSteps(writing, 'deleted', async (rows) =>
      (await addressed(writing, rows)).map((one) => deleteStep(writing, one)),
    )
  }
  if (body === undefined || body === null) throw badRequest('No filter or records given for delete request.')
  const ids = recordsOf(body).map((record) => (typeof record === 'object' ? idInRecord(table, record) : record))
  return runSteps(writing, 'deleted', async () => ids.map((one) => deleteStep(writing, one)))
}

/** Returns the ids that `ids` or `filter` select. */
async function addressed(writing: Writing, rows: Rows): Promise<readonly unknown[]> {
  const { table, actor, parameters } = writing
  const ids = idsOf(parameters)
  const filter = await filterOf(parameters, fieldsFor(table, actor), { rows, now: writing.now })
  if (ids !== undefined && filter !== null) throw badRequest("Give either 'ids' or 'filter', not both.")
  if (ids !== undefined && ids.length > 0) return ids
  if (filter === null) throw badRequest('No filter or records given for this request.')
  const found = await storedRows(
    rows,
    table,
    [table.id],
    sql`where ${conditionOf(table, actor, filter)} order by ${idColumn(table)} limit ${MOST_ROWS + 1}::bigint`,
  )
  if (found.length > MOST_ROWS) throw badRequest(`The filter matches more than ${MOST_ROWS} records.`)
  return found.map((row) => row[table.id])
}

function updateStep(writing: Writing, id: unknown, given: unknown): Step {
  const { table, actor, parameters } = writing
  const fields = fieldsToWrite(writing)
  const strict = flag(parameters, 'strict')
  return async (work) => {
    const number = idNumber(id)
    if (number === null) throw noRecord(id)
    const record = readRecord(table, fields, given, { strict })
    const current = await storedRow(work.tx, table, actor, number, 'PATCH')
    // a record with computed fields only changes nothing
    if (Object.keys(record).length > 0) await table.update?.(work, number, record, current)
    return { id: number }
  }
}

function deleteStep({ table, actor }: Writing, id: unknown): Step {
  return async (work) => {
    const number = idNumber(id)
    if (number === null) throw noRecord(id)
    const current = await storedRow(work.tx, table, actor, number, 'DELETE')
    await table.remove?.(work, number, current)
    return { id: number, row: shown(table, [...fieldsFor(table, actor).keys()], current) }
  }
}
