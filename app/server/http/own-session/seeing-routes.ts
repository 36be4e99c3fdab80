/** The routes with which an administrator sees the product as a role, and ends it. They are no commands, because those are refused meanwhile. */
import type { FastifyInstance } from 'fastify'
import { SESSION_ADDRESS } from '#accounts/domain/contract.ts'
import { seeAsInput } from '#accounts/domain/seeing.ts'
import { endSeeing, seeAs } from '#accounts/server/seeing/see-as.ts'
import { refuse } from '#kernel/refusal.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { type SessionParts, SMALL_BODY } from '../session-routes.ts'
import { provingOf } from './proving.ts'

export function seeingRoutes(app: FastifyInstance, { runner, sessions, credentials, secure }: SessionParts): void {
  app.post(SESSION_ADDRESS.seeAs, SMALL_BODY, async (request) => {
    const { session } = await provingOf(request, credentials, secure)
    await seeAs(runner, session, parseInput(seeAsInput, request.body))
    // this process reads the session again, and the others are notified
    sessions.forget()
    const token = credentials.cookieOf(request) ?? refuse('unauthenticated', 'session-missing')
    return { landing: (await sessions.find(token)).user.landing }
  })

  app.post(SESSION_ADDRESS.endSeeing, SMALL_BODY, async (request) => {
    const { session } = await credentials.callerOf(request, true)
    if (session === null) refuse('unauthenticated', 'session-missing')
    await endSeeing(runner.db, session)
    sessions.forget()
    return { ended: true }
  })
}
