/** The routes below `/api/v2` for programs: session calls and tables. */
import { hostname } from 'node:os'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { usersRights } from '#accounts/domain/rights.ts'
import { registerInput as registration } from '#accounts/domain/without-sign-in.ts'
import type { Session, Sessions } from '#accounts/server/sessions.ts'
import { register } from '#accounts/server/without-sign-in/register.ts'
import { Refused, refuse } from '#kernel/refusal.ts'
import { languageOf } from '#server/accepted.ts'
import { numberChanges } from '#server/changes/change-list.ts'
import { type Actor, demand } from '#server/command.ts'
import { expectedFailure, installEnvelope, type RefusalText } from '#server/data-api/answers.ts'
import { openApi } from '#server/data-api/openapi/openapi.ts'
import { flag, type Parameters, withoutHabits } from '#server/data-api/parameters.ts'
import { unknownFields } from '#server/data-api/record.ts'
import { dataApi, methodOf, parametersOf } from '#server/data-api/routes.ts'
import { fieldsFor } from '#server/data-api/table.ts'
import { readBoolean } from '#server/data-api/values.ts'
import { batchError, STOPS_ALL } from '#server/data-api/batch.ts'
import { sql } from '#server/db/database.ts'
import {
  invoiceAndWait,
  orderToInvoice,
  readSales,
  readTotals,
  tables,
  zSalesAsked,
  zTotalsAsked,
} from '#app/server/features.ts'
import type { Runner } from '#server/runner.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { type Credentials, tokenOf, usedFrom } from './credentials.ts'
import { setSessionCookie, SMALL_BODY } from './session-routes.ts'

export type ProgramParts = {
  readonly runner: Runner
  readonly sessions: Sessions
  readonly credentials: Credentials
  /** True if the browser may send the cookie over https only. */
  readonly secure: boolean
  readonly refusalText: RefusalText
  /** True if the description of the data API needs no sign-in. */
  readonly descriptionOpen: boolean
}

// the page of the description loads only its own script and style
const DESCRIPTION_POLICY =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'self'; frame-ancestors 'none'"

const credentialsInput = z.object({
  email: z.string().max(320).optional(),
  username: z.string().max(320).optional(),
  password: z.string().max(1000),
  // forms of old programs send it as text or number
  remember_me: z
    .union([z.boolean(), z.number(), z.string()])
    .nullish()
    .transform((value) => readBoolean(String(value)) ?? false),
})

/** The account of a registration, in the names of the old server. The first name is not stored, because that of a workshop gives rights. */
const programRegistration = z
  .object({
    email: registration.shape.email,
    first_name: z.string().max(200).default(''),
    last_name: z.string().max(200).default(''),
    name: z.string().max(200).nullish(),
    new_password: registration.shape.password.optional(),
    password: registration.shape.password.optional(),
  })
  .transform(({ email, first_name, last_name, name, new_password, password }) => ({
    email,
    username: name?.trim() || `${first_name} ${last_name}`.trim(),
    password: new_password ?? password ?? '',
  }))
  .pipe(z.object({ email: z.string(), username: registration.shape.username, password: registration.shape.password }))

/** Returns a session in the form that programs read. */
const shown = (session: Session, token: string | null) => ({
  session_token: token,
  session_id: token,
  id: session.user.id,
  uid: String(session.user.id),
  username: session.user.username,
  name: session.user.username,
  first_name: session.user.firstName,
  last_name: session.user.lastName,
  email: session.user.email,
  role: session.user.role,
  is_sys_admin: session.user.role === 'admin',
  last_login_date: session.lastLoginAt,
  host: hostname(),
  token_expiry_date: session.expiresAt,
})

/** Adds the routes for programs: sessions by token, and tables by name. */
export async function programRoutes(
  app: FastifyInstance,
  { runner, sessions, credentials, secure, refusalText, descriptionOpen }: ProgramParts,
): Promise<void> {
  /** Refuses to describe the data API to strangers, and to accounts that wait for approval. */
  const mayRead = async (request: FastifyRequest): Promise<void> => {
    if (!descriptionOpen) demand((await credentials.callerOf(request, false)).actor, usersRights.use)
  }
  await app.register(async (scope) => {
    // the text of a failed sign-in is part of the wire contract, so it ignores the language
    installEnvelope(scope, (no) => refusalText(no, undefined))
    sessionCalls(scope, { runner, sessions, credentials, secure })
  })
  await app.register(async (scope) => {
    scope.addHook('onRequest', mayRead)
    // the description is computed when it is first asked for; both of its forms are written from what `toJSON` returns
    let description: ReturnType<typeof openApi> | undefined
    const document = { toJSON: () => (description ??= openApi(tables)) }
    await scope.register(swagger, { mode: 'static', specification: { document: document as never } })
    await scope.register(swaggerUi, { routePrefix: '/api/v2/docs', staticCSP: DESCRIPTION_POLICY })
  })
  await app.register(async (scope) => {
    installEnvelope(scope, refusalText)
    totalCalls(scope, runner, async (request) => (await credentials.callerOf(request, false)).actor)
  })
  await app.register(async (scope) => {
    scope.addHook('preHandler', async (request) => {
      const { table } = request.params as { table?: string }
      if (table?.toLowerCase() === 'custorders') await sendDocumentsFirst({ runner, credentials, refusalText }, request)
    })
    await dataApi(scope, {
      tables,
      authenticate: async (request) =>
        (await credentials.callerOf(request, request.method !== 'GET' && request.method !== 'HEAD')).actor,
      run: (actor, name, act, once) =>
        runner.work(actor, name, act, once ? { idempotencyKey: once.key, fingerprint: once.fingerprint } : {}),
      read: (act, actor) => runner.read(actor, act),
      numberChanges: () => numberChanges(runner.db),
      clock: runner.clock,
      refused: (actor, name, refusal) => runner.tell(actor, name, refusal),
      mayDescribe: mayRead,
      refusalText,
    })
  })
}

