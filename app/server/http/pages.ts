/**
 * Serves the built pages. Assets are cached for ever. The page itself is never cached and contains its nonce and key.
 * Every unknown path returns the page, as the server has drawn it for the person, or to be drawn by the browser.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '#kernel/escape-html.ts'
import { refusal } from '#kernel/refusal.ts'
import type { DrawFor } from '#app/server/drawing/draw-for.ts'
import { DRAWN_HEADER } from '#kernel/drawing/drawing.ts'
import { drawnPage, type FilesOfBuild } from '#app/server/drawing/drawn-page.ts'
import { sendRefusal } from './answers.ts'

const policy = (nonce: string, images: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${images}`,
    "font-src 'self'",
    "connect-src 'self'",
    // a large Excel file is written in a worker that starts from a blob of the page
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

export type PageParts = {
  readonly folder: string
  readonly pageKey: string
  /** The address of map tiles, with placeholders such as {z}, {x} and {y}; null if none is configured. */
  readonly tilesUrl: string | null
  /** Draws pages for signed-in people. Without it browsers draw all. */
  readonly drawFor?: DrawFor | null
}

/** Says which style sheets and scripts a drawn page needs. A build of an earlier version has none. */
const FILES = 'drawing.json'

const originOf = (tilesUrl: string): string => new URL(tilesUrl.replace('{s}.', '*.')).origin

export async function pages(app: FastifyInstance, { folder, pageKey, tilesUrl, drawFor }: PageParts): Promise<void> {
  const indexFile = join(folder, 'index.html')
  // values that are the same for everybody are filled in once; functions are used because $ has a meaning in
  // replacement texts
  const index = existsSync(indexFile)
    ? readFileSync(indexFile, 'utf8')
        .replaceAll('__APP_KEY__', () => escapeHtml(pageKey))
        .replaceAll('__TILES_URL__', () => escapeHtml(tilesUrl ?? ''))
    : null
  const images = tilesUrl ? ` ${originOf(tilesUrl)}` : ''

  const filesFile = join(folder, FILES)
  const files = existsSync(filesFile) ? (JSON.parse(readFileSync(filesFile, 'utf8')) as FilesOfBuild) : null

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (index === null) return reply.code(503).type('text/plain').send('The pages are not built. Run: npm run build')
    const nonce = randomBytes(16).toString('base64')
    const page = index.replaceAll('__CSP_NONCE__', nonce)
    const meta = { 'csp-nonce': nonce, 'app-key': pageKey, 'map-tiles': tilesUrl ?? '' }
    const drawn = files === null ? null : await drawFor?.(request, reply, meta)
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy(nonce, images))
    if (files === null || drawn === null || drawn === undefined) return reply.send(page)
    return reply.header(DRAWN_HEADER, '1').send(drawnPage(page, files, drawn, nonce))
  }

  if (index !== null) {
    const common: FastifyStaticOptions = {
      root: folder,
      index: false,
      // the build has compressed each file once
      preCompressed: true,
    }
    await app.register(fastifyStatic, {
      ...common,
      // a route for each of these few files; sendPage sends the page with its headers
      wildcard: false,
      globIgnore: ['index.html', FILES, 'assets/**'],
      setHeaders(response, path) {
        // never cached, because it contains the version that devices have cached
        if (path.endsWith('/sw.js')) response.header('cache-control', 'no-cache')
      },
    })
    await app.register(fastifyStatic, {
      ...common,
      root: join(folder, 'assets'),
      // one route for all assets: routes for each of hundreds of files would take a tenth of the start of the server
      prefix: '/assets/',
      decorateReply: false,
      setHeaders: (response) => void response.header('cache-control', 'public, max-age=31536000, immutable'),
    })
  }
  app.get('/', sendPage)
  app.get('/index.html', sendPage)
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(app|api|service|assets|images)\//.test(path)
    if (isPage) return sendPage(request, reply)
    if (request.url.startsWith('/api/')) {
      return reply
        .code(404)
        .send({ error: { code: 404, context: null, message: 'There is nothing at this address.', status_code: 404 } })
    }
    return sendRefusal(reply, refusal('missing', 'no-such-address'))
  })
}
