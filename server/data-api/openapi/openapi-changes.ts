/** Describes the list of changes, which covers all tables. */
import { MOST_ROWS } from '../parameters.ts'
import type { DataTable } from '../table.ts'
import { content, type Json, query, ref } from './openapi-parts.ts'

/** Returns the path of the changes of these tables. */
export function changesPaths(tables: readonly DataTable[]): Json {
  const kind = { type: 'string', enum: tables.filter(({ unlisted }) => !unlisted).map(({ name }) => name) }
  const change: Json = {
    type: 'object',
    required: ['kind', 'id', 'change', 'at'],
    properties: {
      kind,
      id: { type: 'integer' },
      change: {
        enum: ['saved', 'deleted'],
        description: 'Whether you can read the record now. A merged record is deleted.',
      },
      at: { type: 'string', format: 'date-time', description: 'When it was changed last until it was listed.' },
    },
  }
  const answer: Json = {
    type: 'object',
    required: ['resource', 'meta'],
    properties: {
      resource: { type: 'array', items: change },
      meta: {
        type: 'object',
        required: ['cursor', 'more'],
        properties: {
          cursor: { type: 'string', description: 'Sent as since of the next call.' },
          more: { type: 'boolean', description: 'True if more changes follow at once.' },
        },
      },
    },
  }
  return {
    '/_changes': {
      get: {
        tags: ['changes'],
        operationId: 'list_changes',
        summary:
          'Which records were stored or deleted, in the order of the commits. Nothing that is committed is skipped',
        parameters: [
          query('since', { type: 'string' }, 'A meta.cursor. Without it the answer is the present cursor and no rows.'),
          {
            ...query('kinds', { type: 'array', items: kind }, 'Names of tables. Without them all that you may read.'),
            style: 'form',
            explode: false,
          },
          ref('parameters', 'limit'),
        ],
        responses: {
          200: { description: `At most ${MOST_ROWS} changes.`, ...content(answer) },
          ...Object.fromEntries([400, 401, 403, 410].map((status) => [status, ref('responses', `E${status}`)])),
        },
      },
    },
  }
}
