/** The routes with which a person locks the screen of a device, opens it, and sets the PIN for it. */
import type { FastifyInstance } from 'fastify'
import { SESSION_ADDRESS } from '#accounts/domain/contract.ts'
import { setPinInput, unlockInput } from '#accounts/domain/lock.ts'
import { lockSession, setPin, unlockWithPassword, unlockWithPin } from '#accounts/server/lock.ts'
import { refuse } from '#kernel/refusal.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { usedFrom } from '../credentials.ts'
import { type SessionParts, SMALL_BODY } from '../session-routes.ts'
import { countedBy, provingOf } from './proving.ts'

export function lockRoutes(app: FastifyInstance, { runner, sessions, credentials, secure }: SessionParts): void {
  const { db } = runner

  app.post(SESSION_ADDRESS.lock, SMALL_BODY, async (request) => {
    const { session } = await credentials.callerOf(request, true)
    if (session === null) refuse('unauthenticated', 'session-missing')
    await lockSession(db, sessions, session)
    // this process refuses the next request already
    sessions.forget()
    return { locked: true }
  })

  app.post(SESSION_ADDRESS.unlock, SMALL_BODY, async (request) => {
    credentials.demandOwnOrigin(request)
    const input = parseInput(unlockInput, request.body)
    const cookie = credentials.cookieOf(request) ?? refuse('unauthenticated', 'session-missing')
    const session = await sessions.findEvenLocked(cookie, usedFrom(request))
    if ('pin' in input) await unlockWithPin(db, session, input.pin)
    else await unlockWithPassword(db, sessions, { session, ...countedBy(request, secure) }, input.password)
    sessions.forget()
    return { locked: false }
  })

  app.post(SESSION_ADDRESS.setPin, SMALL_BODY, async (request) => {
    const proving = await provingOf(request, credentials, secure)
    const input = parseInput(setPinInput, request.body)
    await setPin(runner, sessions, proving, input)
    return { pin: input.pin !== null }
  })
}
