import type { FastifyInstance } from 'fastify'
import { changePasswordInput, SESSION_ADDRESS } from '#accounts/domain/contract.ts'
import { changePassword } from '#accounts/server/new-password/change-password.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { provingOf } from './proving.ts'
import { type SessionParts, SMALL_BODY } from '../session-routes.ts'

/**
 * The route with which a signed-in person changes the own password. It is no command, because the answer of a command is stored
 * with a hash of its input.
 */
export function passwordRoute(app: FastifyInstance, { runner, sessions, credentials, secure }: SessionParts): void {
  app.post(SESSION_ADDRESS.changePassword, SMALL_BODY, async (request) => {
    const proving = await provingOf(request, credentials, secure)
    const input = parseInput(changePasswordInput, request.body)
    try {
      return { ended: await changePassword(runner, sessions, proving, input) }
    } finally {
      // this process refuses the tokens of the ended sessions at once
      sessions.forget()
    }
  })
}
