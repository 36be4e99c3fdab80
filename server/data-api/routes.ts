/** The addresses of the data API, `/api/v2/_table/…`, and of its description. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Refusal, Refused } from '#kernel/refusal.ts'
import type { Actor } from '#server/command.ts'
import {
  badRequest,
  DataApiError,
  forbidden,
  installEnvelope,
  notAllowed,
  notFound,
  refusalBehind,
  type RefusalText,
} from './answers.ts'
import type { NeededRight } from './fields.ts'
import { answerChanges } from './changes.ts'
import { openApi } from './openapi/openapi.ts'
import { demandIdField, demandKnown, type Parameters, withoutHabits } from './parameters.ts'
import { readList, readOne } from './read.ts'
import { parametersBeside, recordsOf, unknownFields } from './record.ts'
import { allows, type DataTable, METHODS, type Method, tableFor, tableRegistry } from './table.ts'
import type { Once, RunRead, RunWork, Writing } from './batch.ts'
import { createRows, deleteRows, fieldsToWrite, updateRows } from './write.ts'

export type DataApiParts = {
  readonly tables: readonly DataTable[]
  /** Returns who calls; throws a refusal or a DataApiError if the caller is unknown or has no access. */
  readonly authenticate: (request: FastifyRequest) => Promise<Actor>
  readonly run: RunWork
  readonly read: RunRead
  /** Numbers the changes that were committed before this call. */
  readonly numberChanges: () => Promise<void>
  readonly clock: () => Date
  /** Called with a call that failed, unless the runner has told of it. */
  readonly refused?: (actor: Actor, name: string, refusal: Refusal) => void
  readonly refusalText: RefusalText
  /** Throws a refusal if this caller may not read the description. Without this function everyone may. */
  readonly mayDescribe?: (request: FastifyRequest) => Promise<void>
}

const isMethod = (text: string): text is Method => (METHODS as readonly string[]).includes(text)

type Call = {
  readonly method: Method
  readonly table: DataTable
  readonly id: string | undefined
  readonly actor: Actor
  readonly request: FastifyRequest
}

/** Adds the routes of the data API to a server. */
export async function dataApi(app: FastifyInstance, parts: DataApiParts): Promise<void> {
  const tables = tableRegistry(parts.tables)
  let description: string | undefined

  const answer = async (
    request: FastifyRequest<{ Params: { service?: string; table: string; id?: string } }>,
    reply: FastifyReply,
  ): Promise<unknown> => {
    const actor = await parts.authenticate(request)
    const { table: name, id } = request.params
    const found = tables.get(name.toLowerCase())
    return telling(parts, { actor, request, table: found?.name }, async (run) => {
      if (!found) throw notFound(`Table '${name.slice(0, 100)}' does not exist.`)
      const call: Call = { method: methodOf(request), table: tableFor(found, actor), id, actor, request }
      permit(call)
      const { answered, ...said } = await perform({ ...parts, run }, tables, call)
      const remarks = Object.entries(said).filter(([, names]) => names.length > 0)
      const full = id === undefined ? withMeta(answered, Object.fromEntries(remarks)) : answered
      if (id !== undefined)
        for (const [name, names] of remarks) reply.header(`x-${name}`, names.map(encodeURIComponent).join(', '))
      // the number of count_only is valid JSON, but fastify does not send bare numbers
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(full))
    })
  }

  await app.register(async (scope) => {
    installEnvelope(scope, parts.refusalText)
    const listTables = async (request: FastifyRequest): Promise<unknown> => {
      const actor = await parts.authenticate(request)
      demandKnown(withoutHabits(request.query as Parameters, 'GET'), 'GET', true)
      return { resource: parts.tables.filter((table) => allows(actor, table.read)).map(({ name }) => ({ name })) }
    }
    const listChanges = async (request: FastifyRequest): Promise<unknown> => {
      const actor = await parts.authenticate(request)
      const parameters = withoutHabits(request.query as Parameters, 'GET')
      const called = { actor, request, table: undefined }
      return telling(parts, called, () => answerChanges({ ...parts, actor, tables, parameters }))
    }
    // programs of the old back end name its database service, and may end an address with a slash
    for (const base of ['/api/v2', '/api/v2/:service'])
      for (const slash of ['', '/']) scope.get(`${base}/_changes${slash}`, listChanges)
    for (const base of ['/api/v2/_table', '/api/v2/:service/_table']) {
      for (const slash of ['', '/']) {
        scope.route({ method: [...METHODS], url: `${base}/:table${slash}`, handler: answer })
        scope.route({ method: [...METHODS], url: `${base}/:table/:id${slash}`, handler: answer })
        if (slash === '' || base === '/api/v2/_table') scope.get(base + slash, listTables)
      }
    }
    scope.get('/api/v2/openapi.json', async (request, reply) => {
      await parts.mayDescribe?.(request)
      description ??= JSON.stringify(openApi(parts.tables))
      return reply.type('application/json; charset=utf-8').send(description)
    })
  })
}

