/** The routes of pages for signing in and out, and for the first set-up of an empty database. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { readPreferences } from '#features/preferences/server/preferences.ts'
import {
  knowDeviceInput,
  readLinkInput,
  SESSION_ADDRESS,
  setPasswordInput,
  type SignedIn,
  signInInput,
  type signInOutput,
} from '#accounts/domain/contract.ts'
import { signInCodeInput } from '#accounts/domain/second-factor.ts'
import { setupInput, setupLookUpInput } from '#accounts/domain/set-up.ts'
import { forgotPasswordInput, registerInput } from '#accounts/domain/without-sign-in.ts'
import { lookUpOwnCompanyLookup } from '#features/settings/server/look-up-company.ts'
import { linkedAccount, redeemLink, useLinkForDevice } from '#accounts/server/account-links.ts'
import { KNOWN_DAYS, rememberDevice } from '#accounts/server/known-devices.ts'
import { BEGUN_MINUTES, beginSignIn } from '#accounts/server/second-factor/begun-sign-ins.ts'
import { signInWithCode } from '#accounts/server/second-factor/sign-in-with-code.ts'
import { readLock } from '#accounts/server/lock.ts'
import { setUp, setupNeeded } from '#app/server/http/set-up/set-up.ts'
import { requestNewPassword } from '#accounts/server/without-sign-in/forgotten-password.ts'
import { countRequest } from '#accounts/server/without-sign-in/limit-requests.ts'
import { register, registrationOpen } from '#accounts/server/without-sign-in/register.ts'
import type { Session, Sessions } from '#accounts/server/sessions.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Outside } from '#server/integrations/ports.ts'
import type { Runner } from '#server/runner.ts'
import { parseInput } from '#server/runner/parse-input.ts'
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
  /** Encrypts the secrets of second factors. */
  readonly demo: DemoOfSetUp
  /** Returns the outside services as they are configured now. */
  readonly outside: () => Outside
}

/** The limit of bodies that are read before a sign-in. */
export const SMALL_BODY = { bodyLimit: 64 * 1024 } as const

const COOKIE = { path: '/', httpOnly: true, sameSite: 'strict' } as const

/** Sets the session cookie. Without "remember me" the cookie ends with the browser. */
export function setSessionCookie(reply: FastifyReply, token: string, session: Session, secure: boolean): void {
  reply.setCookie(cookieNames(secure).session, token, {
    ...COOKIE,
    secure,
    ...(session.remember ? { expires: new Date(session.expiresAt) } : {}),
  })
}

/** Marks the browser as a known device of an account. */
async function makeKnown(
  { runner, secure }: Pick<SessionParts, 'runner' | 'secure'>,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
  { byLink = false } = {},
): Promise<void> {
  const { token } = await rememberDevice(runner.db, deviceOf(request, secure), userId, { byLink })
  setDeviceCookie(reply, token, secure)
}

/** Returns the token of the device; null for a browser that no account has signed in on. */
const deviceOf = (request: FastifyRequest, secure: boolean): string | null =>
  request.cookies[cookieNames(secure).device] ?? null

const setDeviceCookie = (reply: FastifyReply, token: string, secure: boolean): void =>
  void reply.setCookie(cookieNames(secure).device, token, { ...COOKIE, secure, maxAge: KNOWN_DAYS * 24 * 60 * 60 })

type SignInSteps = {
  /** Checks e-mail and password. Signs the person in, or asks for the code of the second factor. */
  readonly password: (
    request: FastifyRequest,
    reply: FastifyReply,
    input: { readonly email: string; readonly password: string; readonly remember: boolean },
  ) => Promise<z.input<typeof signInOutput>>
  /** Takes the code, and signs the person in. */
  readonly code: (request: FastifyRequest, reply: FastifyReply, code: string) => Promise<SignedIn>
}

/** What pages get of a session. */
const signedIn = async ({ runner }: SessionParts, { user, factorDemanded }: Session): Promise<SignedIn> => ({
  user,
  preferences: await readPreferences(runner.db, user.id),
  factorDemanded,
})

/** Returns the steps of a sign-in on a page, which set the cookies. */
function signInSteps(parts: SessionParts): SignInSteps {
  const { runner, sessions, secure } = parts
  const names = cookieNames(secure)

  /** Signs the person in and marks the browser as a known device of the account. */
  async function enter(
    request: FastifyRequest,
    reply: FastifyReply,
    { token, session }: { readonly token: string; readonly session: Session },
  ): Promise<SignedIn> {
    setSessionCookie(reply, token, session, secure)
    await makeKnown(parts, request, reply, session.user.id)
    return signedIn(parts, session)
  }

  return {
    password: async (request, reply, { email, password, remember }) => {
      const verified = await sessions.verify({
        email,
        password,
        address: request.ip,
        device: deviceOf(request, secure),
      })
      if (!verified.needsCode) return enter(request, reply, await sessions.open(verified, remember, usedFrom(request)))
      const begun = await beginSignIn(runner.db, verified, remember)
      reply.setCookie(names.begun, begun, { ...COOKIE, secure, maxAge: BEGUN_MINUTES * 60 })
      return { codeNeeded: true }
    },
    code: async (request, reply, code) => {
      const token = request.cookies[names.begun] ?? refuse('unauthenticated', 'users.sign-in-over')
      const typed = { token, code, device: deviceOf(request, secure), use: usedFrom(request) }
      const opened = await signInWithCode(runner, sessions, typed)
      reply.clearCookie(names.begun, { path: '/', secure })
      return enter(request, reply, opened)
    },
  }
}

