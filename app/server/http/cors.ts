/** Allows browser programs of the origins in `CORS_ORIGINS` to call the data API. */
import type { FastifyInstance, FastifyReply } from 'fastify'

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
/** The seconds for which a browser caches the preflight answer. */
const KEPT_SECONDS = '600'

/**
 * Answers preflight requests below `/api/v2` and adds the headers for allowed origins. Cookies are never allowed:
 * such programs sign in and send their token.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  const mark = (reply: FastifyReply, origin: string | undefined): boolean => {
    reply.header('vary', 'Origin')
    if (origin === undefined || !origins.includes(origin)) return false
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-expose-headers', 'Retry-After, X-Request-Id, X-Ignored')
    return true
  }
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/v2/')) mark(reply, request.headers.origin)
  })
  app.options('/api/v2/*', async (request, reply) => {
    if (mark(reply, request.headers.origin)) {
      reply.header('access-control-allow-methods', METHODS)
      reply.header('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '')
      reply.header('access-control-max-age', KEPT_SECONDS)
    }
    return reply.code(204).send()
  })
}