/** Who calls, and the table if there is one of this name. */
type Asked = { readonly actor: Actor; readonly request: FastifyRequest; readonly table: string | undefined }

/** Answers a call, and tells of its failure unless the runner has. The name is that of the command, or of a reading call. */
async function telling<T>(
  { run, refused }: DataApiParts,
  { actor, request, table }: Asked,
  answer: (run: RunWork) => Promise<T>,
): Promise<T> {
  let told = false
  const noting: RunWork = async (...work) => {
    try {
      return await run(...work)
    } catch (error) {
      // the runner tells of refusals, and not of the failures of rows
      if (error instanceof Refused) told = true
      throw error
    }
  }
  try {
    return await answer(noting)
  } catch (error) {
    const refusal = told ? null : refusalBehind(error)
    if (refusal) refused?.(actor, nameOf(request, table), refusal)
    throw error
  }
}

/** Returns the name of a call in the list of refusals. A table that does not exist is not named, because it was typed. */
function nameOf(request: FastifyRequest, table: string | undefined): string {
  let method: string = request.method
  try {
    method = methodOf(request)
  } catch {
    // an unknown method is the failure that is told of, and it was typed
  }
  return `data-api.${(method === 'PUT' ? 'PATCH' : method).toLowerCase()}${table === undefined ? '' : `-${table}`}`
}

/** Returns the method of a call. Clients that can only send POST name the method in a header or parameter. */
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

/** Returns the right that each method needs on a table; undefined if the table does not offer the method. */
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
  if (right === undefined || !fits(method)) {
    const why =
      method === 'POST' && id !== undefined ? 'A new record is sent to the table, not to an id.' : table.why?.[method]
    throw notAllowed(method, table.name, METHODS.filter(fits), why)
  }
  if (!allows(actor, right)) throw forbidden(method, table.name)
}

/**
 * An answer with what is said about it: the fields that a write has ignored, and the relations that are cut. They stand in `meta`, and in
 * the headers X-Ignored and X-Cut of an answer that is one row.
 */
type Performed = { readonly answered: unknown; readonly ignored: readonly string[]; readonly cut: readonly string[] }

/** Returns an answer with remarks in its `meta`. */
const withMeta = (answered: unknown, remarks: Readonly<Record<string, readonly string[]>>): unknown =>
  Object.keys(remarks).length === 0
    ? answered
    : { ...(answered as object), meta: { ...(answered as { meta?: object }).meta, ...remarks } }

