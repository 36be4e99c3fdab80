/** The parts of the description that several paths refer to. */
import { BATCH_ERROR } from '../answers.ts'

export type Json = Record<string, unknown>

export const ref = (kind: 'schemas' | 'parameters' | 'responses', name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
})
export const content = (schema: Json): Json => ({ content: { 'application/json': { schema } } })
export const query = (name: string, schema: Json, description: string): Json => ({
  name,
  in: 'query',
  schema,
  description,
})
export const listOf = (items: Json): Json => ({
  type: 'object',
  required: ['resource'],
  properties: { resource: { type: 'array', items } },
})

export const ERROR: Json = {
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

export const RESPONSES: Json = Object.fromEntries(
  Object.entries({
    400: 'What was sent cannot be read, or a row of the batch failed.',
    401: 'The session token is unknown or has expired.',
    403: 'The right is missing, or the session was signed out.',
    404: 'No such row.',
    405: 'The table does not allow this method; the message says what to do instead.',
    409: 'The idempotency key was used with another body.',
    410: 'The cursor is too old, or a backup was restored since: read everything anew.',
    415: 'The content type must be application/json.',
  }).map(([status, description]) => [`E${status}`, { description, ...content(ref('schemas', 'Error')) }]),
)
