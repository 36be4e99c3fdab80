import type { FastifyInstance } from 'fastify'
import { changePasswordInput, SESSION_ADDRESS } from '#features/users/domain/contract.ts'
import { changePassword } from '#features/users/server/profile/change-password.ts'
import { refuse } from '#kernel/refusal.ts'
import { parseInput } from '#server/runner.ts'
import { cookieNames } from '../credentials.ts'
import { type SessionParts, SMALL_BODY } from '../session-routes.ts'

/**
 * The route with which a signed-in person changes the own password. It is no command, because the answer of a command is stored
 * with a hash of its input.
 */
export function passwordRoute(app: FastifyInstance, { runner, sessions, credentials, secure }: SessionParts): void {
  app.post(SESSION_ADDRESS.changePassword, SMALL_BODY, async (request) => {
    const { session } = await credentials.callerOf(request, true)
    if (session === null) refuse('unauthenticated', 'session-missing')
    const input = parseInput(changePasswordInput, request.body)
    const device = request.cookies[cookieNames(secure).device] ?? null
    try {
      return { ended: await changePassword(runner, sessions, { session, address: request.ip, device }, input) }
    } finally {
      // this process refuses the tokens of the ended sessions at once
      sessions.forget()
    }
  })
}