async function perform(parts: DataApiParts, tables: ReadonlyMap<string, DataTable>, call: Call): Promise<Performed> {
  const { method, table, id, actor, request } = call
  const parameters = parametersOf(request, method)
  demandIdField(parameters, table)
  const now = parts.clock()
  const cut = new Set<string>()
  if (method === 'GET') {
    const answered = await parts.read<unknown>((rows) => {
      const reading = { rows, actor, tables, now, cut }
      return id === undefined ? readList(reading, table, parameters) : readOne(reading, table, parameters, id)
    }, actor)
    return { answered, ignored: [], cut: [...cut] }
  }
  const writing: Writing = {
    run: parts.run,
    read: parts.read,
    refusalText: parts.refusalText,
    actor,
    tables,
    now,
    table,
    parameters,
    body: request.body,
    id,
    acceptLanguage: request.headers['accept-language'],
    once: onceOf(request, { method, table: table.name, id, parameters }),
    cut,
  }
  if (method === 'DELETE') return { answered: await deleteRows(writing), ignored: [], cut: [] }
  const answered = await (method === 'POST' ? createRows(writing) : updateRows(writing))
  return { answered, ignored: unknownFields(fieldsToWrite(writing), request.body), cut: [...cut] }
}

/**
 * Returns the parameters of a call, from the address and from beside the records of the body. A reading call
 * tunnelled through POST has its parameters in the body, where a long filter fits. Records in such a body name the
 * ids to read.
 */
export function parametersOf(request: FastifyRequest, method: Method): Parameters {
  const query = request.query as Parameters
  const { id } = request.params as { id?: string }
  const fromBody =
    method === 'GET'
      ? tunnelled(request)
      : id === undefined || isWrapped(request.body)
        ? parametersBeside(request.body)
        : {}
  const parameters = withoutHabits({ ...fromBody, ...query }, method)
  demandUtf8(request.url, query)
  demandKnown(parameters, method, id !== undefined)
  return parameters
}

const isWrapped = (body: unknown): boolean => typeof body === 'object' && body !== null && 'resource' in body

function tunnelled({ method, body }: FastifyRequest): Parameters {
  if (method !== 'POST' || typeof body !== 'object' || body === null) return {}
  if (!Array.isArray(body) && !('resource' in body)) return body as Parameters
  const ids = recordsOf(body).map((record) => {
    const named = typeof record === 'object' && record !== null ? (record as { id?: unknown }).id : record
    if (typeof named === 'number' || typeof named === 'string') return String(named)
    throw badRequest('Records of a reading call must be ids, or objects with an id.')
  })
  return { ids: ids.join(','), ...parametersBeside(body) }
}

/** Refuses an address whose bytes are not UTF-8. A replacement character that the caller encoded as such is allowed. */
function demandUtf8(url: string, query: Parameters): void {
  const isBroken = (text: unknown): boolean => typeof text === 'string' && text.includes('\ufffd')
  if (/%EF%BF%BD|\ufffd/i.test(url)) return
  if (Object.entries(query).flat().flat().some(isBroken))
    throw badRequest('The request could not be read: the address must be UTF-8, with a percent sign written %25.')
}

type Meaning = {
  readonly method: Method
  readonly table: string
  readonly id: string | undefined
  readonly parameters: Parameters
}

/** Returns the idempotency key of a call. The fingerprint depends on the meaning of the call, not on its spelling. */
function onceOf(request: FastifyRequest, { method, table, id, parameters }: Meaning): Once | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length === 0 || key.length > 190) {
    throw new DataApiError(400, "The header 'Idempotency-Key' must have 1 to 190 characters.")
  }
  const { method: _, ...given } = parameters
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '' && value !== null))
  const body = isWrapped(request.body) ? (request.body as { resource: unknown }).resource : (request.body ?? null)
  const meant = { method: method === 'PUT' ? 'PATCH' : method, table, id: id ?? null, parameters: filled, body }
  return {
    key,
    fingerprint: createHash('sha256')
      .update(JSON.stringify(sorted(meant)))
      .digest('base64'),
  }
}

/** Returns a JSON value in which the keys of every object are sorted. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  // an array, because an object would list numeric keys first
  return { keys: entries.map(([key, inner]) => [key, sorted(inner)]) }
}
