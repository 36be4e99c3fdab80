/** Reads the records of a body and the fields of a record. */
import { isObject, type JsonObject } from '#kernel/json.ts'
import { allOf, badRecord, badRequest, DataApiError } from './answers.ts'
import type { Field } from './fields.ts'
import { MOST_ROWS } from './parameters.ts'
import { type DataTable, spelling } from './table.ts'
import { readRecordValue } from './values.ts'

const NO_RECORDS =
  'No record(s) detected in request. Please make sure record(s) are wrapped in a \'resource\' tag. Example: {"resource":[{"record":1},{"record":2}]}'

/**
 * Returns the parameters that stand beside the records of a body, as the old server accepted them; empty if there are
 * none.
 */
export function parametersBeside(body: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(body) || !('resource' in body)) return {}
  // a program may send back an answer that it read, with the meta of that answer
  const { resource: _, meta: __, ...parameters } = body
  return parameters
}

/**
 * Returns the records of a body, which is `{resource: […]}` or a list. Refuses a body without records or with too
 * many.
 */
export function recordsOf(body: unknown): readonly unknown[] {
  const list = isObject(body) ? body.resource : body
  if (!Array.isArray(list) || list.length === 0) throw badRequest(NO_RECORDS)
  if (list.length > MOST_ROWS) throw badRequest(`At most ${MOST_ROWS} records are allowed in one request.`)
  return list
}

/** Returns the single record of a body: the body itself, or the only entry of a list. */
export function recordOf(body: unknown): unknown {
  if (isObject(body) && !('resource' in body)) return body
  const [record, second] = recordsOf(body)
  if (second !== undefined) throw badRequest('Only one record is allowed here.')
  return record
}

/** Returns the id in a record, whatever the case of the field name; undefined if the record has none. */
export function idInRecord(table: DataTable, record: unknown): unknown {
  if (!isObject(record)) return undefined
  return Object.entries(record).find(([name]) => name.toLowerCase() === table.id.toLowerCase())?.[1]
}

/** The most names of unknown fields that an answer contains, and the most characters of each. */
const MOST_UNKNOWN = 100
const LONGEST_UNKNOWN = 100

/** Returns the names in the records of a body that are no fields, each once. */
export function unknownFields(fields: ReadonlyMap<string, Field>, body: unknown): string[] {
  const given = isObject(body) && 'resource' in body ? body.resource : body
  return unknownNames(spelling(fields), Array.isArray(given) ? given : [given])
}

function unknownNames(known: ReturnType<typeof spelling>, records: readonly unknown[]): string[] {
  const names = new Set<string>()
  for (const record of records)
    for (const name of isObject(record) ? Object.keys(record) : [])
      if (names.size < MOST_UNKNOWN && known(name) === undefined) names.add(name.slice(0, LONGEST_UNKNOWN))
  return [...names]
}

/** How the fields of a record are read. */
type RecordReading = {
  /** True if the record is new, so that it must have the required fields. */
  readonly creating?: boolean
  /** True if the record may contain its own id. */
  readonly withId?: boolean
  /** True if an unknown field refuses the record. */
  readonly strict?: boolean
}

/**
 * Returns the writable fields of a record, checked by kind. Computed fields are ignored, and so are unknown ones unless
 * `strict`. A record without any known field is refused.
 */
export function readRecord(
  table: Pick<DataTable, 'id'>,
  fields: ReadonlyMap<string, Field>,
  given: unknown,
  { creating = false, withId = false, strict = false }: RecordReading = {},
): JsonObject {
  if (!isObject(given)) throw badRecord('A record must be an object with fields.', 'no-object')
  const known = spelling(fields)
  const record: Record<string, unknown> = {}
  const sent = new Set<string>()
  // the refusal names every wrong field, not only the first
  const wrong: DataApiError[] = strict
    ? unknownNames(known, [given]).map((field) =>
        badRecord(`Field '${field}' is not known.`, 'unknown-field', { field }),
      )
    : []
  for (const [written, value] of Object.entries(given)) {
    const name = known(written)
    const field = name === undefined ? undefined : fields.get(name)
    if (name === undefined || field === undefined || value === undefined || (name === table.id && !withId)) continue
    sent.add(name)
    if (!field.writable) continue
    try {
      record[name] = readRecordValue(name, field, value)
    } catch (error) {
      if (!(error instanceof DataApiError)) throw error
      wrong.push(error)
    }
  }
  if (sent.size === 0 && wrong.length === 0) throw badRecord('No valid fields were found in record.', 'no-fields')
  for (const [name, field] of fields) {
    if (!field.options.required || !field.writable) continue
    if (record[name] === null || (creating && !sent.has(name)))
      wrong.push(badRecord(`Required field '${name}' can not be NULL.`, 'required', { field: name }))
  }
  if (wrong.length > 0) throw allOf(wrong)
  return record
}
