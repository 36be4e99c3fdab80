/** Builds the HTTP server from its routes. */
import { parse } from 'node:querystring'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { Sessions } from '#accounts/server/sessions.ts'
import { SignInLog } from '#accounts/server/sign-in-log.ts'
import { refusal } from '#kernel/refusal.ts'
import { drawFor } from '#app/server/drawing/draw-for.ts'
import type { Drawer } from '#app/server/drawing/drawer.ts'
import { DatabaseWatch } from '#app/server/http/database-watch.ts'
import type { Database } from '#server/db/database.ts'
import {
  changeOwnName,
  commands,
  downloads,
  invoiceAndWait,
  lookups,
  customerLookups,
  papers,
  pictures,
  queries,
  uploads,
} from '#app/server/features.ts'
import type { Outside } from '#server/integrations/ports.ts'
import type { KeptAnswers } from '#server/kept-answers/kept-answers.ts'
import { KnownTables } from '#server/kept-answers/known-tables.ts'
import type { Live } from '#app/server/live/live.ts'
import { logOptions } from '#server/log.ts'
import type { Runner } from '#server/runner.ts'
import { refusalTexts } from '#server/refusal-texts.ts'
import { refusedKey, type SecurityEvents } from '#server/security-events/security-events.ts'
import { answerErrors, answerInWords, sendRefusal } from './answers.ts'
import { appRoutes } from './app-routes.ts'
import { allowOrigins } from './cors.ts'
import { Credentials, cookieNames } from './credentials.ts'
import { fileRoutes } from './file-routes.ts'
import { finishRequests } from './finish-requests.ts'
import { liveRoute } from './live-route.ts'
import { factorRoutes } from './own-session/factor-routes.ts'
import { lockRoutes } from './own-session/lock-routes.ts'
import { provingAgain } from './own-session/proving.ts'
import { passwordRoute } from './own-session/password-route.ts'
import { seeingRoutes } from './own-session/seeing-routes.ts'
import { pages } from './pages.ts'
import { paperRoutes } from './paper-routes.ts'
import { programRoutes } from './program-routes.ts'
import { restoreFirstRoutes } from './set-up/restore-first-routes.ts'
import { serviceRoutes, serviceRoutesWithoutSignIn } from './service-routes.ts'
import { type DemoOfSetUp, sessionRoutes } from './session-routes.ts'
import { tellChanges } from './tell-changes.ts'

/**
 * The time limits for receiving a request, in milliseconds: for its headers, and for all of it. The limits are
 * checked every `betweenChecks`.
 */
export type Slowness = { readonly head: number; readonly request: number; readonly betweenChecks: number }

export type ServerParts = {
  readonly db: Database
  /** Returns the outside services that are configured at the moment. */
  readonly outside: () => Outside
  /** The folder of the product, which contains its texts. */
  readonly root: string
  readonly runner: Runner
  /** Writes sign-ins and refused keys. Without it sign-ins are only in the log. */
  readonly events?: SecurityEvents
  readonly live: Live
  /** What is known about the tables of statements. Without it no answer says what it is about. */
  readonly tables?: KnownTables
  /** Null keeps no answers. */
  readonly kept?: KeptAnswers | null
  readonly pageKey: string
  readonly publicUrl: string
  /** Encrypts the secrets of second factors. */
  readonly pagesFolder: string
  /** Draws the first screen of pages. Without it browsers draw all. */
  readonly drawer?: Drawer | null
  readonly tilesUrl: string | null
  readonly logLevel: string
  /** Receives the log; without it, standard output does. */
  readonly logTo?: { write(row: string): void }
  /** Origins whose browser programs may call the data API. */
  readonly corsOrigins?: readonly string[]
  readonly ready: () => Promise<boolean>
  readonly demo: DemoOfSetUp
  /** True if the description of the data API needs no sign-in. */
  readonly descriptionOpen?: boolean
  /** The time limits for slow requests. */
  readonly slowness?: Slowness
}

const MOST_HEADER_BYTES = 64 * 1024
const MOST_BODY_BYTES = 8 * 1024 * 1024
/** A request that is slower than this is cut, so that slow senders cannot occupy all connections. */
const SLOWNESS: Slowness = { head: 20_000, request: 120_000, betweenChecks: 5_000 }

