/** Describes the data API as OpenAPI 3.1, from the same definitions that read and check the data. */
import { z } from 'zod'
import { BATCH_ERROR } from '../answers.ts'
import type { Field, NeededRight } from '../fields.ts'
import { PARAMETERS } from './openapi-parameters.ts'
import { SERVICE_PATHS } from './openapi-service.ts'
import { SESSION_PATHS, SESSION_SCHEMAS } from './openapi-session.ts'
import type { DataTable } from '../table.ts'

type Json = Record<string, unknown>

/** Returns the whole document. */
export function openApi(tables: readonly DataTable[]): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kerino data API',
      version: '2',
      description:
        'Reads and writes the records of the business. Every write is a command of the product with all its rules. ' +
        'Several records in one write are one transaction unless continue=true.',
    },
    servers: [{ url: '/api/v2' }],
    security: [{ apiKey: [], sessionToken: [] }, { sessionToken: [] }, { apiKey: [] }, { bearer: [] }],
    tags: [
      { name: 'session' },
      ...tables.map(({ name, note }) => ({ name, ...(note !== undefined && { description: note }) })),
    ],
    paths: { ...SESSION_PATHS, ...SERVICE_PATHS, ...Object.assign({}, ...tables.map(tablePaths)) },
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-DreamFactory-API-Key' },
        sessionToken: { type: 'apiKey', in: 'header', name: 'X-DreamFactory-Session-Token' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      parameters: PARAMETERS,
      responses: RESPONSES,
      schemas: {
        ...SESSION_SCHEMAS,
        Error: ERROR,
        ...Object.assign(
          {},
          ...tables.map((table) => ({ [table.name]: rowSchema(table), [`${table.name}_write`]: writeSchema(table) })),
        ),
      },
    },
  }
}

const ref = (kind: 'schemas' | 'parameters' | 'responses', name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
})
const content = (schema: Json): Json => ({ content: { 'application/json': { schema } } })
const listOf = (items: Json): Json => ({
  type: 'object',
  required: ['resource'],
  properties: { resource: { type: 'array', items } },
})

const ERROR: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'context', 'message', 'status_code'],
      properties: {
        code: { type: 'integer', description: `The HTTP status, or ${BATCH_ERROR} for a batch.` },
        context: {
          description: 'For a batch: error holds the indexes of the rows that failed, resource what each row answered.',
        },
        message: { type: 'string' },
        status_code: { type: 'integer' },
      },
    },
  },
}

const RESPONSES: Json = Object.fromEntries(
  Object.entries({
    400: 'What was sent cannot be read, or a row of the batch failed.',
    401: 'The session token is unknown or has expired.',
    403: 'The right is missing, or the session was signed out.',
    404: 'No such row.',
    405: 'The table does not allow this method; the message says what to do instead.',
    409: 'The idempotency key was used with another body.',
    415: 'The content type must be application/json.',
  }).map(([status, description]) => [`E${status}`, { description, ...content(ref('schemas', 'Error')) }]),
)

const errors = (...statuses: readonly number[]): Json =>
  Object.fromEntries(statuses.map((status) => [status, ref('responses', `E${status}`)]))
const parameters = (...names: readonly string[]): Json[] => names.map((name) => ref('parameters', name))

