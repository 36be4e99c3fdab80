/** Turns errors into HTTP answers: a refusal is sent as it is, any other error is a 500 without details. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { REFUSAL_STATUS, Refused, type Refusal, refusal } from '#kernel/refusal.ts'
import { databaseRefusal } from '#server/database-refusal.ts'
import { Duplicate, Violation } from '#server/db/database.ts'

/** Returns the refusal behind an error; null if the error is a bug. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refused) return error.refusal
  const unavailable = databaseRefusal(error)
  if (unavailable) return unavailable
  // a constraint of the database refused the value; a rule should have refused it earlier, but nothing was changed
  if (error instanceof Violation) return refusal('invalid', 'value-refused')
  // another person wrote the same record, and it is still there after the command was retried
  if (error instanceof Duplicate) return refusal('conflict', 'already-there')
  const status = (error as FastifyError).statusCode
  if (status === 413) return refusal('invalid', 'too-large')
  if (status === 415) return refusal('invalid', 'not-json')
  if (status === 429) return refusal('tooMany', 'too-many-requests')
  if (status !== undefined && status >= 400 && status < 500) return refusal('invalid', 'malformed')
  return null
}

/** Reports whether a file has no bytes in the range that the request names. The headers contain its length (RFC 9110, 15.5.17). */
const isBeyondEnd = (error: unknown): error is FastifyError & { headers: Record<string, string> } =>
  (error as FastifyError).statusCode === 416 && typeof (error as { headers?: unknown }).headers === 'object'

export function sendRefusal(reply: FastifyReply, no: Refusal): FastifyReply {
  const wait = no.details?.retryAfterSeconds
  if (typeof wait === 'number') reply.header('retry-after', String(wait))
  return reply.code(REFUSAL_STATUS[no.kind]).send({ refusal: no })
}

/**
 * Answers errors like `answerErrors`, but with the text in `error`, where programs of the old helper service read it.
 */
export function answerInWords(
  app: FastifyInstance,
  refusalText: (no: Refusal, language: string | undefined) => string,
): void {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply) => {
    const no = refusalOf(error)
    if (!no) throw error
    logViolation(request, error)
    const wait = no.details?.retryAfterSeconds
    if (typeof wait === 'number') reply.header('retry-after', String(wait))
    const words = refusalText(no, request.headers['accept-language'])
    return reply.code(REFUSAL_STATUS[no.kind]).send({ success: false, error: words, refusal: no })
  })
}

/** Logs that the database refused a value that no rule had refused, because a rule is missing. */
function logViolation(request: FastifyRequest, error: unknown): void {
  if (error instanceof Violation)
    request.log.error({ err: error, requestId: request.id }, 'the database refused a value that no rule refused')
}

/** Sets the error handler that turns every error of a route into an answer. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply) => {
    const no = refusalOf(error)
    // the answer tells the person what they can do; the cause goes to the log
    if (no && error instanceof Refused && error.cause !== undefined)
      request.log.error({ err: error.cause, requestId: request.id }, `a request failed: ${no.code}`)
    else logViolation(request, error)
    if (no && isBeyondEnd(error)) return reply.code(416).headers(error.headers).send({ refusal: no })
    if (no) return sendRefusal(reply, no)
    request.log.error({ err: error, requestId: request.id }, 'a request failed')
    return reply.code(500).send({ failure: { requestId: request.id } })
  })
}
