/** The routes with which people set up, renew and switch off their second factor. No answer of theirs is stored. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SESSION_ADDRESS } from '#accounts/domain/contract.ts'
import { beginFactorInput, confirmFactorInput, provedByBothInput } from '#accounts/domain/second-factor.ts'
import * as factor from '#accounts/server/second-factor/own-factor.ts'
import { refuse } from '#kernel/refusal.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { type SessionParts, SMALL_BODY } from '../session-routes.ts'
import { provingOf } from './proving.ts'

export function factorRoutes(app: FastifyInstance, parts: SessionParts): void {
  const { sessions, credentials, secure } = parts
  /** A person who must set up the factor may do nothing but that. */
  const settingUp = (request: FastifyRequest) => provingOf(request, credentials, secure, true)
  const signedIn = (request: FastifyRequest) => provingOf(request, credentials, secure)

  app.get(SESSION_ADDRESS.factorState, async (request) => {
    const { session } = await credentials.callerOf(request, false, true)
    if (session === null) refuse('unauthenticated', 'session-missing')
    return factor.factorStateOf(parts, session.user.id)
  })

  app.post(SESSION_ADDRESS.beginFactor, SMALL_BODY, async (request) => {
    const proving = await settingUp(request)
    return factor.beginFactor(parts, proving, parseInput(beginFactorInput, request.body).password)
  })

  app.post(SESSION_ADDRESS.confirmFactor, SMALL_BODY, async (request) => {
    const proving = await settingUp(request)
    const { code } = parseInput(confirmFactorInput, request.body)
    try {
      return { codes: await factor.confirmFactor(parts, proving, code) }
    } finally {
      // this process knows at once that the session may do everything now, and that the others have ended
      sessions.forget()
    }
  })

  app.post(SESSION_ADDRESS.endFactor, SMALL_BODY, async (request) => {
    const proving = await signedIn(request)
    await factor.endFactor(parts, proving, parseInput(provedByBothInput, request.body))
    sessions.forget()
    return { on: false }
  })

  app.post(SESSION_ADDRESS.recoveryCodes, SMALL_BODY, async (request) => {
    const proving = await signedIn(request)
    return { codes: await factor.renewRecoveryCodes(parts, proving, parseInput(provedByBothInput, request.body)) }
  })
}
