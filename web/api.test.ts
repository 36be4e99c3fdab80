import { afterEach, beforeEach, describe, expect, type Mock, test, vi } from 'vitest'
import { z } from 'zod'
import { productsRights } from '#features/products/domain/rights.ts'
import { defineCommand, defineQuery } from '#kernel/contract.ts'
import { askQuery, demandNewAnswers, forgetAnswers, Offline, runCommand, runNamed } from './api.ts'

const sums = defineQuery('reports.sums', {
  right: productsRights.read,
  input: z.strictObject({ ids: z.array(z.int()) }),
  output: z.object({ sum: z.int() }),
})

afterEach(() => vi.unstubAllGlobals())

test('a query sends its input in the address, or in the body if the address would be too long', async () => {
  const fetch = vi.fn(async (_address: string, _init?: RequestInit) => Response.json({ sum: 3 }))
  vi.stubGlobal('fetch', fetch)
  expect(await askQuery(sums, { ids: [1, 2] })).toEqual({ sum: 3 })
  expect(fetch.mock.lastCall?.[0]).toBe(`/app/reports.sums?input=${encodeURIComponent('{"ids":[1,2]}')}`)
  expect(fetch.mock.lastCall?.[1]?.method).toBeUndefined()

  const ids = Array.from({ length: 1_000 }, (_, index) => 100_000 + index)
  expect(await askQuery(sums, { ids })).toEqual({ sum: 3 })
  expect(fetch.mock.lastCall?.[0]).toBe('/app/reports.sums')
  expect(fetch.mock.lastCall?.[1]).toMatchObject({ method: 'POST', body: JSON.stringify({ ids }) })
})

test('queries and commands name JSON as what they send and accept (S1-API-03)', async () => {
  const fetch = vi.fn(async (_address: string, _init?: RequestInit) => Response.json({ sum: 3 }))
  vi.stubGlobal('fetch', fetch)
  const many = Array.from({ length: 1_000 }, (_, index) => 100_000 + index)
  const calls = [
    () => askQuery(sums, { ids: [3] }),
    () => askQuery(sums, { ids: many }),
    () => runNamed('reports.change', {}),
  ]
  for (const call of calls) {
    await call()
    const json = 'application/json'
    expect(fetch.mock.lastCall?.[1]?.headers).toMatchObject({ Accept: json, 'Content-Type': json })
  }
})

test('a request too large for a proxy is refused and not treated as a temporary failure', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>413 Request Entity Too Large</h1>', { status: 413 }))
  await expect(askQuery(sums, { ids: [1] })).rejects.toMatchObject({ refusal: { kind: 'invalid', code: 'too-large' } })
})

test('a page with the status 200, as of the sign-in of a network, counts as no answer of the server', async () => {
  vi.stubGlobal('fetch', async () => new Response('<!doctype html><h1>Wi-Fi</h1>', { status: 200 }))
  await expect(askQuery(sums, { ids: [1] })).rejects.toBeInstanceOf(Offline)
})

test.each([
  ['no JSON', '<h1>401</h1>'],
  ['the error of another server', '{"error":{"code":401,"message":"?"}}'],
  ['a refusal of a kind that the page does not know', '{"refusal":{"kind":"odd","code":"odd"}}'],
  ['a refusal of another kind', '{"refusal":{"kind":"refused","code":"odd"}}'],
])('a 401 whose body is %s asks for a sign-in (C-45)', async (_title, body) => {
  vi.stubGlobal('fetch', async () => new Response(body, { status: 401 }))
  await expect(askQuery(sums, { ids: [1] })).rejects.toMatchObject({ refusal: { kind: 'unauthenticated' } })
})

describe('an answer that the page already has', () => {
  const withEtag = (etag: string, sum: number) => Response.json({ sum }, { headers: { etag } })

  test('is not sent again while it is the same', async () => {
    const fetch = vi.fn(async (_address: string, _init?: RequestInit) => withEtag('W/"one"', 3))
    vi.stubGlobal('fetch', fetch)
    const first = await askQuery(sums, { ids: [7] })
    fetch.mockImplementation(async () => new Response(null, { status: 304, headers: { etag: 'W/"one"' } }))
    expect(await askQuery(sums, { ids: [7] })).toBe(first)
    expect(fetch.mock.lastCall?.[1]?.headers).toMatchObject({ 'If-None-Match': 'W/"one"' })
    fetch.mockImplementation(async () => withEtag('W/"two"', 4))
    expect(await askQuery(sums, { ids: [7] })).toEqual({ sum: 4 })
    expect(await askQuery(sums, { ids: [8] })).toEqual({ sum: 4 })
    expect(fetch.mock.lastCall?.[1]?.headers).not.toHaveProperty('If-None-Match')
  })

  test('is forgotten when the person changes', async () => {
    const fetch = vi.fn(async (_address: string, _init?: RequestInit) => withEtag('W/"one"', 3))
    vi.stubGlobal('fetch', fetch)
    await askQuery(sums, { ids: [9] })
    forgetAnswers()
    await askQuery(sums, { ids: [9] })
    expect(fetch.mock.lastCall?.[1]?.headers).not.toHaveProperty('If-None-Match')
  })

  test('is not remembered if the person changed before it came', async () => {
    const sent = Promise.withResolvers<Response>()
    const fetch = vi.fn((_address: string, _init?: RequestInit) => sent.promise)
    vi.stubGlobal('fetch', fetch)
    const late = askQuery(sums, { ids: [10] })
    forgetAnswers()
    sent.resolve(withEtag('W/"of another person"', 3))
    await late
    fetch.mockImplementation(async () => withEtag('W/"own"', 4))
    await askQuery(sums, { ids: [10] })
    expect(fetch.mock.lastCall?.[1]?.headers).not.toHaveProperty('If-None-Match')
  })
})

describe('a query demands a new answer', () => {
  const change = defineCommand('reports.change', {
    right: productsRights.write,
    input: z.strictObject({}),
    output: z.object({}),
  })
  let fetch: Mock<(address: string, init?: RequestInit) => Promise<Response>>
  let start = 0
  beforeEach(() => {
    // Each test starts long after the demand of the one before, also after the demands of the tests above, which the real clock dated.
    start = Math.max(start, performance.now()) + 100_000
    vi.useFakeTimers({ toFake: ['performance'] })
    vi.advanceTimersByTime(start)
    fetch = vi.fn(async () => Response.json({}))
    vi.stubGlobal('fetch', fetch)
  })
  afterEach(() => vi.useRealTimers())

  const demands = async (): Promise<boolean> => {
    await askQuery(sums, { ids: [1] })
    return Object.hasOwn(fetch.mock.lastCall?.[1]?.headers ?? {}, 'x-new-answer')
  }

  test('for more than two seconds after a command', async () => {
    expect(await demands()).toBe(false)
    await runCommand(change, {})
    vi.advanceTimersByTime(2_400)
    expect(await demands()).toBe(true)
    vi.advanceTimersByTime(200)
    expect(await demands()).toBe(false)
  })

  test('also after a command whose answer was lost, because it may have changed something', async () => {
    fetch.mockRejectedValueOnce(new TypeError('the connection broke'))
    await expect(runCommand(change, {})).rejects.toThrow()
    expect(await demands()).toBe(true)
  })

  test('after news of a change, and when its input is sent in the body', async () => {
    demandNewAnswers()
    expect(await demands()).toBe(true)
    await askQuery(sums, { ids: Array.from({ length: 1_000 }, (_, index) => 100_000 + index) })
    expect(fetch.mock.lastCall?.[1]).toMatchObject({ method: 'POST', headers: { 'x-new-answer': '1' } })
  })
})