function tablePaths(table: DataTable): Json {
  const { name, related } = table
  const row = ref('schemas', name)
  const tags = [name]
  const withRelated = related ? ['related'] : []
  const written = {
    200: { description: 'The ids, or the rows when fields were asked for.', ...content(listOf(row)) },
    ...errors(400, 401, 403, 405, 409, 415),
  }
  const body = { required: true, ...content(listOf(ref('schemas', `${name}_write`))) }
  const update = {
    tags,
    summary: `Change ${name}: only the fields sent change`,
    parameters: parameters(
      'ids',
      'filter',
      'fields',
      ...withRelated,
      'continue',
      'rollback',
      'dry_run',
      'idempotencyKey',
    ),
    requestBody: body,
    responses: written,
  }
  const updateOne = {
    tags,
    summary: `Change one of ${name}`,
    parameters: parameters('id', 'fields', ...withRelated, 'dry_run', 'idempotencyKey'),
    requestBody: { required: true, ...content(ref('schemas', `${name}_write`)) },
    responses: {
      200: { description: 'Its id, or the row.', ...content(row) },
      ...errors(400, 401, 403, 405, 409, 415),
    },
  }
  const operation = (verb: string): Json => ({ operationId: `${verb}_${name}` })
  const canUpdate = table.update && table.write?.update
  const canDelete = table.remove && table.write?.delete
  return {
    [`/_table/${name}`]: {
      get: {
        tags,
        ...operation('list'),
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
      },
      ...(table.create &&
        table.write?.create && {
          post: {
            tags,
            ...operation('create'),
            summary: `Create ${name}`,
            parameters: parameters(
              'fields',
              ...withRelated,
              'continue',
              'rollback',
              'dry_run',
              ...(table.imports ? ['import'] : []),
              'idempotencyKey',
            ),
            requestBody: body,
            responses: written,
          },
        }),
      ...(canUpdate && { patch: { ...operation('update'), ...update }, put: { ...operation('put'), ...update } }),
      ...(canDelete && {
        delete: {
          tags,
          ...operation('delete'),
          summary: `Delete ${name}`,
          parameters: parameters('ids', 'filter', 'fields', 'continue', 'rollback', 'dry_run', 'idempotencyKey'),
          responses: written,
        },
      }),
    },
    [`/_table/${name}/{id}`]: {
      get: {
        tags,
        ...operation('get_one_of'),
        summary: `One of ${name}`,
        parameters: parameters('id', 'fields', ...withRelated),
        responses: { 200: { description: 'The row.', ...content(row) }, ...errors(400, 401, 403, 404) },
      },
      ...(canUpdate && {
        patch: { ...operation('update_one_of'), ...updateOne },
        put: { ...operation('put_one_of'), ...updateOne },
      }),
      ...(canDelete && {
        delete: {
          tags,
          ...operation('delete_one_of'),
          summary: `Delete one of ${name}`,
          parameters: parameters('id', 'dry_run', 'idempotencyKey'),
          responses: updateOne.responses,
        },
      }),
    },
  }
}

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
      },
    },
  },
})

function rowSchema(table: DataTable): Json {
  const relations = Object.entries(table.related ?? {}).map(([name, relation]) => {
    const other = ref('schemas', relation.table)
    return [
      name,
      relation.kind === 'many' ? { type: 'array', items: other, description: `Only with related=${name}.` } : other,
    ]
  })
  return {
    type: 'object',
    ...(table.note !== undefined && { description: table.note }),
    properties: {
      ...Object.fromEntries(
        Object.entries(table.fields).map(([name, field]) => [
          name,
          fieldSchema(field, !field.writable || name === table.id, true),
        ]),
      ),
      ...Object.fromEntries(relations),
    },
  }
}

function writeSchema(table: DataTable): Json {
  const writable = Object.entries(table.fields).filter(([name, field]) => field.writable || name === table.id)
  const required = writable.filter(([, field]) => field.options.required).map(([name]) => name)
  return {
    type: 'object',
    description: `The id names the record to change${required.length > 0 ? `. A new record needs ${required.join(', ')}` : ''}. Computed and unknown fields are ignored.`,
    properties: Object.fromEntries(writable.map(([name, field]) => [name, fieldSchema(field, false, false)])),
  }
}

/** Returns a zod shape as JSON Schema, without the `$schema` entry. */
function shapeSchema(shape: z.ZodType): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { unrepresentable: 'any', io: 'input' })
  return schema
}

/** Returns the schema of what a JSON field shows; empty if the definition has none. */
const shownSchema = ({ options }: Field): Json => (options.answers ? shapeSchema(options.answers) : {})

const TYPES: Readonly<Record<Field['kind'], Json>> = {
  integer: { type: ['integer', 'null'] },
  decimal: { type: ['number', 'null'] },
  text: { type: ['string', 'null'] },
  day: { type: ['string', 'null'], format: 'date' },
  moment: { type: ['string', 'null'], format: 'date-time' },
  wallClock: {
    type: ['string', 'null'],
    description: 'YYYY-MM-DD HH:mm:ss on the clock of Athens',
    examples: ['2026-11-20 10:30:00'],
  },
  boolean: { type: ['boolean', 'null'] },
  json: { description: 'A JSON value; JSON text is accepted too' },
}

const namesOf = (right: NeededRight): string[] => [right].flat().map(({ name }) => name)

function fieldSchema(field: Field, readOnly: boolean, read: boolean): Json {
  const { note, values, shape, readRight, max } = field.options
  const type = TYPES[field.kind]
  const notes = [
    note,
    type.description,
    field.kind === 'decimal' ? `At most ${field.places} decimal places` : undefined,
    readRight ? `Only with the right ${namesOf(readRight).join(' or ')}` : undefined,
  ]
  const description = notes.filter((one) => typeof one === 'string').join('. ')
  return {
    ...type,
    ...(shape && shapeSchema(shape)),
    ...(read ? shownSchema(field) : {}),
    ...(description !== '' && { description }),
    ...(values && { enum: [...values, null] }),
    ...(max !== undefined && { maxLength: max }),
    ...(readOnly && { readOnly: true }),
  }
}
