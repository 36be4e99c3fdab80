import type { FastifyRequest } from 'fastify'
import type { Proving } from '#features/users/server/profile/lock.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Credentials, cookieNames } from '../credentials.ts'

/**
 * Returns the session of a person who proves who they are, with what the limits of a sign-in count by. `settingUp` also accepts a
 * person who must first set up a second factor.
 */
export async function provingOf(
  request: FastifyRequest,
  credentials: Credentials,
  secure: boolean,
  settingUp = false,
): Promise<Proving> {
  const { session } = await credentials.callerOf(request, true, settingUp)
  if (session === null) refuse('unauthenticated', 'session-missing')
  return { session, ...countedBy(request, secure) }
}

export const countedBy = (request: FastifyRequest, secure: boolean): Omit<Proving, 'session'> => ({
  address: request.ip,
  device: request.cookies[cookieNames(secure).device] ?? null,
})
