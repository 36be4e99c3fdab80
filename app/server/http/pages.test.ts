import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerErrors } from './answers.ts'
import { pages } from './pages.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

let folder: string

beforeAll(() => {
  folder = temporaryFolder('pages')
  writeFileSync(join(folder, 'index.html'), '<meta name="map-tiles" content="__TILES_URL__" />')
})
beforeAll(() => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets/page-12ab.js'), '')
  writeFileSync(join(folder, 'assets/page-12ab.js.br'), brotliCompressSync('packed by the build'))
  writeFileSync(join(folder, 'sw.js'), '')
  writeFileSync(join(folder, 'manifest.webmanifest'), '{}')
})
afterAll(() => rmSync(folder, { recursive: true }))

async function pageWith(tilesUrl: string | null) {
  const app = fastify()
  await pages(app, { folder, pageKey: 'a-key-of-the-pages', tilesUrl })
  const answer = await app.inject('/createcustomer')
  await app.close()
  return { html: answer.body, policy: String(answer.headers['content-security-policy']) }
}

describe('the page', () => {
  test('contains the address of the map tiles, whatever characters it has, and may load images from there', async () => {
    const { html, policy } = await pageWith('https://{s}.tiles.example/{z}/{x}/{y}.png?k=$&"><script>')
    expect(html).toBe(
      '<meta name="map-tiles" content="https://{s}.tiles.example/{z}/{x}/{y}.png?k=$&amp;&quot;&gt;&lt;script&gt;" />',
    )
    expect(policy).toMatch(/img-src 'self' data: blob: https:\/\/\*\.tiles\.example;/)
  })

  test('contains no address of map tiles if none is configured', async () => {
    const { html, policy } = await pageWith(null)
    expect(html).toBe('<meta name="map-tiles" content="" />')
    expect(policy).toContain("img-src 'self' data: blob:;")
  })

  test('is sent under its file name with the same headers as under any other address', async () => {
    const app = fastify()
    await pages(app, { folder, pageKey: 'a-key-of-the-pages', tilesUrl: null })
    const [named, plain] = await Promise.all(['/index.html', '/'].map((path) => app.inject(path)))
    await app.close()
    const headersOf = (answer: typeof named) => ({
      ...answer?.headers,
      date: null,
      'content-security-policy': String(answer?.headers['content-security-policy']).replace(/nonce-[^']+/, 'nonce'),
    })
    expect(headersOf(named)).toEqual(headersOf(plain))
    expect(named?.body).toBe(plain?.body)
  })

  test('is cached by devices: assets for ever, the service worker never, installable by its manifest', async () => {
    const app = fastify()
    await pages(app, { folder, pageKey: 'a-key-of-the-pages', tilesUrl: null })
    const [file, worker, manifest, page] = await Promise.all(
      ['/assets/page-12ab.js', '/sw.js', '/manifest.webmanifest', '/packaging'].map((path) => app.inject(path)),
    )
    await app.close()
    expect(file?.headers['cache-control']).toContain('immutable')
    expect(worker?.headers['cache-control']).toBe('no-cache')
    expect(worker?.headers['content-type']).toContain('javascript')
    expect(manifest?.headers['content-type']).toContain('application/manifest+json')
    expect(String(page?.headers['content-security-policy'])).toContain("manifest-src 'self'")
  })

  test('is sent compressed as the build prepared it, to browsers that accept that format', async () => {
    const app = fastify()
    await pages(app, { folder, pageKey: 'a-key-of-the-pages', tilesUrl: null })
    const ask = (accepted: string) =>
      app.inject({ url: '/assets/page-12ab.js', headers: { 'accept-encoding': accepted } })
    const [packed, plain] = [await ask('gzip, br'), await ask('identity')]
    await app.close()
    expect(packed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe('packed by the build')
    expect(packed.headers['cache-control']).toContain('immutable')
    expect(packed.headers['content-type']).toContain('javascript')
    expect(plain.headers['content-encoding']).toBeUndefined()
  })
})

test('a range beyond the end of a file is answered 416 with the length of the file, and a range inside it 206', async () => {
  const app = fastify()
  answerErrors(app)
  await pages(app, { folder, pageKey: 'a-key-of-the-pages', tilesUrl: null })
  const at = (range: string) => app.inject({ url: '/manifest.webmanifest', headers: { range } })
  const beyond = await at('bytes=50-60')
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */2'])
  expect(beyond.json()).toEqual({ refusal: { kind: 'invalid', code: 'malformed' } })
  expect((await at('bytes=0-0')).statusCode).toBe(206)
  await app.close()
})
