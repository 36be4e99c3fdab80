/** The addresses of the data API: `/api/v2/_table/…` and its description. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#server/command.ts'
import { badRequest, DataApiError, forbidden, installEnvelope, notAllowed, notFound, type Say } from './answers.ts'
import type { NeededRight } from './fields.ts'
import { openApi } from './openapi.ts'
import type { Parameters } from './parameters.ts'
import { readList, readOne } from './read.ts'
import { allows, type DataTable, tableFor, tableRegistry } from './table.ts'
import { createRows, deleteRows, type Once, type RunRead, type RunWork, updateRows, type Writing } from './write.ts'

export type DataApiParts = {
  readonly tables: readonly DataTable[]
  /** Who calls; throws a refusal or a DataApiError when nobody may. */
  readonly authenticate: (request: FastifyRequest) => Promise<Actor>
  readonly run: RunWork
  readonly read: RunRead
  readonly clock: () => Date
  readonly say: Say
  /** Throws a refusal when the description may not be read; without it, whoever asks may. */
  readonly mayDescribe?: (request: FastifyRequest) => Promise<void>
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof METHODS)[number]
const isMethod = (text: string): text is Method => (METHODS as readonly string[]).includes(text)

type Call = {
  readonly method: Method
  readonly table: DataTable
  readonly id: string | undefined
  readonly actor: Actor
  readonly request: FastifyRequest
}

/** Adds the data API to a server. */
export async function dataApi(app: FastifyInstance, parts: DataApiParts): Promise<void> {
  const tables = tableRegistry(parts.tables)
  const description = JSON.stringify(openApi(parts.tables))

  const answer = async (
    request: FastifyRequest<{ Params: { table: string; id?: string } }>,
    reply: FastifyReply,
  ): Promise<unknown> => {
    const actor = await parts.authenticate(request)
    const { table: name, id } = request.params
    const found = tables.get(name.toLowerCase())
    if (!found) throw notFound(`Table '${name.slice(0, 100)}' does not exist.`)
    const call: Call = { method: methodOf(request), table: tableFor(found, actor), id, actor, request }
    permit(call)
    // a bare number is an answer too (count_only), but not one fastify would send
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(await perform(parts, tables, call)))
  }

  await app.register(async (scope) => {
    installEnvelope(scope, parts.say)
    scope.route({ method: [...METHODS], url: '/api/v2/_table/:table', handler: answer })
    scope.route({ method: [...METHODS], url: '/api/v2/_table/:table/:id', handler: answer })
    scope.get('/api/v2/_table', async (request) => {
      const actor = await parts.authenticate(request)
      return { resource: parts.tables.filter((table) => allows(actor, table.read)).map(({ name }) => ({ name })) }
    })
    scope.get('/api/v2/openapi.json', async (request, reply) => {
      await parts.mayDescribe?.(request)
      return reply.type('application/json; charset=utf-8').send(description)
    })
  })
}

/** The method meant: clients that can only POST name it in a header or parameter. */
export function methodOf(request: FastifyRequest): Method {
  if (request.method === 'HEAD') return 'GET'
  const wanted =
    request.headers['x-http-method'] ??
    request.headers['x-http-method-override'] ??
    (request.query as Parameters).method
  const method = request.method === 'POST' && typeof wanted === 'string' ? wanted.trim().toUpperCase() : request.method
  if (!isMethod(method)) throw badRequest(`Method '${method.slice(0, 20)}' is not known.`)
  return method
}

/** What a table can do with each method: undefined where it cannot. */
function rightsOf(table: DataTable): Readonly<Record<Method, NeededRight | undefined>> {
  const update = table.update && table.write?.update
  return {
    GET: table.read,
    POST: table.create && table.write?.create,
    PUT: update,
    PATCH: update,
    DELETE: table.remove && table.write?.delete,
  }
}

function permit({ method, table, id, actor }: Call): void {
  const rights = rightsOf(table)
  const fits = (one: Method): boolean => rights[one] !== undefined && !(one === 'POST' && id !== undefined)
  const right = rights[method]
  if (right === undefined || !fits(method)) throw notAllowed(method, table.name, METHODS.filter(fits))
  if (!allows(actor, right)) throw forbidden(method, table.name)
}

function perform(parts: DataApiParts, tables: ReadonlyMap<string, DataTable>, call: Call): Promise<unknown> {
  const { method, table, id, actor, request } = call
  const parameters = parametersOf(request, method)
  const now = parts.clock()
  if (method === 'GET') {
    return parts.read<unknown>((rows) => {
      const reading = { rows, actor, tables, now }
      return id === undefined ? readList(reading, table, parameters) : readOne(reading, table, parameters, id)
    })
  }
  const writing: Writing = {
    run: parts.run,
    read: parts.read,
    say: parts.say,
    actor,
    tables,
    now,
    table,
    parameters,
    body: request.body,
    id,
    acceptLanguage: request.headers['accept-language'],
    once: onceOf(request),
  }
  if (method === 'POST') return createRows(writing)
  return method === 'DELETE' ? deleteRows(writing) : updateRows(writing)
}

/** A reading call tunnelled through POST may carry its parameters in the body, where a long filter has room. */
function parametersOf(request: FastifyRequest, method: Method): Parameters {
  const query = request.query as Parameters
  const { body } = request
  const tunnelled =
    method === 'GET' && request.method === 'POST' && typeof body === 'object' && body !== null && !Array.isArray(body)
  return tunnelled ? { ...body, ...query } : query
}

function onceOf(request: FastifyRequest): Once | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length === 0 || key.length > 190) {
    throw new DataApiError(400, "The header 'Idempotency-Key' must have 1 to 190 characters.")
  }
  const print = createHash('sha256').update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
  const method = request.headers['x-http-method']
  return { key, fingerprint: print.update(typeof method === 'string' ? method : '').digest('base64') }
}
