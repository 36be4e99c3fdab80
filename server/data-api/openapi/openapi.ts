/** Describes the data API as OpenAPI 3.1, from the same definitions that read and check the data. */
import { changesPaths } from './openapi-changes.ts'
import { PARAMETERS } from './openapi-parameters.ts'
import { ERROR, type Json, RESPONSES } from './openapi-parts.ts'
import { rowSchema, writeSchema } from './openapi-schemas.ts'
import { SERVICE_PATHS } from './openapi-service.ts'
import { SESSION_PATHS, SESSION_SCHEMAS } from './openapi-session.ts'
import { tablePaths } from './openapi-tables.ts'
import { TOTALS_PATHS } from './openapi-totals.ts'
import type { DataTable } from '../table.ts'

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
      { name: 'totals' },
      { name: 'changes' },
      ...tables.map(({ name, note }) => ({ name, description: note })),
    ],
    paths: {
      ...SESSION_PATHS,
      ...SERVICE_PATHS,
      ...TOTALS_PATHS,
      ...changesPaths(tables),
      ...Object.assign({}, ...tables.map(tablePaths)),
    },
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
