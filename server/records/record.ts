/** What the server does with a declared record: it creates, changes and removes it, answers its queries, and has its table of the data API. */
import { changes } from '#kernel/changes.ts'
import { isEmail } from '#kernel/contract.ts'
import { type Fields, inForm, type ValuesOf, whyIncomplete } from '#kernel/records/fields.ts'
import type { AnyRecord, RecordWithPages, ShortRecord } from '#kernel/records/record.ts'
import { type Refusal, refusal, refuse, stopOn } from '#kernel/refusal.ts'
import { command, keptQuery, query, type Work } from '#server/command.ts'
import { type DataTable, dataTable, type Relation } from '#server/data-api/table.ts'
import { empty, join, raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import { deleteUnused } from '#server/db/references.ts'
import { writeUnique } from '#server/db/unique.ts'
import type { Feature } from '#server/feature.ts'
import { refuseStale } from '#server/history.ts'
import { contains, wordsOf } from '#server/search-text.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { assigned, columnOf, expressionOf, inserted, selected, sortExpression } from './kinds.ts'
import { listQueries } from './list.ts'
import { fromWire, wireFields, wireNames } from './wire.ts'

type Values = Readonly<Record<string, unknown>>
type Typed<F extends Fields> = AnyRecord & { readonly fields: F }

const missing = ({ one, refusals }: AnyRecord, id: number): never =>
  refuse('missing', refusals.missing, { [`${one}Id`]: id })

const selectOf = (fields: Fields): Sql =>
  selected(Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, expressionOf('r', name, one)])))

const orderOf = ({ fields, order }: AnyRecord): Sql =>
  join([
    ...order.flatMap((name) =>
      fields[name] ? [sortExpression(expressionOf('r', name, fields[name]), fields[name])] : [],
    ),
    sql`r.id`,
  ])

/** Returns a record with its version, locked until the commit. Records that refer to it may be written meanwhile. */
async function lockRecord(record: AnyRecord, { tx }: Work, id: number): Promise<Values & { version: number }> {
  const stored = await tx.maybe<Values & { version: number }>(sql`
    select ${selectOf(record.fields)}, r.version from ${raw(record.name)} r where r.id = ${id} for no key update`)
  return stored ?? missing(record, id)
}

/** Refuses values that no form would send, with the code that the field declares. */
function checked(fields: Fields, values: Values): Values {
  stopOn(whyIncomplete(fields, values))
  for (const [name, { kind, options, typed }] of Object.entries(fields)) {
    const value = values[name]
    if (kind === 'email' && options.wrong && value !== '' && !isEmail(String(value)))
      refuse('invalid', options.wrong, { fields: { [name]: options.wrong } })
    if (typeof value === 'number') parseInput(typed, value)
  }
  return values
}

/** Returns the refusals of the fields with a unique index, by the name of the index. */
const takenBy = ({ name: table, fields }: AnyRecord, values: Values): Record<string, Refusal> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const { unique } = field.options
      if (unique === undefined) return []
      const taken = refusal('refused', unique, { [name]: values[name], fields: { [name]: unique } })
      return [[`${table}_${columnOf(name, field)}`, taken]]
    }),
  )

/** Stores a new record and returns its id. */
export async function insertRecord<F extends Fields>(
  record: Typed<F>,
  work: Work,
  given: ValuesOf<F>,
): Promise<number> {
  const values = checked(record.fields, given)
  const row = inserted(record.fields, values, work.now)
  const { id } = await writeUnique(
    work.tx.one<{ id: number }>(sql`
      insert into ${raw(record.name)} (${row.columns}, created_at, updated_at)
      values (${row.values}, ${work.now}, ${work.now})
      returning id`),
    takenBy(record, values),
  )
  // a flag that is not set says nothing in a history
  const told = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== false))
  work.record({ entity: record.name, id, changes: changes({}, told) })
  return id
}

/** Changes the given fields. With `version` it refuses if the record has a newer one. */
async function changeRecord(record: AnyRecord, work: Work, id: number, patch: Values, version?: number): Promise<void> {
  const { version: stored, ...before } = await lockRecord(record, work, id)
  if (version !== undefined && version !== stored) await refuseStale(work.tx, record.name, id, version)
  const after = checked(record.fields, { ...before, ...patch })
  const changed = changes(before, after)
  if (Object.keys(changed).length === 0) return
  await writeUnique(
    work.tx.run(sql`
      update ${raw(record.name)} set ${join(assigned(record.fields, after, Object.keys(changed), work.now))},
        updated_at = ${work.now}, version = version + 1 where id = ${id}`),
    takenBy(record, after),
  )
  work.record({ entity: record.name, id, changes: changed })
}

