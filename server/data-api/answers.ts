/**
 * What the data API answers when it says no. The sentences are part of the wire protocol that old programs
 * read, so they are English whatever the language of the caller; refusals of commands are said in his.
 */
import type { FastifyError, FastifyInstance } from 'fastify'
import { REFUSAL_STATUS, Refused, type Refusal } from '#kernel/refusal.ts'
import { Duplicate, Violation } from '#server/db/database.ts'

export type ErrorEntry = {
  readonly code: number
  readonly context: unknown
  readonly message: string
  readonly status_code: number
}

/** An expected failure of the data API in the words of its protocol. */
export class DataApiError extends Error {
  readonly entry: ErrorEntry
  readonly headers: Readonly<Record<string, string>>
  constructor(
    status: number,
    message: string,
    more: { code?: number; context?: unknown; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.entry = { code: more.code ?? status, context: more.context ?? null, message, status_code: status }
    this.headers = more.headers ?? {}
  }
}

export const badRequest = (message: string): DataApiError => new DataApiError(400, message)
export const notFound = (message: string): DataApiError => new DataApiError(404, message)
export const noRecord = (id: unknown): DataApiError =>
  // an id may be anything a caller sent, even an object that cannot be made a text
  notFound(`Record with identifier '${typeof id === 'string' ? id : JSON.stringify(id)}' not found.`)
export const forbidden = (method: string, table: string): DataApiError =>
  new DataApiError(
    403,
    `Access Forbidden. ${method} access to component '_table/${table}' of service 'db' is not allowed by this user's role.`,
  )
export const notAllowed = (method: string, table: string, allowed: readonly string[]): DataApiError =>
  new DataApiError(405, `${method} is not allowed on '_table/${table}'.`, { headers: { allow: allowed.join(', ') } })

/** Code of an error that stands for a whole batch. */
export const BATCH_ERROR = 1000

/** Says a refusal in the language the caller asked for. */
export type Say = (no: Refusal, acceptLanguage: string | undefined) => string

/** The expected failure behind an error in protocol form, or null when it is a bug. */
export function expectedFailure(error: unknown, say: Say, acceptLanguage: string | undefined): DataApiError | null {
  if (error instanceof DataApiError) return error
  if (error instanceof Refused) {
    const no = error.refusal
    const wait = no.details?.retryAfterSeconds
    const headers: Record<string, string> = typeof wait === 'number' ? { 'retry-after': String(wait) } : {}
    return new DataApiError(REFUSAL_STATUS[no.kind], say(no, acceptLanguage), {
      context: { refusal: no.code, ...no.details },
      headers,
    })
  }
  if (error instanceof Duplicate) return new DataApiError(409, 'A record with these values exists already.')
  if (error instanceof Violation)
    return badRequest('The values of the record contradict each other or refer to something that does not exist.')
  return frameFailure(error as FastifyError)
}

/** What the HTTP frame itself refuses: bodies that are no JSON, too large, of another type. */
function frameFailure(error: FastifyError): DataApiError | null {
  switch (error.statusCode) {
    case 413:
      return new DataApiError(413, 'The request is too large.')
    case 415:
      return new DataApiError(415, 'The content type must be application/json.')
    case 429:
      return new DataApiError(429, 'Too many requests.')
    case undefined:
      return null
  }
  const expected = error.statusCode >= 400 && error.statusCode < 500
  return expected ? badRequest('The request could not be read: the body must be valid JSON.') : null
}

/**
 * Gives an encapsulated part of the server the manners of the data API: errors in its envelope, and JSON
 * bodies that may be empty, because old programs send the JSON content type with every call.
 */
export function installEnvelope(app: FastifyInstance, say: Say): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = expectedFailure(error, say, request.headers['accept-language'])
    if (failure) return reply.code(failure.entry.status_code).headers(failure.headers).send({ error: failure.entry })
    request.log.error({ err: error, requestId: request.id }, 'a data API request failed')
    const entry: ErrorEntry = {
      code: 500,
      context: null,
      message: `Internal error. Request id: ${request.id}`,
      status_code: 500,
    }
    return reply.code(500).send({ error: entry })
  })
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, undefined)
    else void readJson(request, body, done)
  })
}
