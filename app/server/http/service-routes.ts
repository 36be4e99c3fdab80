/** The helper API `/service/*`, for programs that were written for the old helper service. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refreshPair, signInProgram } from '#accounts/server/refresh-tokens.ts'
import type { Sessions } from '#accounts/server/sessions.ts'
import { requestNewPassword } from '#accounts/server/without-sign-in/forgotten-password.ts'
import { register } from '#accounts/server/without-sign-in/register.ts'
import { registerInput as registration } from '#accounts/domain/without-sign-in.ts'
import { Refused, refuse } from '#kernel/refusal.ts'
import { languageOf } from '#server/accepted.ts'
import type { Actor } from '#server/command.ts'
import type { Database } from '#server/db/database.ts'
import type { Accounting } from '#server/integrations/accounting/accounting.ts'
import type { RegisteredCompany } from '#server/integrations/registry/registry.ts'
import type { Outside } from '#server/integrations/ports.ts'
import type { Runner } from '#server/runner.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { type Credentials, usedFrom } from './credentials.ts'
import { SMALL_BODY } from './session-routes.ts'

/** The state of an order's document at the accounting service. */
export type SentDocument = {
  readonly id: number
  readonly status: string
  readonly mark?: string | null
  readonly uid?: string | null
  readonly qrUrl?: string | null
}

export type ServiceParts = {
  readonly db: Database
  readonly sessions: Sessions
  readonly credentials: Credentials
  /** Returns the accounting service that is configured now; null if there is none. */
  readonly accounting: () => Accounting | null
  /** Returns the company of a VAT number, from the registry or from the stored answers. */
  readonly companyOf: (actor: Actor, vatNumber: string) => Promise<RegisteredCompany>
  /** Changes the user name of the person who asks. */
  readonly changeOwnName: (actor: Actor, username: string) => Promise<unknown>
  /** Sends the document of an order exactly once, however often it is called. */
  readonly sendOrder: (actor: Actor, orderId: number) => Promise<SentDocument>
}

/** The longest wait of a sign-in for the address of the accounting service. */
const LONGEST_WAIT_MILLISECONDS = 1_000

const secret = z.string().min(1).max(1000)
const loginInput = z.object({ email: z.string().max(320), password: z.string().max(1000) })
const refreshInput = z.object({ token: secret, refreshToken: secret })
const orderId = z.union([
  z.int().min(1),
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
])
/**
 * Old programs send the whole order and customer. Only the id of the order is used, the rest is read from the
 * database.
 */
const insertInput = z.object({
  order: z.union([orderId, z.object({ id: orderId }).transform(({ id }) => id)]),
  customer: z.unknown().optional(),
  token: secret.nullish(),
  url: z.string().max(2000).nullish(),
})

const vatInput = z.object({
  vatNumber: z.union([z.string(), z.int().min(1).transform(String)]),
  token: secret.nullish(),
})

/** Old programs name the account that they change by its id. */
const profileInput = z.object({ username: z.string().max(200), idx: orderId, token: secret.nullish() })

/** Returns a company in the form in which the old helper service passed it on from the registry. */
const companyOnWire = (company: RegisteredCompany) => ({
  basicInfo: {
    afm: company.vat,
    onomasia: company.name,
    commer_title: company.title,
    legal_status_descr: company.legalStatus,
    doy_descr: company.taxOffice,
    postal_address: company.street,
    postal_address_no: company.streetNumber,
    postal_zip_code: company.postcode,
    postal_area_description: company.city,
    deactivation_flag: company.active ? '1' : '2',
    deactivation_flag_descr: company.activeText,
    firm_flag_descr: company.businessText,
    stop_date: company.stopDate,
  },
  firmActivities: company.activities.map(({ code, name }) => ({ firm_act_code: code, firm_act_descr: name })),
})

