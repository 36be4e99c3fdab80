/** The paths of a table: its rows, and one of its rows. */
import { MOST_RELATED_EACH } from '../rows.ts'
import type { DataTable } from '../table.ts'
import { content, type Json, listOf, ref } from './openapi-parts.ts'

const errors = (...statuses: readonly number[]): Json =>
  Object.fromEntries(statuses.map((status) => [status, ref('responses', `E${status}`)]))
const parameters = (...names: readonly string[]): Json[] => names.map((name) => ref('parameters', name))

/** What the operations of a table have in common. */
type TableParts = {
  readonly table: DataTable
  readonly row: Json
  /** `related`, if the table has related rows. */
  readonly withRelated: readonly string[]
  readonly canUpdate: boolean
  readonly canDelete: boolean
  /** Returns the tag and the id of an operation. */
  readonly operation: (verb: string) => Json
}

export function tablePaths(table: DataTable): Json {
  const { name, related } = table
  const parts: TableParts = {
    table,
    row: ref('schemas', name),
    withRelated: related ? ['related'] : [],
    canUpdate: Boolean(table.update && table.write?.update),
    canDelete: Boolean(table.remove && table.write?.delete),
    operation: (verb) => ({ tags: [name], operationId: `${verb}_${name}` }),
  }
  return { [`/_table/${name}`]: manyRows(parts), [`/_table/${name}/{id}`]: oneRow(parts) }
}

function manyRows({ table, row, withRelated, canUpdate, canDelete, operation }: TableParts): Json {
  const { name } = table
  const batch = ['continue', 'rollback', 'dry_run']
  const errorsOfWrite = errors(400, 401, 403, 405, 409, 415)
  const written = {
    200: { description: 'The ids, or the rows when fields were asked for.', ...content(writtenSchema(row)) },
    ...errorsOfWrite,
  }
  const requestBody = { required: true, ...content(listOf(ref('schemas', `${name}_write`))) }
  const update = {
    summary: `Change ${name}: only the fields sent change`,
    parameters: parameters('ids', 'filter', 'fields', ...withRelated, ...batch, 'strict', 'idempotencyKey'),
    requestBody,
    responses: written,
  }
  const imports = table.imports ? ['import', ...(table.imports.numbering ? ['jump' as const] : [])] : []
  return {
    get: { ...operation('list'), ...listOperation(name, row, withRelated) },
    ...(table.create &&
      table.write?.create && {
        post: {
          ...operation('create'),
          summary: `Create ${name}`,
          parameters: parameters('fields', ...withRelated, ...batch, ...imports, 'strict', 'idempotencyKey'),
          requestBody,
          responses: written,
        },
      }),
    ...(canUpdate && { patch: { ...operation('update'), ...update }, put: { ...operation('put'), ...update } }),
    ...(canDelete && {
      delete: {
        ...operation('delete'),
        summary: `Delete ${name}`,
        parameters: parameters('ids', 'filter', 'fields', ...batch, 'idempotencyKey'),
        responses: { 200: { description: 'The ids of the deleted rows.', ...content(listOf(row)) }, ...errorsOfWrite },
      },
    }),
  }
}

const listOperation = (name: string, row: Json, withRelated: readonly string[]): Json => ({
  summary: `List ${name}`,
  parameters: parameters(
    'filter',
    'ids',
    'fields',
    ...withRelated,
    'limit',
    'offset',
    'order',
    'include_count',
    'count_only',
  ),
  responses: {
    200: {
      description: 'One page of rows; with count_only=true a number.',
      ...content({ oneOf: [listSchema(row), { type: 'integer' }] }),
    },
    ...errors(400, 401, 403),
  },
})

function oneRow({ table: { name }, row, withRelated, canUpdate, canDelete, operation }: TableParts): Json {
  const headers = {
    'X-Cut': { schema: { type: 'string' }, description: 'The names of meta.cut of a list, percent-encoded.' },
  }
  const written = {
    200: {
      description: 'Its id, or the row.',
      headers: {
        ...headers,
        'X-Ignored': { schema: { type: 'string' }, description: 'The fields that were ignored, percent-encoded.' },
      },
      ...content(row),
    },
    ...errors(400, 401, 403, 405, 409, 415),
  }
  const update = {
    summary: `Change one of ${name}`,
    parameters: parameters('id', 'fields', ...withRelated, 'dry_run', 'strict', 'idempotencyKey'),
    requestBody: { required: true, ...content(ref('schemas', `${name}_write`)) },
    responses: written,
  }
  return {
    get: {
      ...operation('get_one_of'),
      summary: `One of ${name}`,
      parameters: parameters('id', 'fields', ...withRelated),
      responses: { 200: { description: 'The row.', headers, ...content(row) }, ...errors(400, 401, 403, 404) },
    },
    ...(canUpdate && {
      patch: { ...operation('update_one_of'), ...update },
      put: { ...operation('put_one_of'), ...update },
    }),
    ...(canDelete && {
      delete: {
        ...operation('delete_one_of'),
        summary: `Delete one of ${name}`,
        parameters: parameters('id', 'dry_run', 'idempotencyKey'),
        responses: written,
      },
    }),
  }
}

/** What an answer says of relations that it cuts. */
const CUT: Json = {
  type: 'array',
  items: { type: 'string' },
  description: `The relations of which some row has more than the newest ${MOST_RELATED_EACH}, which the answer contains.`,
}

/** The answer to a write of several rows. */
const writtenSchema = (row: Json): Json => ({
  ...listOf(row),
  properties: {
    resource: { type: 'array', items: row },
    meta: {
      type: 'object',
      properties: {
        ignored: { type: 'array', items: { type: 'string' }, description: 'The fields that are not known.' },
        cut: CUT,
      },
    },
  },
})

const listSchema = (row: Json): Json => ({
  ...listOf(row),
  properties: {
    resource: { type: 'array', items: row },
    meta: {
      type: 'object',
      properties: {
        next: { type: 'integer', description: 'Offset of the next page, while there is one.' },
        count: { type: 'integer', description: 'Rows that match, with include_count=true.' },
        total: { type: 'integer' },
        total_count: { type: 'integer' },
        cut: CUT,
      },
    },
  },
})
