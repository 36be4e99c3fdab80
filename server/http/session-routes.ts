/** Signing in and out for pages, and the first set-up of an empty database. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { SESSION_ADDRESS, setupInput, signInInput } from '#features/users/domain/contract.ts'
import { setUp, setupNeeded } from '#features/users/server/set-up.ts'
import type { Session, Sessions } from '#features/users/server/sessions.ts'
import { refuse } from '#kernel/refusal.ts'
import { parseInput, type Runner } from '#server/runner.ts'
import { COOKIE, type Credentials } from './credentials.ts'

export type SessionParts = {
  readonly runner: Runner
  readonly sessions: Sessions
  readonly credentials: Credentials
  /** Whether the cookie may travel over https only. */
  readonly secure: boolean
  readonly loadDemo: () => Promise<void>
}

/** Gives the browser its session. Without "remember me" the cookie ends with the browser. */
export function setSessionCookie(reply: FastifyReply, token: string, session: Session, secure: boolean): void {
  reply.setCookie(COOKIE, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure,
    ...(session.remember ? { expires: new Date(session.expiresAt) } : {}),
  })
}

export function sessionRoutes(app: FastifyInstance, parts: SessionParts): void {
  const { runner, sessions, credentials, secure } = parts

  app.post(SESSION_ADDRESS.signIn, async (request, reply) => {
    credentials.demandOwnOrigin(request)
    const input = parseInput(signInInput, request.body)
    const { token, session } = await sessions.signIn(input.email, input.password, input.remember, request.ip)
    setSessionCookie(reply, token, session, secure)
    return { user: session.user }
  })

  app.get(SESSION_ADDRESS.current, async (request, reply) => {
    const cookie = request.cookies[COOKIE]
    if (!cookie) refuse('unauthenticated', 'session-missing')
    const session = await sessions.find(cookie)
    // renewed sessions need a renewed cookie, or the browser would forget it first
    if (session.remember) setSessionCookie(reply, cookie, session, secure)
    return { user: session.user }
  })

  app.post(SESSION_ADDRESS.signOut, async (request, reply) => {
    credentials.demandOwnOrigin(request)
    const cookie = request.cookies[COOKIE]
    if (cookie) await sessions.end(cookie)
    reply.clearCookie(COOKIE, { path: '/' })
    return { done: true }
  })

  app.get(SESSION_ADDRESS.setupState, async () => ({ needed: await setupNeeded(runner.db) }))

  app.post(SESSION_ADDRESS.setup, async (request, reply) => {
    credentials.demandOwnOrigin(request)
    const input = parseInput(setupInput, request.body)
    await setUp(runner, input)
    if (input.demo) await parts.loadDemo()
    const { token, session } = await sessions.signIn(input.email, input.password, false, request.ip)
    setSessionCookie(reply, token, session, secure)
    return { user: session.user }
  })
}