const withSlash = (address: string): string => address.trim().replace(/\/*$/, '/')

export function serviceRoutes(app: FastifyInstance, parts: ServiceParts): void {
  const { db, sessions, credentials, sendOrder } = parts

  /**
   * Returns the address of the accounting service, which old programs expect with their sign-in; empty if it is not
   * known in time. The address comes with a sign-in at that service, which continues after this function has stopped
   * waiting.
   */
  async function knownAddress(): Promise<string> {
    const asked = parts
      .accounting()
      ?.address()
      .catch((error: unknown) => {
        if (error instanceof Refused) return ''
        throw error
      })
    const late = Promise.withResolvers<string>()
    const timer = setTimeout(() => late.resolve(''), LONGEST_WAIT_MILLISECONDS)
    try {
      return (await Promise.race([asked, late.promise])) ?? ''
    } finally {
      clearTimeout(timer)
    }
  }

  app.post('/service/login', SMALL_BODY, async (request) => {
    const { email, password } = parseInput(loginInput, request.body)
    const { token, refreshToken } = await signInProgram(db, sessions, { email, password, ...usedFrom(request) })
    return { jwt: token, jwtRefreshToken: refreshToken, url1: await knownAddress() }
  })

  app.post('/service/refresh-token', SMALL_BODY, async (request) => {
    const pair = await refreshPair(db, sessions, parseInput(refreshInput, request.body))
    return { jwt: pair.token, jwtRefreshToken: pair.refreshToken }
  })

  /** Returns the person of the token in the body. Without a token the credentials of the request count. */
  const actorOf = async (request: FastifyRequest, token: string | null | undefined): Promise<Actor> =>
    token ? (await sessions.find(token)).actor : (await credentials.callerOf(request, true)).actor

  app.post('/service/insert-documents', async (request) => {
    const { order, token, url } = parseInput(insertInput, request.body)
    const actor = await actorOf(request, token)
    const accounting = parts.accounting()
    if (accounting === null) refuse('unavailable', 'accounting-not-configured')
    // C-24: the caller may not choose where documents are sent
    if (url != null && url !== '' && withSlash(url) !== withSlash(await accounting.address())) {
      refuse('forbidden', 'accounting-address')
    }
    return sendOrder(actor, order)
  })

  app.post('/service/validate-vat', async (request) => {
    const { vatNumber, token } = parseInput(vatInput, request.body)
    const company = await parts.companyOf(await actorOf(request, token), vatNumber)
    return { success: true, data: companyOnWire(company) }
  })

  app.post('/service/post-jwt-profile', SMALL_BODY, async (request) => {
    const { username, idx, token } = parseInput(profileInput, request.body)
    const actor = await actorOf(request, token)
    if (actor.userId !== idx) refuse('forbidden', 'users.own-profile-only')
    await parts.changeOwnName(actor, username)
    return { success: true, username: username.trim(), idx }
  })
}

const registerInput = registration.pick({ email: true, username: true, password: true })
/** Old programs send the account itself, or as `user`. */
const serviceRegisterInput = z.union([z.object(registerInput.shape), z.object({ user: z.object(registerInput.shape) })])
const forgetInput = z.object({ email: registration.shape.email })

/** The texts that old programs show after a success (specification 1, section 8). */
const SAID = {
  registered: 'Register User Successfully',
  linkSent: 'Reset link are sended to your mailbox, check there first',
} as const

/** The calls of the helper API for people who cannot sign in, with the rules and the limits of the pages. */
export function serviceRoutesWithoutSignIn(
  app: FastifyInstance,
  { runner, outside }: { readonly runner: Runner; readonly outside: () => Outside },
): void {
  const from = (request: FastifyRequest) => ({
    language: languageOf(request.headers['accept-language']),
    address: request.ip,
  })

  app.post('/service/post-jwt-register', SMALL_BODY, async (request) => {
    const input = parseInput(serviceRegisterInput, request.body)
    await register(runner, { ...('user' in input ? input.user : input), ...from(request) })
    return { success: true, message: SAID.registered }
  })

  app.post('/service/jwt-forget-pwd', SMALL_BODY, async (request) => {
    const { email } = parseInput(forgetInput, request.body)
    await requestNewPassword(runner, outside().mail, { email, ...from(request) })
    return { success: true, message: SAID.linkSent }
  })
}
