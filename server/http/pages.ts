/** Serves the built pages: assets for ever, the page itself fresh with its nonce and key, every unknown path as the page. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusal } from '#kernel/refusal.ts'
import { sendRefusal } from './answers.ts'

const policy = (nonce: string, images: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${images}`,
    "font-src 'self'",
    "connect-src 'self'",
    // a large Excel file is packed in a thread of its own, started from bytes of the page itself
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
  /** Where map tiles come from, with places such as {z}, {x} and {y}, when it is configured. */
  readonly tilesUrl: string | null
}

/** Text as the value of an attribute. */
const inAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const originOf = (tilesUrl: string): string => new URL(tilesUrl.replace('{s}.', '*.')).origin

export async function pages(app: FastifyInstance, { folder, pageKey, tilesUrl }: PageParts): Promise<void> {
  const indexFile = join(folder, 'index.html')
  // what is the same for everybody is filled in once; a function, because a replacement text has signs of its own
  const index = existsSync(indexFile)
    ? readFileSync(indexFile, 'utf8')
        .replaceAll('__APP_KEY__', () => inAttribute(pageKey))
        .replaceAll('__TILES_URL__', () => inAttribute(tilesUrl ?? ''))
    : null
  const images = tilesUrl ? ` ${originOf(tilesUrl)}` : ''

  const sendPage = (_request: FastifyRequest, reply: FastifyReply) => {
    if (index === null) return reply.code(503).type('text/plain').send('The pages are not built. Run: npm run build')
    const nonce = randomBytes(16).toString('base64')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy(nonce, images))
      .send(index.replaceAll('__CSP_NONCE__', nonce))
  }

  if (index !== null) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      // the page goes out with its headers under every address of its own
      globIgnore: ['index.html'],
      // the build has packed each file once
      preCompressed: true,
      setHeaders(response, path) {
        if (path.includes('/assets/')) response.header('cache-control', 'public, max-age=31536000, immutable')
        // asked for anew each time: it says which version the devices keep
        else if (path.endsWith('/sw.js')) response.header('cache-control', 'no-cache')
      },
    })
  }
  app.get('/', sendPage)
  app.get('/index.html', sendPage)
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(app|api|service|assets)\//.test(path)
    if (isPage) return sendPage(request, reply)
    if (request.url.startsWith('/api/')) {
      return reply
        .code(404)
        .send({ error: { code: 404, context: null, message: 'There is nothing at this address.', status_code: 404 } })
    }
    return sendRefusal(reply, refusal('missing', 'no-such-address'))
  })
}