export function sessionRoutes(app: FastifyInstance, parts: SessionParts): void {
  const { runner, sessions, credentials, secure } = parts
  const names = cookieNames(secure)
  const signIn = signInSteps(parts)

  app.post(SESSION_ADDRESS.signIn, SMALL_BODY, async (request, reply) => {
    credentials.demandOwnOrigin(request)
    return signIn.password(request, reply, parseInput(signInInput, request.body))
  })

  app.post(SESSION_ADDRESS.signInCode, SMALL_BODY, async (request, reply) => {
    credentials.demandOwnOrigin(request)
    return signIn.code(request, reply, parseInput(signInCodeInput, request.body).code)
  })

  app.get(SESSION_ADDRESS.current, async (request, reply) => {
    const token = credentials.cookieOf(request) ?? refuse('unauthenticated', 'session-missing')
    const session = await sessions.findEvenLocked(token, usedFrom(request))
    // a renewed session needs a renewed cookie, or the cookie would expire first
    if (session.remember) setSessionCookie(reply, token, session, secure)
    return { ...(await signedIn(parts, session)), lock: await readLock(runner.db, session) }
  })

  app.post(SESSION_ADDRESS.signOut, async (request, reply) => {
    credentials.demandOwnOrigin(request)
    const token = credentials.cookieOf(request)
    const userId = token ? await sessions.signOut(token) : null
    if (userId !== null) sessions.log.signedOut(userId)
    // a browser ignores the removal of a __Host- cookie that is not marked Secure
    reply.clearCookie(names.session, { path: '/', secure })
    return { done: true }
  })

  routesWithoutSignIn(app, parts)

  setUpRoutes(app, parts, signIn)
}

/** The routes of the set-up of an empty database. */
function setUpRoutes(app: FastifyInstance, parts: SessionParts, signIn: SignInSteps): void {
  const { runner, credentials } = parts

  app.get(SESSION_ADDRESS.setupState, async () => ({
    needed: await setupNeeded(runner.db),
    registry: parts.outside().registry !== null,
  }))

  // the registry informs the company of each question, so strangers may ask it seldom, and never once there is an account
  app.post(SESSION_ADDRESS.setupLookUp, SMALL_BODY, async (request) => {
    credentials.demandOwnOrigin(request)
    const input = parseInput(setupLookUpInput, request.body)
    if (!(await setupNeeded(runner.db))) refuse('refused', 'users.already-set-up')
    await runner.db.transaction('locking', (tx) =>
      countRequest(tx, { kind: 'COMPANY', email: input.vatNumber, address: request.ip }),
    )
    return runner.look(lookUpOwnCompanyLookup, input, SYSTEM, parts.outside())
  })

  app.post(SESSION_ADDRESS.setup, SMALL_BODY, async (request, reply) => {
    credentials.demandOwnOrigin(request)
    const input = parseInput(setupInput, request.body)
    await setUp(runner, input, input.demo ? parts.demo.write : undefined)
    if (input.demo) await parts.demo.written()
    return signIn.password(request, reply, { email: input.email, password: input.password, remember: false })
  })
}

/** The routes of the pages for people who cannot sign in: a one-time link, a forgotten password, the registration. */
function routesWithoutSignIn(app: FastifyInstance, parts: SessionParts): void {
  const { runner, credentials, outside, secure } = parts

  app.post(SESSION_ADDRESS.readLink, SMALL_BODY, async (request) => {
    credentials.demandOwnOrigin(request)
    const { token } = parseInput(readLinkInput, request.body)
    const { email, username, purpose } = await linkedAccount(runner.db, token)
    return { email, username, hasPassword: purpose === 'RESET' }
  })

  app.post(SESSION_ADDRESS.setPassword, SMALL_BODY, async (request, reply) => {
    credentials.demandOwnOrigin(request)
    const { token, password } = parseInput(setPasswordInput, request.body)
    const { userId, email } = await redeemLink(runner, token, password)
    await makeKnown(parts, request, reply, userId, { byLink: true })
    return { email }
  })

  app.post(SESSION_ADDRESS.knowDevice, SMALL_BODY, async (request, reply) => {
    credentials.demandOwnOrigin(request)
    const { token } = parseInput(knowDeviceInput, request.body)
    const { email, device } = await useLinkForDevice(runner, token, deviceOf(request, secure))
    setDeviceCookie(reply, device, secure)
    return { email }
  })

  app.get(SESSION_ADDRESS.publicState, async () => ({
    mail: outside().mail?.delivers ?? false,
    registration: await registrationOpen(runner.db),
  }))

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
