/** Draws a page for the person of a request. What the page asks is answered as if the browser of the person had asked. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_ADDRESS, currentOutput } from '#accounts/domain/contract.ts'
import { NEW_ANSWER_HEADER } from '#kernel/contract.ts'
import { type Drawn, type DrawnAnswer, SCREEN_COOKIE } from '#kernel/drawing/drawing.ts'
import { ABOUT_HEADER } from '#kernel/live/topics.ts'
import type { Credentials } from '#app/server/http/credentials.ts'
import type { Drawer } from './drawer.ts'

/** The headers of the page's request that decide who asks and from where. */
const OF_PERSON = ['cookie', 'user-agent', 'host', 'x-forwarded-proto'] as const
/** The headers of answers that pages read. */
const OF_ANSWER = ['content-type', ABOUT_HEADER, 'etag', 'x-request-id'] as const
/**
 * The pages that are drawn: those whose stories have passed on drawn pages (decision 123). Never `/`, which the service worker keeps, so it must
 * be the same for everybody.
 */
const DRAWN_PAGES: readonly string[] = [
  '/orders',
  '/dashboard',
  '/customers',
  '/products',
  '/providers',
  '/loans',
  '/invoices',
  '/payments-list',
  '/people',
  '/profile',
]

/** Returns the drawn page; null if the browser must draw it. */
export type DrawFor = (
  request: FastifyRequest,
  reply: FastifyReply,
  meta: Readonly<Record<string, string>>,
) => Promise<Drawn | null>

type Parts = {
  readonly drawer: Drawer
  readonly credentials: Credentials
  /** The names of the queries, which are all that a page may ask. */
  readonly queries: readonly string[]
}

export function drawFor(app: FastifyInstance, { drawer, credentials, queries }: Parts): DrawFor {
  const addresses = new Set(queries.map((name) => `/app/${name}`))

  const ask = (request: FastifyRequest, url: string, more: Readonly<Record<string, string>> = {}) => {
    const own = OF_PERSON.flatMap((name) => {
      const value = request.headers[name]
      return typeof value === 'string' ? [[name, value] as const] : []
    })
    return app.inject({
      method: 'GET',
      url,
      remoteAddress: request.ip,
      headers: { ...more, ...Object.fromEntries(own) },
    })
  }

  async function answer(
    request: FastifyRequest,
    url: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<DrawnAnswer> {
    if (!addresses.has(url.split('?')[0] ?? '')) throw new Error(`a page that is drawn asks for ${url}`)
    // the page may be opened after a command, whose change it must show
    const said = await ask(request, url, { ...headers, [NEW_ANSWER_HEADER]: '1' })
    const shown = OF_ANSWER.flatMap((name) => {
      const value = said.headers[name.toLowerCase()]
      return value === undefined ? [] : [[name, String(value)] as const]
    })
    return { status: said.statusCode, body: said.body, headers: Object.fromEntries(shown) }
  }

  return async (request, reply, meta) => {
    // a person who signs in opens such a page soon
    drawer.warm()
    const screen = request.cookies[SCREEN_COOKIE]
    const path = request.url.split('?')[0] ?? '/'
    if (request.method !== 'GET' || !screen || !DRAWN_PAGES.includes(path) || credentials.cookieOf(request) === null)
      return null
    const said = await ask(request, SESSION_ADDRESS.current)
    if (said.statusCode !== 200) return null
    const session = currentOutput.parse(said.json())
    // a renewed session has a renewed cookie
    const renewed = said.headers['set-cookie']
    if (renewed !== undefined) reply.header('set-cookie', renewed)
    if (session.lock.locked || session.factorDemanded || session.user.actingRole === null) return null
    const origin = `${request.protocol}://${request.headers.host ?? 'localhost'}`
    return drawer.draw({ address: request.url, origin, session, screen, meta }, (url, headers) =>
      answer(request, url, headers),
    )
  }
}
