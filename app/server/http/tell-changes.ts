/** Tells a page in the answer to its request what the request changed, so that it reads that again without waiting for the live update. */
import type { FastifyInstance } from 'fastify'
import { CHANGED_HEADER } from '#kernel/live/topics.ts'
import { collectChanges } from '#server/live/request-changes.ts'
import { fewer } from '#server/live/topic-limits.ts'

const changes = new WeakMap<object, Set<string>>()

export function tellChanges(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // programs hear nothing of it
    if (request.method === 'GET' || !request.url.startsWith('/app/')) return done()
    const topics = new Set<string>()
    changes.set(request, topics)
    collectChanges(topics, done)
  })
  app.addHook('onSend', async (request, reply) => {
    const topics = changes.get(request)
    if (topics && topics.size > 0) reply.header(CHANGED_HEADER, fewer(topics).join())
  })
}
