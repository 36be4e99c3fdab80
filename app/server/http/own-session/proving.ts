import type { FastifyRequest } from 'fastify'
import { type Proving, proveOwnPassword } from '#accounts/server/lock.ts'
import { refuse } from '#kernel/refusal.ts'
import { demand, type Lookup } from '#server/command.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { type Caller, type Credentials, cookieNames } from '../credentials.ts'
import type { SessionParts } from '../session-routes.ts'

/**
 * Returns the session of a person who proves who they are, with what the limits of a sign-in count by. `settingUp` also accepts a
 * person who must first set up a second factor. Refuses an administrator who sees the product as a role.
 */
export async function provingOf(
  request: FastifyRequest,
  credentials: Credentials,
  secure: boolean,
  settingUp = false,
): Promise<Proving> {
  const { session } = await credentials.callerOf(request, true, settingUp)
  if (session === null) refuse('unauthenticated', 'session-missing')
  if (session.user.seen) refuse('forbidden', 'users.seeing')
  return { session, ...countedBy(request, secure) }
}

export const countedBy = (request: FastifyRequest, secure: boolean): Omit<Proving, 'session'> => ({
  address: request.ip,
  device: request.cookies[cookieNames(secure).device] ?? null,
})

/**
 * Returns the function that checks the password in the input of a lookup. The right and the input are refused first, so that a
 * refused person learns nothing about the password.
 */
export const provingAgain =
  ({ runner, sessions, secure }: SessionParts) =>
  async (request: FastifyRequest, { session, actor }: Caller, { contract }: Lookup): Promise<void> => {
    if (actor.seeing) refuse('forbidden', 'users.seeing')
    demand(actor, contract.right)
    const { password } = parseInput(contract.input, request.body ?? {}) as { password: string }
    if (session === null) refuse('forbidden', 'people-only')
    await proveOwnPassword(runner.db, sessions, { session, ...countedBy(request, secure) }, password, 'password')
  }
