/**
 * The refusals of the data API. Their sentences are part of the protocol that old programs read, so they are English
 * by default. Refusals of commands are written in the caller's language.
 */
import { isUtf8 } from 'node:buffer'
import type { FastifyError, FastifyInstance } from 'fastify'
import { isObject } from '#kernel/json.ts'
import { FALLBACK_LANGUAGE } from '#kernel/languages.ts'
import { REFUSAL_STATUS, Refused, type Refusal, refusal } from '#kernel/refusal.ts'
import { languageOf } from '#server/accepted.ts'
import { databaseRefusal } from '#server/database-refusal.ts'
import { Duplicate, Violation } from '#server/db/database.ts'

export type ErrorEntry = {
  readonly code: number
  readonly context: unknown
  readonly message: string
  readonly status_code: number
}

/** An expected failure of the data API, in the form of its protocol. */
export class DataApiError extends Error {
  readonly entry: ErrorEntry
  readonly headers: Readonly<Record<string, string>>
  /** The same failure as refusals of the tables of texts, for callers who ask for another language than English. */
  readonly words: readonly Refusal[]
  constructor(
    status: number,
    message: string,
    more: {
      code?: number
      context?: unknown
      headers?: Readonly<Record<string, string>>
      words?: readonly Refusal[]
    } = {},
  ) {
    super(message)
    this.words = more.words ?? []
    this.entry = { code: more.code ?? status, context: more.context ?? null, message, status_code: status }
    this.headers = more.headers ?? {}
  }
}

export const badRequest = (message: string): DataApiError => new DataApiError(400, message)

/**
 * Returns the failure for a record that cannot be written. It has the English sentence of the old server and a code
 * of the tables of texts.
 */
export const badRecord = (message: string, code: string, details: Record<string, unknown> = {}): DataApiError =>
  new DataApiError(400, message, { words: [refusal('invalid', `data.${code}`, details)] })

/** Joins several failures of one record into one. */
export const allOf = (failures: readonly DataApiError[]): DataApiError =>
  new DataApiError(400, failures.map(({ message }) => message).join(' '), {
    words: failures.flatMap(({ words }) => words),
  })
export const notFound = (message: string): DataApiError => new DataApiError(404, message)
export function noRecord(id: unknown): DataApiError {
  // a caller may send anything as an id, even an object that cannot become text
  const written = typeof id === 'string' ? id : JSON.stringify(id)
  return new DataApiError(404, `Record with identifier '${written}' not found.`, {
    words: [refusal('missing', 'data.no-record', { id: written })],
  })
}
export const forbidden = (method: string, table: string): DataApiError =>
  new DataApiError(
    403,
    `Access Forbidden. ${method} access to component '_table/${table}' of service 'db' is not allowed by this user's role.`,
  )
export const notAllowed = (method: string, table: string, allowed: readonly string[], why?: string): DataApiError =>
  new DataApiError(405, `${method} is not allowed on '_table/${table}'.${why ? ` ${why}` : ''}`, {
    headers: { allow: allowed.join(', ') },
  })

/** The code of an error that concerns a whole batch. */
export const BATCH_ERROR = 1000

/** Returns the text of a refusal in the language that the caller asked for. */
export type RefusalText = (no: Refusal, acceptLanguage: string | undefined) => string

/** Maps the field names of commands to those of the API. */
export type Names = Readonly<Record<string, string>>

/** Returns the refusal with the field names of the API: 'lines.0.productId' becomes 'products.0.id'. */
function named(no: Refusal, names: Names): Refusal {
  const fields = no.details?.fields
  if (typeof fields !== 'object' || fields === null) return no
  const nameOf = (path: string): string =>
    path
      .split('.')
      .map((part) => (Object.hasOwn(names, part) ? (names[part] ?? part) : part))
      .join('.')
  const renamed = (given: object) =>
    Object.fromEntries(Object.entries(given).map(([path, value]: [string, unknown]) => [nameOf(path), value]))
  const { first, allowed } = no.details ?? {}
  return {
    ...no,
    details: {
      ...no.details,
      fields: renamed(fields),
      ...(typeof first === 'string' && { first: nameOf(first) }),
      ...(isObject(allowed) && { allowed: renamed(allowed) }),
    },
  }
}

/** Returns the expected failure behind an error, in the form of the protocol; null if the error is a bug. */
export function expectedFailure(
  error: unknown,
  refusalText: RefusalText,
  acceptLanguage: string | undefined,
  names: Names = {},
): DataApiError | null {
  if (error instanceof DataApiError) return translated(error, refusalText, acceptLanguage)
  const no = error instanceof Refused ? named(error.refusal, names) : databaseRefusal(error)
  if (no) {
    const wait = no.details?.retryAfterSeconds
    const headers: Record<string, string> = typeof wait === 'number' ? { 'retry-after': String(wait) } : {}
    return new DataApiError(REFUSAL_STATUS[no.kind], refusalText(no, acceptLanguage), {
      context: { refusal: no.code, ...no.details },
      headers,
    })
  }
  const databaseSays = (status: number, message: string, code: string): DataApiError =>
    translated(new DataApiError(status, message, { words: [refusal('invalid', code)] }), refusalText, acceptLanguage)
  if (error instanceof Duplicate)
    return databaseSays(409, 'A record with these values exists already.', 'data.already-there')
  if (error instanceof Violation)
    return databaseSays(
      400,
      'The values of the record contradict each other or refer to something that does not exist.',
      'value-refused',
    )
  return frameFailure(error as FastifyError)
}

/** Returns the failure in the language that the caller accepts; unchanged if that is English. */
function translated(error: DataApiError, refusalText: RefusalText, acceptLanguage: string | undefined): DataApiError {
  if (error.words.length === 0 || languageOf(acceptLanguage) === FALLBACK_LANGUAGE) return error
  const { code, context, status_code } = error.entry
  return new DataApiError(status_code, error.words.map((one) => refusalText(one, acceptLanguage)).join(' '), {
    code,
    context,
    headers: error.headers,
  })
}

/** The codes of refusals that the protocol only expresses by a status. */
const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  403: 'forbidden',
  404: 'data.no-table',
  405: 'data.not-offered',
}

/** Returns the failure of a call as the refusal behind it; of a batch, that of its first wrong row. Null if the error is a bug. */
export function refusalBehind(error: unknown): Refusal | null {
  if (error instanceof Refused) return error.refusal
  if (!(error instanceof DataApiError)) return databaseRefusal(error)
  const { context, status_code: status, code } = error.entry
  const first =
    code === BATCH_ERROR && isObject(context)
      ? (context.resource as unknown[])[(context.error as number[])[0] ?? 0]
      : null
  const of = isObject(first) ? first.context : context
  if (isObject(of) && typeof of.refusal === 'string') return refusal('invalid', of.refusal, { ...of })
  return error.words[0] ?? refusal('invalid', CODE_OF_STATUS[status] ?? 'malformed')
}

/**
 * Returns the failure for what fastify itself refuses: bodies that are no JSON, too large, or of another type. Null
 * for other errors.
 */
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
 * Gives a scope of the server the error envelope of the data API. It also accepts empty JSON bodies, because old
 * programs send the JSON content type with every call.
 */
export function installEnvelope(app: FastifyInstance, refusalText: RefusalText): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = expectedFailure(error, refusalText, request.headers['accept-language'])
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
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(body)) return done(badRequest('The request could not be read: its text must be UTF-8.'))
    const text = new TextDecoder().decode(body)
    if (text.trim() === '') done(null, undefined)
    else void readJson(request, text, done)
  })
}
