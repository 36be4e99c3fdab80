/** The routes of pages for signing in and out, and for the first set-up of an empty database. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readPreferences } from '#features/preferences/server/preferences.ts'
import {
  readLinkInput,
  SESSION_ADDRESS,
  setPasswordInput,
  type SignedIn,
  signInInput,
} from '#features/users/domain/contract.ts'
import { setupInput, setupLookUpInput } from '#features/users/domain/set-up.ts'
import { forgotPasswordInput, registerInput } from '#features/users/domain/without-sign-in.ts'
import { lookUpOwnCompanyLookup } from '#features/settings/server/look-up-company.ts'
import { linkedAccount, redeemLink } from '#features/users/server/account-links.ts'
import { KNOWN_DAYS, rememberDevice } from '#features/users/server/known-devices.ts'
import { readLock } from '#features/users/server/profile/lock.ts'
import { setUp, setupNeeded } from '#features/users/server/set-up.ts'
import { requestNewPassword } from '#features/users/server/without-sign-in/forgotten-password.ts'
import { register } from '#features/users/server/without-sign-in/register.ts'
import type { Session, Sessions } from '#features/users/server/sessions.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Outside } from '#server/integrations/ports.ts'
import { parseInput, type Runner } from '#server/runner.ts'
import { SYSTEM, type Work } from '#server/work.ts'
import { type Credentials, cookieNames, usedFrom } from './credentials.ts'

/** The demo company that a person may choose in the set-up. */
export type DemoOfSetUp = {
  /** Writes the demo company in the transaction of the set-up. */
  readonly write: (work: Work) => Promise<void>
  /** Runs after the commit. */
  readonly written: () => Promise<void>
}

export type SessionParts = {
  readonly runner: Runner
  readonly sessions: Sessions
  readonly credentials: Credentials
  /** True if browsers may send the cookies over https only. */
  readonly secure: boolean
  readonly demo: DemoOfSetUp
  /** Returns the outside services as they are configured now. */
  readonly outside: () => Outside
}

/** The limit of bodies that are read before a sign-in. */
export const SMALL_BODY = { bodyLimit: 64 * 1024 } as const

/** Sets the session cookie. Without "remember me" the cookie ends with the browser. */
export function setSessionCookie(reply: FastifyReply, token: string, session: Session, secure: boolean): void {
  reply.setCookie(cookieNames(secure).session, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure,
    ...(session.remember ? { expires: new Date(session.expiresAt) } : {}),
  })
}

export function sessionRoutes(app: FastifyInstance, parts: SessionParts): void {
  const { runner, sessions, credentials, secure } = parts
  const names = cookieNames(secure)

  const signedIn = async ({ user }: Session): Promise<SignedIn> => ({
    user,
    preferences: await readPreferences(runner.db, user.id),
  })

  /** Signs the person in and marks the browser as a known device of the account. */
  async function signIn(
    request: FastifyRequest,
    reply: FastifyReply,
    input: { readonly email: string; readonly password: string; readonly remember: boolean },
  ): Promise<SignedIn> {
    const device = request.cookies[names.device] ?? null
    const { email, password, remember } = input
    const { userAgent } = usedFrom(request)
    const { token, session } = await sessions.signIn(email, password, remember, request.ip, device, userAgent)
    setSessionCookie(reply, token, session, secure)
    reply.setCookie(names.device, await rememberDevice(runner.db, device, session.user.id), {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure,
      maxAge: KNOWN_DAYS * 24 * 60 * 60,
    })
    return signedIn(session)
  }

  app.post(SESSION_ADDRESS.signIn, SMALL_BODY, async (request, reply) => {
    credentials.demandOwnOrigin(request)
    return signIn(request, reply, parseInput(signInInput, request.body))
  })

  app.get(SESSION_ADDRESS.current, async (request, reply) => {
    const cookie = credentials.cookieOf(request) ?? refuse('unauthenticated', 'session-missing')
    const session = await sessions.findEvenLocked(cookie, usedFrom(request))
    // a renewed session needs a renewed cookie, or the cookie would expire first
    if (session.remember) setSessionCookie(reply, cookie, session, secure)
    return { ...(await signedIn(session)), lock: await readLock(runner.db, session) }
  })

  app.post(SESSION_ADDRESS.signOut, async (request, reply) => {
    credentials.demandOwnOrigin(request)
    const cookie = credentials.cookieOf(request)
    const userId = cookie ? await sessions.signOut(cookie) : null
    if (userId !== null) sessions.log.signedOut(userId)
    // a browser ignores the removal of a __Host- cookie that is not marked Secure
    reply.clearCookie(names.session, { path: '/', secure })
    return { done: true }
  })

  routesWithoutSignIn(app, parts)

  setUpRoutes(app, parts, signIn)
}

type SignIn = (
  request: FastifyRequest,
  reply: FastifyReply,
  input: { readonly email: string; readonly password: string; readonly remember: boolean },
) => Promise<SignedIn>

/** The routes of the set-up of an empty database. */
function setUpRoutes(app: FastifyInstance, parts: SessionParts, signIn: SignIn): void {
  const { runner, credentials } = parts

  app.get(SESSION_ADDRESS.setupState, async () => ({
    needed: await setupNeeded(runner.db),
    registry: parts.outside().registry !== null,
  }))

  // the registry informs the company of each question, so once there is an account only signed-in people may ask it
  app.post(SESSION_ADDRESS.setupLookUp, SMALL_BODY, async (request) => {
    credentials.demandOwnOrigin(request)
    const input = parseInput(setupLookUpInput, request.body)
    if (!(await setupNeeded(runner.db))) refuse('refused', 'users.already-set-up')
    return runner.look(lookUpOwnCompanyLookup, input, SYSTEM, parts.outside())
  })

  app.post(SESSION_ADDRESS.setup, SMALL_BODY, async (request, reply) => {
    credentials.demandOwnOrigin(request)
    const input = parseInput(setupInput, request.body)
    await setUp(runner, input, input.demo ? parts.demo.write : undefined)
    if (input.demo) await parts.demo.written()
    return signIn(request, reply, { email: input.email, password: input.password, remember: false })
  })
}

/** The routes of the pages for people who cannot sign in: a one-time link, a forgotten password, the registration. */
function routesWithoutSignIn(app: FastifyInstance, { runner, credentials, outside }: SessionParts): void {
  app.post(SESSION_ADDRESS.readLink, SMALL_BODY, async (request) => {
    credentials.demandOwnOrigin(request)
    const { email, username } = await linkedAccount(runner.db, parseInput(readLinkInput, request.body).token)
    return { email, username }
  })

  app.post(SESSION_ADDRESS.setPassword, SMALL_BODY, async (request) => {
    credentials.demandOwnOrigin(request)
    const { token, password } = parseInput(setPasswordInput, request.body)
    return { email: await redeemLink(runner, token, password) }
  })

  app.get(SESSION_ADDRESS.publicState, async () => ({ mail: outside().mail?.delivers ?? false }))

  app.post(SESSION_ADDRESS.forgotPassword, SMALL_BODY, async (request) => {
    credentials.demandOwnOrigin(request)
    const input = parseInput(forgotPasswordInput, request.body)
    await requestNewPassword(runner, outside().mail, { ...input, address: request.ip })
    return { done: true }
  })

  app.post(SESSION_ADDRESS.register, SMALL_BODY, async (request) => {
    credentials.demandOwnOrigin(request)
    await register(runner, { ...parseInput(registerInput, request.body), address: request.ip })
    return { done: true }
  })
}