const askedOf = (request: FastifyRequest): Parameters => withoutHabits(request.query as Parameters, 'GET')

/** Adds the calls that give sums of documents instead of records. */
function totalCalls(app: FastifyInstance, runner: Runner, actorOf: (request: FastifyRequest) => Promise<Actor>): void {
  app.get('/api/v2/totals', async (request) => {
    const actor = await actorOf(request)
    return { resource: await readTotals(runner, actor, parseInput(zTotalsAsked, askedOf(request))) }
  })
  app.get('/api/v2/sales', async (request) => {
    const actor = await actorOf(request)
    return { resource: await readSales(runner, actor, parseInput(zSalesAsked, askedOf(request))) }
  })
}

function sessionCalls(
  app: FastifyInstance,
  { runner, sessions, credentials, secure }: Omit<ProgramParts, 'refusalText' | 'descriptionOpen'>,
): void {
  const given = async (request: FastifyRequest): Promise<string> => {
    const token = tokenOf(request)
    if (token) return token
    const cookie = credentials.cookieOf(request) ?? refuse('invalid', 'credentials-missing')
    // another site may not renew or end the session in a person's browser
    await credentials.callerOf(request, request.method !== 'GET')
    return cookie
  }

  app.post('/api/v2/user/session', SMALL_BODY, async (request) => {
    const input = parseInput(credentialsInput, request.body ?? {})
    const email = input.email ?? input.username ?? refuse('invalid', 'input', { first: 'email' })
    const { userAgent } = usedFrom(request)
    const { password, remember_me: remember } = input
    const { token, session } = await sessions.signIn(email, password, remember, request.ip, null, userAgent)
    return shown(session, token)
  })
  app.get('/api/v2/user/session', async (request) => {
    const session = await sessions.find(await given(request))
    // no script can read the token of a cookie, so it is not returned either (C-24)
    return shown(session, tokenOf(request))
  })
  app.put('/api/v2/user/session', async (request, reply) => {
    const { token, session } = await sessions.renew(await given(request))
    if (tokenOf(request) !== null) return shown(session, token)
    setSessionCookie(reply, token, session, secure)
    return shown(session, null)
  })
  app.delete('/api/v2/user/session', async (request) => {
    // programs of the old server sign out without their token; then there is nothing to end
    if (tokenOf(request) === null && credentials.cookieOf(request) === null) return { success: true }
    const userId = await sessions.signOut(await given(request))
    if (userId !== null) sessions.log.signedOut(userId)
    return { success: true }
  })
  app.post('/api/v2/user/register', SMALL_BODY, async (request) => {
    const account = parseInput(programRegistration, request.body ?? {})
    const language = languageOf(request.headers['accept-language'])
    await register(runner, { ...account, language, address: request.ip })
    if (!flag(request.query as Parameters, 'login')) return { success: true }
    try {
      const { userAgent } = usedFrom(request)
      const { token, session } = await sessions.signIn(
        account.email,
        account.password,
        false,
        request.ip,
        null,
        userAgent,
      )
      return { success: true, ...shown(session, token) }
    } catch (error) {
      // the e-mail had an account before, which the answer does not tell
      if (error instanceof Refused) return { success: true }
      throw error
    }
  })
}

/**
 * Sends the documents of a PATCH that sets orders to INVOICED, before the PATCH itself. An order may only become
 * INVOICED when the accounting service has accepted its document.
 */
async function sendDocumentsFirst(
  { runner, credentials, refusalText }: Omit<ProgramParts, 'sessions' | 'secure' | 'descriptionOpen'>,
  request: FastifyRequest,
): Promise<void> {
  const method = methodOf(request)
  if (method !== 'PATCH' && method !== 'PUT') return
  const { body } = request
  if (typeof body !== 'object' || body === null) return
  const parameters = parametersOf(request, method)
  // a dry run sends no document
  if (flag(parameters, 'dry_run')) return
  const listed = Array.isArray(body) ? body : 'resource' in body && Array.isArray(body.resource) ? body.resource : null
  const { id } = request.params as { id?: string }
  const records = listed ?? (id === undefined ? [] : [{ ...body, id }])
  const orders = new Map(
    records.slice(0, 1000).flatMap((record) => {
      const order = orderToInvoice(record)
      return order ? [[order.id, order] as const] : []
    }),
  )
  if (orders.size === 0) return
  const { actor } = await credentials.callerOf(request, true)
  // a PATCH that is refused for a field that its caller does not know sends none either
  if (flag(parameters, 'strict')) {
    const table = tables.find(({ name }) => name === 'custorders')
    if (table && unknownFields(fieldsFor(table, actor), body).length > 0) return
  }
  const waiting = await runner.db.many<{ id: number }>(
    sql`select id from orders where id = any(${[...orders.keys()]}::bigint[]) and status = 'READY-TO-INVOICE' order by id`,
  )
  for (const order of waiting) {
    try {
      await invoiceAndWait(runner, actor, orders.get(order.id) ?? { ...order, vatAbroad: false })
    } catch (error) {
      const failure = expectedFailure(error, refusalText, request.headers['accept-language'])
      if (!failure || STOPS_ALL.includes(failure.entry.status_code)) throw error
      // with continue=true the answer of the row says that its invoice was not accepted
      if (flag(parameters, 'continue')) continue
      const at = records.findIndex((record) => orderToInvoice(record)?.id === order.id)
      const before = records.slice(0, at).map((record) => ({ id: (record as { id?: unknown }).id }))
      throw batchError('updated', [at], [...before, failure.entry], ' All changes rolled back.')
    }
  }
}
