/** `GET /app/live`: server-sent events that name the records which changed. */
import type { FastifyInstance } from 'fastify'
import { refuse } from '#kernel/refusal.ts'
import type { Live } from '#server/live.ts'
import type { Credentials } from './credentials.ts'

export const LIVE_ADDRESS = '/app/live'

const BEAT_MILLISECONDS = 25_000

export function liveRoute(app: FastifyInstance, live: Live, credentials: Credentials): void {
  app.get(LIVE_ADDRESS, async (request, reply) => {
    const { actor } = await credentials.callerOf(request, false)
    if (actor.role === null) refuse('forbidden', 'forbidden')
    reply.hijack()
    const line = reply.raw
    line.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'keep-alive',
      'x-accel-buffering': 'no',
    })
    line.write('retry: 2000\n\n: open\n\n')
    const stop = live.subscribe((topics) => line.write(`data: ${JSON.stringify({ topics })}\n\n`))
    const beat = setInterval(() => line.write(': beat\n\n'), BEAT_MILLISECONDS)
    line.on('close', () => {
      clearInterval(beat)
      stop()
    })
  })
}