/**
 * Returns the server with all its routes. In one piece, because the order of the registrations decides which hook
 * handles a request first.
 */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { db, runner, live, pageKey, publicUrl, slowness = SLOWNESS } = parts
  const secure = publicUrl.startsWith('https:')
  const app = fastify({
    logger: { ...logOptions(parts.logLevel), ...(parts.logTo && { stream: parts.logTo }) },
    bodyLimit: MOST_BODY_BYTES,
    requestTimeout: slowness.request,
    http: {
      // a filter of 4,000 Greek letters takes 24,000 characters in an address
      maxHeaderSize: MOST_HEADER_BYTES,
      headersTimeout: slowness.head,
      requestTimeout: slowness.request,
      connectionsCheckingInterval: slowness.betweenChecks,
    },
    // behind a web server on this machine, sign-in attempts count for the address of the person, not of that server
    trustProxy: 'loopback',
    // an open event stream must not delay the shutdown
    forceCloseConnections: true,
    // old programs send a bare % as in `name like %wax%`; it is taken literally and the rest of the address stays
    // valid
    routerOptions: { maxParamLength: 300, querystringParser: (text) => parse(text) },
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    // an address that cannot be parsed
    frameworkErrors: (_error, _request, reply) => void sendRefusal(reply, refusal('invalid', 'malformed')),
  })
  await app.register(cookie)
  // small answers cost less without compression; level 1 takes a third of the time of the default and compresses
  // nearly as well
  await app.register(compress, {
    global: true,
    threshold: 2_048,
    encodings: ['gzip', 'identity'],
    zlibOptions: { level: 1 },
    // compressing a page of a list takes 0.1 milliseconds, but five times as long through another thread
    syncThreshold: 128 * 1024,
  })
  answerErrors(app)
  finishRequests(app)
  tellChanges(app)
  const watch = new DatabaseWatch(db, app.log)
  app.addHook('onError', async (_request, _reply, error) => watch.failed(error))
  app.addHook('onClose', async () => watch.stop())
  if (parts.corsOrigins?.length) allowOrigins(app, parts.corsOrigins)
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'same-origin')
    if (secure) reply.header('strict-transport-security', `max-age=${365 * 24 * 60 * 60}`)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })

  app.get('/healthz', async () => ({ alive: true }))
  app.get('/readyz', async (_request, reply) => {
    const answers = await parts.ready().catch((error: unknown) => {
      watch.failed(error)
      return false
    })
    const ready = answers && (await watch.look())
    return reply.code(ready ? 200 : 503).send({ ready })
  })

  // the sign-in log is written at every level that includes warnings
  const quiet = ['silent', 'fatal', 'error'].includes(parts.logLevel)
  const signInLog = new SignInLog(quiet ? app.log : app.log.child({}, { level: 'info' }), parts.events)
  const sessions = new Sessions(db, signInLog)
  live.onAccessChange(() => sessions.forget())
  const ownOrigin = new URL(publicUrl).origin
  const credentials = new Credentials(db, sessions, pageKey, [ownOrigin], cookieNames(secure), (...refused) =>
    parts.events?.note(refusedKey(...refused)),
  )
  const ofSessions = { runner, sessions, credentials, secure, demo: parts.demo, outside: parts.outside }
  sessionRoutes(app, ofSessions)
  await restoreFirstRoutes(app, ofSessions)
  passwordRoute(app, ofSessions)
  lockRoutes(app, ofSessions)
  factorRoutes(app, ofSessions)
  seeingRoutes(app, ofSessions)
  const prove = provingAgain(ofSessions)
  const kept = parts.kept ?? null
  const tables = parts.tables ?? new KnownTables()
  appRoutes(app, { runner, credentials, commands, queries, lookups, outside: parts.outside, prove, tables, kept })
  paperRoutes(app, { runner, credentials, papers, outside: parts.outside })
  await fileRoutes(app, { runner, credentials, uploads, downloads, pictures, outside: parts.outside })
  liveRoute(app, { db, live, credentials })
  const refusalText = refusalTexts(parts.root)
  const descriptionOpen = parts.descriptionOpen ?? false
  await programRoutes(app, { runner, sessions, credentials, secure, refusalText, descriptionOpen })
  await app.register(async (scope) => {
    answerInWords(scope, refusalText)
    serviceRoutes(scope, {
      db,
      sessions,
      credentials,
      accounting: () => parts.outside().accounting,
      companyOf: async (actor, vatNumber) =>
        (await runner.look(customerLookups.vat, { vatNumber }, actor, parts.outside())).company,
      changeOwnName: (actor, username) => runner.run(changeOwnName, { username }, actor),
      sendOrder: async (actor, orderId) => {
        const { orderId: id, ...document } = await invoiceAndWait(runner, actor, { id: orderId, vatAbroad: false })
        return { id, ...document }
      },
    })
    serviceRoutesWithoutSignIn(scope, { runner, outside: parts.outside })
  })
  const { drawer = null } = parts
  if (drawer) app.addHook('onClose', () => drawer.stop())
  await pages(app, {
    folder: parts.pagesFolder,
    pageKey,
    tilesUrl: parts.tilesUrl,
    drawFor: drawer && drawFor(app, { drawer, credentials, queries: queries.map(({ contract }) => contract.name) }),
  })
  return app
}