/** Deletes a record. Foreign keys of the tables that refer to it refuse that, and `kept` where a table has none. */
async function removeRecord(record: AnyRecord, work: Work, id: number, kept: Sql = sql`false`): Promise<void> {
  const { name: table, refusals } = record
  const stored = await lockRecord(record, work, id)
  const name = record.title(stored)
  const deletion = sql`delete from ${raw(table)} where id = ${id}`
  if (refusals.used === undefined) await work.tx.run(deletion)
  else {
    const inUse = refusal('refused', refusals.used, { name })
    if (await work.tx.maybe(sql`select r.id from ${raw(table)} r where r.id = ${id} and ${kept}`)) stopOn(inUse)
    await deleteUnused(work.tx, deletion, inUse)
  }
  work.record({ entity: table, id, changes: changes({ name }, { name: null }) })
}

/** Returns one record as its page shows it. */
const readRecord = (record: AnyRecord, rows: Rows, id: number): Promise<Values | null> =>
  rows.maybe(sql`
    select r.id, ${selectOf(inForm(record.fields))}, r.version from ${raw(record.name)} r where r.id = ${id}`)

const readAll = (record: AnyRecord, rows: Rows, more: Sql): Promise<Values[]> =>
  rows.many(sql`
    select r.id, ${selectOf(inForm(record.fields))} ${more} from ${raw(record.name)} r order by ${orderOf(record)}`)

/** Returns the condition that each word is in the fields that the search reads. */
function hasWords(fields: Fields, text: string): Sql {
  const searched = Object.entries(fields).flatMap(([name, field]) =>
    field.options.search ? [expressionOf('r', name, field)] : [],
  )
  const words = wordsOf(text).map((word) => contains(join(searched, ` || ' ' || `), word))
  return words.length === 0 ? sql`true` : join(words, ' and ')
}

const usualValues = (fields: Fields): Values =>
  Object.fromEntries(Object.entries(fields).map(([name, { usual }]) => [name, usual]))

export type RecordOfApi = {
  /** Describes the table in the API description. */
  readonly note: string
  /** Describe its fields. */
  readonly notes?: Readonly<Record<string, string>>
  readonly related?: Readonly<Record<string, Relation>>
  /** The condition of a record `r` that is not deleted although no foreign key refers to it. */
  readonly kept?: Sql
}

/** Returns the table of the data API. */
function tableOf(record: AnyRecord, { note, notes = {}, related, kept }: RecordOfApi): DataTable {
  const { name, fields, rights } = record
  return dataTable({
    name,
    note,
    from: sql`${raw(name)} r`,
    id: 'id',
    fields: wireFields(record, notes),
    names: wireNames(fields),
    read: rights.read,
    write: { create: rights.write, update: rights.write, delete: rights.write },
    ...(related && { related }),
    create: (work, sent) => insertRecord(record, work, { ...usualValues(fields), ...fromWire(record, sent) }),
    update: (work, id, sent) => changeRecord(record, work, id, fromWire(record, sent)),
    remove: (work, id) => removeRecord(record, work, id, kept),
  })
}

type Parts = Pick<Feature, 'commands' | 'queries' | 'tables' | 'entities'>

/** Returns what a record with pages adds to the manifest of its feature. */
export function recordParts(record: RecordWithPages, api: RecordOfApi): Parts & Pick<Feature, 'lists'> {
  const { name, one, fields, rights } = record
  const ofList = listQueries(record.list, {
    from: sql`${raw(name)} r`,
    alias: 'r',
    sort: record.order[0] ?? 'id',
    search: (text) => hasWords(fields, text),
  })
  return {
    entities: [{ name, read: rights.read }],
    commands: [
      command(record.create, async (work, input) => ({
        id: await insertRecord(record, work, { ...usualValues(fields), ...(input as Values) }),
      })),
      command(record.change, async (work, input) => {
        const { id, version, ...patch } = input as Values & { id: number; version: number }
        await changeRecord(record, work, id, patch, version)
        return { id }
      }),
    ],
    queries: [
      keptQuery(record.options, async ({ rows }) => ({ rows: await readAll(record, rows, empty) })),
      ...ofList,
      query(record.detail, async ({ rows }, input) => {
        const { id } = input as { id: number }
        return { [one]: (await readRecord(record, rows, id)) ?? missing(record, id) }
      }),
    ],
    lists: [{ name, list: record.list.list, page: record.pages.list }],
    tables: [tableOf(record, api)],
  }
}

/** Returns what a short record adds to the manifest of its feature. */
export function shortRecordParts(record: ShortRecord, api: RecordOfApi): Parts {
  const { name, one, fields, rights } = record
  return {
    entities: [{ name, read: rights.read }],
    commands: [
      command(record.save, async (work, input) => {
        const { [one]: of, ...values } = input as Values
        const { id, version } = (of ?? {}) as { id?: number; version?: number }
        if (id === undefined) return { id: await insertRecord(record, work, { ...usualValues(fields), ...values }) }
        await changeRecord(record, work, id, values, version)
        return { id }
      }),
    ],
    queries: [query(record.all, async ({ rows }) => ({ [name]: await readAll(record, rows, sql`, r.version`) }))],
    tables: [tableOf(record, api)],
  }
}
