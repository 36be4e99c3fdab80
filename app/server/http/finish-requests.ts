/** Lets running requests finish before the server closes, within a time limit. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LIVE_ADDRESS } from './live-route.ts'

/** The shutdown may take 10 s in all; the rest is for the jobs and the database. */
const LONGEST_WAIT_MILLISECONDS = 7_000

/** Waits for running requests before connections are cut. Meanwhile fastify refuses new ones. */
export function finishRequests(app: FastifyInstance): void {
  const running = new Set<FastifyReply['raw']>()
  let allFinished = () => {}

  app.addHook('onRequest', async (request, reply) => {
    // an event stream never ends by itself, and pages reconnect
    if (request.routeOptions.url === LIVE_ADDRESS) return
    const { raw } = reply
    running.add(raw)
    raw.once('close', () => {
      running.delete(raw)
      if (running.size === 0) allFinished()
    })
  })
  app.addHook('preClose', async () => {
    if (running.size === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LONGEST_WAIT_MILLISECONDS)
      allFinished = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  })
}
