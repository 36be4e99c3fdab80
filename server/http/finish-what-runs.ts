/** Before the server closes: whoever asked and waits is answered, as long as that takes no longer than it may. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LIVE_ADDRESS } from './live-route.ts'

/** Ending may take 10 s in all; the database and the jobs need theirs. */
const PATIENCE_MILLISECONDS = 7_000

/** Lets requests that are under way end before connections are cut; new ones are refused meanwhile by fastify. */
export function finishWhatRuns(app: FastifyInstance): void {
  const underWay = new Set<FastifyReply['raw']>()
  let nothingRuns = () => {}

  app.addHook('onRequest', async (request, reply) => {
    // an event stream never ends by itself; pages reconnect
    if (request.routeOptions.url === LIVE_ADDRESS) return
    const { raw } = reply
    underWay.add(raw)
    raw.once('close', () => {
      underWay.delete(raw)
      if (underWay.size === 0) nothingRuns()
    })
  })
  app.addHook('preClose', async () => {
    if (underWay.size === 0) return
    await new Promise<void>((resolve) => {
      const patience = setTimeout(resolve, PATIENCE_MILLISECONDS)
      nothingRuns = () => {
        clearTimeout(patience)
        resolve()
      }
    })
  })
}
