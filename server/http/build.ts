/** Puts the HTTP faces of the product together. */
import { parse } from 'node:querystring'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { Sessions } from '#features/users/server/sessions.ts'
import { SignInLog } from '#features/users/server/sign-in-log.ts'
import { refusal } from '#kernel/refusal.ts'
import { DatabaseWatch } from '#server/database-watch.ts'
import type { Database } from '#server/db/database.ts'
import {
  commands,
  downloads,
  invoiceAndWait,
  lookups,
  lookUpVatLookup,
  papers,
  queries,
  uploads,
} from '#server/features.ts'
import type { Outside } from '#server/integrations/ports.ts'
import type { Live } from '#server/live.ts'
import type { Runner } from '#server/runner.ts'
import { refusalTexts } from '#server/say.ts'
import { answerErrors, answerInWords, sendRefusal } from './answers.ts'
import { appRoutes } from './app-routes.ts'
import { allowOrigins } from './cors.ts'
import { Credentials, cookieNames } from './credentials.ts'
import { fileRoutes } from './file-routes.ts'
import { finishWhatRuns } from './finish-what-runs.ts'
import { liveRoute } from './live-route.ts'
import { pages } from './pages.ts'
import { paperRoutes } from './paper-routes.ts'
import { programRoutes } from './program-routes.ts'
import { serviceRoutes } from './service-routes.ts'
import { sessionRoutes } from './session-routes.ts'

/** Milliseconds a request may take to arrive: its head, and all of it; looked at again and again after `betweenChecks`. */
export type Slowness = { readonly head: number; readonly request: number; readonly betweenChecks: number }

export type ServerParts = {
  readonly db: Database
  /** What is reachable outside at the moment. */
  readonly outside: () => Outside
  /** The folder of the product, where its locale files are. */
  readonly root: string
  readonly runner: Runner
  readonly live: Live
  readonly pageKey: string
  readonly publicUrl: string
  readonly pagesFolder: string
  readonly tilesUrl: string | null
  readonly logLevel: string
  /** Origins whose browser programs may call the data API. */
  readonly corsOrigins?: readonly string[]
  readonly ready: () => Promise<boolean>
  readonly loadDemo: () => Promise<void>
  /** Whether the description of the data API is shown without a sign-in. */
  readonly descriptionOpen?: boolean
  /** Times after which a slow request is cut. */
  readonly slowness?: Slowness
}

const MOST_HEADER_BYTES = 64 * 1024
const MOST_BODY_BYTES = 8 * 1024 * 1024
/** A request whose head, or whose head and body, takes longer is cut, so that slow senders cannot hold all connections. */
const SLOWNESS: Slowness = { head: 20_000, request: 120_000, betweenChecks: 5_000 }

export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { db, runner, live, pageKey, publicUrl, slowness = SLOWNESS } = parts
  const secure = publicUrl.startsWith('https:')
  const app = fastify({
    logger: { level: parts.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    bodyLimit: MOST_BODY_BYTES,
    requestTimeout: slowness.request,
    http: {
      // a filter of 4,000 Greek letters takes 24,000 characters in an address
      maxHeaderSize: MOST_HEADER_BYTES,
      headersTimeout: slowness.head,
      requestTimeout: slowness.request,
      connectionsCheckingInterval: slowness.betweenChecks,
    },
    // behind a web server of this machine, tries to sign in count against the person's address, not against everybody
    trustProxy: 'loopback',
    // an open event stream must not hold up the shut-down
    forceCloseConnections: true,
    // a bare % in `name like %wax%` is itself, as old programs send it, and spoils nothing around it
    routerOptions: { maxParamLength: 300, querystringParser: (text) => parse(text) },
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    // an address that cannot even be read
    frameworkErrors: (_error, _request, reply) => void sendRefusal(reply, refusal('invalid', 'malformed')),
  })
  await app.register(cookie)
  // small answers are cheaper sent than packed; the lowest level costs a third of the usual one and packs nearly as well
  await app.register(compress, {
    global: true,
    threshold: 2_048,
    encodings: ['gzip', 'identity'],
    zlibOptions: { level: 1 },
    // a page of a list takes a tenth of a millisecond; handed to another thread and back it takes five times as long
    syncThreshold: 128 * 1024,
  })
  answerErrors(app)
  finishWhatRuns(app)
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

  // lines about sign-in are written at every level that writes warnings
  const quiet = ['silent', 'fatal', 'error'].includes(parts.logLevel)
  const sessions = new Sessions(db, new SignInLog(quiet ? app.log : app.log.child({}, { level: 'info' })))
  live.onAccessChange(() => sessions.forget())
  const credentials = new Credentials(db, sessions, pageKey, [new URL(publicUrl).origin], cookieNames(secure))
  sessionRoutes(app, { runner, sessions, credentials, secure, loadDemo: parts.loadDemo })
  appRoutes(app, { runner, credentials, commands, queries, lookups, outside: parts.outside })
  paperRoutes(app, { runner, credentials, papers })
  await fileRoutes(app, { runner, credentials, uploads, downloads })
  liveRoute(app, { db, live, credentials })
  const say = await refusalTexts(parts.root)
  const descriptionOpen = parts.descriptionOpen ?? false
  await programRoutes(app, { runner, sessions, credentials, secure, say, descriptionOpen })
  await app.register(async (scope) => {
    answerInWords(scope, say)
    serviceRoutes(scope, {
      db,
      sessions,
      credentials,
      accounting: () => parts.outside().accounting,
      companyOf: async (actor, vatNumber) =>
        (await runner.look(lookUpVatLookup, { vatNumber }, actor, parts.outside())).company,
      sendOrder: async (actor, orderId) => {
        const { orderId: id, ...document } = await invoiceAndWait(runner, actor, orderId)
        return { id, ...document }
      },
    })
  })
  await pages(app, { folder: parts.pagesFolder, pageKey, tilesUrl: parts.tilesUrl })
  return app
}
